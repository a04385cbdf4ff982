import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The websites that can show the booking widget, and the code to paste. */
export const Route = createFileRoute("/dispatch/dashboard/settings/widget")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.widget.$get()),
  head: ({ match }) => ({ meta: [{ title: `Booking widget · ${match.context.settings.brand}` }] }),
});
