import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The operator's colour and logo. */
export const Route = createFileRoute("/dispatch/dashboard/settings/brand")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.brand.$get()),
  head: ({ match }) => ({ meta: [{ title: `Logo and colour · ${match.context.settings.brand}` }] }),
});
