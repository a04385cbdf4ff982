import { createFileRoute, redirect } from "@tanstack/react-router";

/** Where it was before all settings came together. */
export const Route = createFileRoute("/dispatch/dashboard/booking-rules")({
  beforeLoad: () => {
    throw redirect({ to: "/dispatch/dashboard/settings/booking-rules", replace: true });
  },
});
