import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/imports")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin.imports.$get()),
  head: ({ match }) => ({ meta: [{ title: `Import · ${match.context.settings.brand}` }] }),
});
