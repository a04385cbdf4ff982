import { createFileRoute } from "@tanstack/react-router";
import type { HistoryAnswer } from "../../src/content/contract";
import { headOf, loadPage, loadText } from "../site/page-load";

export const Route = createFileRoute("/history")({
  staticData: { shared: true },
  loader: async ({ context }) => {
    const [{ page }, history] = await Promise.all([
      loadPage(context, "history"),
      loadText<HistoryAnswer>(context.api.content.history.$get()),
    ]);
    return { page, ...history };
  },
  head: ({ match, loaderData }) => headOf(match.context, "History", loaderData?.page.description),
});
