import { createFileRoute } from "@tanstack/react-router";
import { headOf, loadPage } from "../site/page-load";

/** Where a visitor without a session lands who asked for something that needs one. */
export const Route = createFileRoute("/joinUs")({
  staticData: { shared: true },
  loader: ({ context }) => loadPage(context, "joinUs"),
  head: ({ match, loaderData }) => headOf(match.context, "Join us", loaderData?.page.description),
});
