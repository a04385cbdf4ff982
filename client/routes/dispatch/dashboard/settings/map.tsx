import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The imported streets, and travel times by the hour; for owners. */
export const Route = createFileRoute("/dispatch/dashboard/settings/map")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api } }) => {
    const { streets, traffic } = api.admin.settings;
    const [first, times] = await Promise.all([
      loadAsStaff(streets.$get()),
      loadAsStaff(traffic.$get()),
    ]);
    return { streets: first, traffic: times };
  },
  head: ({ match }) => ({ meta: [{ title: `Map · ${match.context.settings.brand}` }] }),
});
