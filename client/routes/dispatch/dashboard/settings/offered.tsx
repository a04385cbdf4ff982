import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The services offered besides point-to-point rides. */
export const Route = createFileRoute("/dispatch/dashboard/settings/offered")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.settings.services.$get()),
  head: ({ match }) => ({ meta: [{ title: `Services · ${match.context.settings.brand}` }] }),
});
