import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The rules by which bookings are confirmed without dispatch. */
export const Route = createFileRoute("/dispatch/dashboard/settings/confirmation-rules")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin["confirmation-rules"].$get()),
  head: ({ match }) => ({
    meta: [{ title: `Confirmation rules · ${match.context.settings.brand}` }],
  }),
});
