import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** Auto-dispatch: its rules, switch and test. */
export const Route = createFileRoute("/dispatch/dashboard/settings/auto-dispatch")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin["auto-dispatch"].$get()),
  head: ({ match }) => ({ meta: [{ title: `Auto-dispatch · ${match.context.settings.brand}` }] }),
});
