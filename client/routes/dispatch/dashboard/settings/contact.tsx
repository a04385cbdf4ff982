import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The ways in which riders, drivers and dispatch reach each other. */
export const Route = createFileRoute("/dispatch/dashboard/settings/contact")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.contact.$get()),
  head: ({ match }) => ({ meta: [{ title: `Contact · ${match.context.settings.brand}` }] }),
});
