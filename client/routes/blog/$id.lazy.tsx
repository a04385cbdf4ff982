import { createLazyFileRoute } from "@tanstack/react-router";
import { BackLink } from "../../site/back-link";
import { ClosingBanner } from "../../site/lazy-closing-banner";
import { Picture } from "../../site/picture";
import { PostFacts } from "../../site/post-facts";
import { PublicShell } from "../../site/public-shell";
import { RichText } from "../../ui/rich-text";
import { useWords } from "../../words/use-words";
import { SiteLink } from "../../ui/site-link";

export const Route = createLazyFileRoute("/blog/$id")({ component: PostPage });

function PostPage() {
  const t = useWords();
  const { settings } = Route.useRouteContext();
  const { post, older, newer } = Route.useLoaderData();
  return (
    <PublicShell operator={settings}>
      <article className="mx-auto max-w-3xl px-4 py-8 sm:px-6 md:py-12">
        <BackLink href="/blog">{t("News")}</BackLink>
        <h1 className="break-words text-xl md:text-2xl">{post.title}</h1>
        <p className="mt-4 break-words text-ink-muted text-lg">{post.summary}</p>
        <div className="mt-4">
          <PostFacts post={post} timeZone={settings.timeZone} />
        </div>
        {post.cover && (
          <div className="mt-8">
            <Picture
              className="h-auto w-full rounded-lg"
              isEager
              picture={post.cover}
              displayedWidth="(min-width: 48rem) 45rem, 100vw"
            />
          </div>
        )}
        <RichText className="mt-10" text={post.body} />
        {(older || newer) && (
          <nav
            aria-label={t("Other posts")}
            className="mt-16 grid gap-6 border-line border-t pt-8 sm:grid-cols-2"
          >
            {older && <NeighbourPost post={older} title={t("Previous post")} />}
            {newer && <NeighbourPost post={newer} title={t("Next post")} />}
          </nav>
        )}
      </article>
      <ClosingBanner operator={settings} />
    </PublicShell>
  );
}

function NeighbourPost({ title, post }: { title: string; post: { slug: string; title: string } }) {
  return (
    <SiteLink className="group block min-w-0 break-words" href={`/blog/${post.slug}`}>
      <span className="text-ink-muted text-sm">{title}</span>
      <span className="mt-1 block font-medium underline-offset-4 group-hover:underline">
        {post.title}
      </span>
    </SiteLink>
  );
}
