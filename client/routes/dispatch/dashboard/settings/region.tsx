import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The operator's country, time zone, currency and unit. */
export const Route = createFileRoute("/dispatch/dashboard/settings/region")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.region.$get()),
  head: ({ match }) => ({
    meta: [{ title: `Country and units · ${match.context.settings.brand}` }],
  }),
});
