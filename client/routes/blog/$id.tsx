import { createFileRoute } from "@tanstack/react-router";
import type { PostAnswer } from "../../../src/content/contract";
import { headOf, loadText } from "../../site/page-load";

export const Route = createFileRoute("/blog/$id")({
  staticData: { shared: true },
  loader: ({ context, params: { id } }) =>
    loadText<PostAnswer>(context.api.content.posts[":slug"].$get({ param: { slug: id } })),
  head: ({ match, loaderData }) =>
    headOf(match.context, loaderData?.post.title, loaderData?.post.summary),
});
