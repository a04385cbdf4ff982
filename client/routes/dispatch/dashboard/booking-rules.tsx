import { createFileRoute, redirect } from "@tanstack/react-router";

/** The address before all settings moved together. */
export const Route = createFileRoute("/dispatch/dashboard/booking-rules")({
  beforeLoad: () => {
    throw redirect({ to: "/dispatch/dashboard/settings/booking-rules", replace: true });
  },
});
