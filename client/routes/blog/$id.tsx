import { createFileRoute } from "@tanstack/react-router";
import type { PostAnswer } from "../../../src/content/contract";
import { pageHead, loadTexts, sitePageRoute, pageLanguageOf } from "../../site/page-load";

export const Route = createFileRoute("/blog/$id")({
  ...sitePageRoute(),
  loader: ({ context, params: { id } }) =>
    loadTexts<PostAnswer>(
      context.api.content.posts[":slug"].$get({
        param: { slug: id },
        query: pageLanguageOf(context),
      }),
    ),
  head: ({ match, loaderData }) =>
    pageHead(match.context, loaderData?.post.title, loaderData?.post.summary),
});
