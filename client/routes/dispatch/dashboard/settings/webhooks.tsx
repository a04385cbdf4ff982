import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The endpoints of other programs that are called when something happens; for owners. */
export const Route = createFileRoute("/dispatch/dashboard/settings/webhooks")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.webhooks.$get()),
  head: ({ match }) => ({ meta: [{ title: `Webhooks · ${match.context.settings.brand}` }] }),
});
