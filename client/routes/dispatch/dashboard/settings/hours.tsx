import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The opening hours of the phone. */
export const Route = createFileRoute("/dispatch/dashboard/settings/hours")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.hours.$get()),
  head: ({ match }) => ({ meta: [{ title: `Opening hours · ${match.context.settings.brand}` }] }),
});
