import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The rules by which pickups follow flights. */
export const Route = createFileRoute("/dispatch/dashboard/settings/flights")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.flights.$get()),
  head: ({ match }) => ({ meta: [{ title: `Flights · ${match.context.settings.brand}` }] }),
});
