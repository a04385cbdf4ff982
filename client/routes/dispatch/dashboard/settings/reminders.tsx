import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** How long before the pickup reminders are sent, and to whom. */
export const Route = createFileRoute("/dispatch/dashboard/settings/reminders")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin["trip-reminders"].$get()),
  head: ({ match }) => ({ meta: [{ title: `Reminders · ${match.context.settings.brand}` }] }),
});
