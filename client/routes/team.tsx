import { createFileRoute } from "@tanstack/react-router";
import type { TeamAnswer } from "../../src/content/contract";
import { headOf, loadPage, loadText } from "../site/page-load";

export const Route = createFileRoute("/team")({
  staticData: { shared: true },
  loader: async ({ context }) => {
    const [{ page }, team] = await Promise.all([
      loadPage(context, "team"),
      loadText<TeamAnswer>(context.api.content.team.$get()),
    ]);
    return { page, ...team };
  },
  head: ({ match, loaderData }) => headOf(match.context, "Team", loaderData?.page.description),
});
