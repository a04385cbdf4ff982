import { createFileRoute } from "@tanstack/react-router";
import { loadDeferred } from "../../../deferred-part";
import { loadAsStaff } from "../../../office/calls";

/** The server's status, for its owner. */
export const Route = createFileRoute("/dispatch/dashboard/status")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context }) => ({
    first: await loadDeferred(context, (api) => loadAsStaff(api.admin.status.$get())),
  }),
  head: ({ match }) => ({ meta: [{ title: `Status · ${match.context.settings.brand}` }] }),
});
