import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** Whether riders can book online. */
export const Route = createFileRoute("/dispatch/dashboard/settings/online")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.online.$get()),
  head: ({ match }) => ({ meta: [{ title: `Online booking · ${match.context.settings.brand}` }] }),
});
