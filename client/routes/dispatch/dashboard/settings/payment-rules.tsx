import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The rules by which riders pay before the trip. */
export const Route = createFileRoute("/dispatch/dashboard/settings/payment-rules")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin["payment-rules"].$get()),
  head: ({ match }) => ({ meta: [{ title: `Payment rules · ${match.context.settings.brand}` }] }),
});
