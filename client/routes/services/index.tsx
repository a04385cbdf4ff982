import { createFileRoute } from "@tanstack/react-router";
import { load } from "../../api";
import { headOf, loadPage } from "../../site/page-load";

export const Route = createFileRoute("/services/")({
  staticData: { shared: true },
  loader: async ({ context }) => {
    const [{ page }, { services }] = await Promise.all([
      loadPage(context, "services"),
      load(context.api.content.services.$get()),
    ]);
    return { page, services };
  },
  head: ({ match, loaderData }) => headOf(match.context, "Services", loaderData?.page.description),
});
