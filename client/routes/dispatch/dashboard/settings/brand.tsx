import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** What the operator looks like, and what stands on its papers. */
export const Route = createFileRoute("/dispatch/dashboard/settings/brand")({
  staticData: { private: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.brand.$get()),
  head: ({ match }) => ({ meta: [{ title: `Brand · ${match.context.settings.brand}` }] }),
});
