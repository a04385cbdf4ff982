import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The outside services, and tests of them; for owners. */
export const Route = createFileRoute("/dispatch/dashboard/settings/providers")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.providers.$get()),
  head: ({ match }) => ({ meta: [{ title: `Providers · ${match.context.settings.brand}` }] }),
});
