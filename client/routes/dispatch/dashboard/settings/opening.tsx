import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** Whether the site is open to the public. */
export const Route = createFileRoute("/dispatch/dashboard/settings/opening")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.opening.$get()),
  head: ({ match }) => ({
    meta: [{ title: `Open for business · ${match.context.settings.brand}` }],
  }),
});
