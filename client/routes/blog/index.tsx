import { createFileRoute, notFound } from "@tanstack/react-router";
import { load } from "../../api";
import { pageHead, loadPage, sitePageRoute, pageLanguageOf } from "../../site/page-load";

export const Route = createFileRoute("/blog/")({
  ...sitePageRoute(),
  staticData: { ...sitePageRoute().staticData, isSharedWithSearch: true },
  validateSearch: ({ page }: Record<string, unknown>): { page?: number | undefined } => ({
    page:
      typeof page === "number" && page % 1 === 0 && page > 1 && page <= 10_000 ? page : undefined,
  }),
  loaderDeps: ({ search: { page } }) => ({ at: page ?? 1 }),
  loader: async ({ context, deps: { at } }) => {
    const [{ page }, { posts, pages }] = await Promise.all([
      loadPage(context, "blog"),
      load(
        context.api.content.posts.$get({
          query: { page: String(at), ...pageLanguageOf(context) },
        }),
      ),
    ]);
    if (at > pages) throw notFound();
    return { page, posts, pages, at };
  },
  head: ({ match, loaderData }) =>
    pageHead(
      match.context,
      loaderData && loaderData.at > 1
        ? match.context.words.t("News, page {at}", { at: loaderData.at })
        : match.context.words.t("News"),
      loaderData?.page.description,
    ),
});
