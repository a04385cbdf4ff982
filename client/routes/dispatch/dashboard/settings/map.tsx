import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** Imported streets; for owners. */
export const Route = createFileRoute("/dispatch/dashboard/settings/map")({
  staticData: { private: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.streets.$get()),
  head: ({ match }) => ({ meta: [{ title: `Map · ${match.context.settings.brand}` }] }),
});
