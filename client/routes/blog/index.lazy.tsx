import { createLazyFileRoute } from "@tanstack/react-router";
import { lazyServed } from "../../lazy-served";
import { PostCards } from "../../site/post-cards";
import { SitePage } from "../../site/site-page";
import { useWords } from "../../words/use-words";
import { buttonStyle } from "../../ui/button-style";
import { SiteLink } from "../../ui/site-link";

const NoPosts = lazyServed(async () => (await import("../../site/no-posts")).NoPosts);

export const Route = createLazyFileRoute("/blog/")({ component: Blog });

function Blog() {
  const t = useWords();
  const { settings } = Route.useRouteContext();
  const { page, posts, pages, at } = Route.useLoaderData();
  return (
    <SitePage drawing="blog" operator={settings} page={page} sections={page.sections}>
      {posts.length === 0 ? (
        <NoPosts brand={settings.brand} />
      ) : (
        <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 md:py-16">
          <PostCards posts={posts} timeZone={settings.timeZone} />
          {pages > 1 && (
            <nav aria-label={t("Pages")} className="mt-12 flex items-center justify-between">
              <PageLink page={at - 1} pages={pages}>
                {t("Newer")}
              </PageLink>
              <p className="text-ink-muted text-sm">{t("Page {at} of {pages}", { at, pages })}</p>
              <PageLink page={at + 1} pages={pages}>
                {t("Older")}
              </PageLink>
            </nav>
          )}
        </div>
      )}
    </SitePage>
  );
}

function PageLink({ page, pages, children }: { page: number; pages: number; children: string }) {
  if (page < 1 || page > pages) return <span />;
  return (
    <SiteLink className={buttonStyle("secondary")} href={page > 1 ? `/blog?page=${page}` : "/blog"}>
      {children}
    </SiteLink>
  );
}
