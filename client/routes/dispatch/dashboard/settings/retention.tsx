import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The retention periods of personal data. */
export const Route = createFileRoute("/dispatch/dashboard/settings/retention")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.retention.$get()),
  head: ({ match }) => ({ meta: [{ title: `Data retention · ${match.context.settings.brand}` }] }),
});
