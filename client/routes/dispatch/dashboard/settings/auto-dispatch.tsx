import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** What auto-dispatch may do, its switch, and what it would have done. */
export const Route = createFileRoute("/dispatch/dashboard/settings/auto-dispatch")({
  staticData: { private: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin["auto-dispatch"].$get()),
  head: ({ match }) => ({ meta: [{ title: `Auto-dispatch · ${match.context.settings.brand}` }] }),
});
