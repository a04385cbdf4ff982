import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The lead time, the booking horizon and related rules for riders. */
export const Route = createFileRoute("/dispatch/dashboard/settings/booking-rules")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin["booking-rules"].$get()),
  head: ({ match }) => ({ meta: [{ title: `Booking rules · ${match.context.settings.brand}` }] }),
});
