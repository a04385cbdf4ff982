import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** Which websites may show the booking widget, and what they paste. */
export const Route = createFileRoute("/dispatch/dashboard/settings/widget")({
  staticData: { private: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.widget.$get()),
  head: ({ match }) => ({ meta: [{ title: `Booking widget · ${match.context.settings.brand}` }] }),
});
