import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The terms that people accept when they book. */
export const Route = createFileRoute("/dispatch/dashboard/settings/terms")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.terms.$get()),
  head: ({ match }) => ({ meta: [{ title: `Terms · ${match.context.settings.brand}` }] }),
});
