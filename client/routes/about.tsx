import { createFileRoute } from "@tanstack/react-router";
import { headOf, loadPage } from "../site/page-load";

export const Route = createFileRoute("/about")({
  staticData: { shared: true },
  loader: ({ context }) => loadPage(context, "about"),
  head: ({ match, loaderData }) => headOf(match.context, "About us", loaderData?.page.description),
});
