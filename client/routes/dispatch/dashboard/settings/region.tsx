import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** Where the operator is at home, and what it counts in. */
export const Route = createFileRoute("/dispatch/dashboard/settings/region")({
  staticData: { private: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.region.$get()),
  head: ({ match }) => ({
    meta: [{ title: `Country and units · ${match.context.settings.brand}` }],
  }),
});
