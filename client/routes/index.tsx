import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { headOf, loadPage } from "../site/page-load";

export const Route = createFileRoute("/")({
  staticData: { shared: true },
  loader: async ({ context }) => {
    const [{ page }, { services }, { vehicleClasses }] = await Promise.all([
      loadPage(context, "home"),
      load(context.api.content.services.$get()),
      load(context.api["vehicle-classes"].$get()),
    ]);
    return { page, services, vehicleClasses };
  },
  head: ({ match, loaderData }) => headOf(match.context, undefined, loaderData?.page.description),
});
