import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The business name and sign-in addresses. */
export const Route = createFileRoute("/dispatch/dashboard/settings/name")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.name.$get()),
  head: ({ match }) => ({ meta: [{ title: `Name · ${match.context.settings.brand}` }] }),
});
