import { createFileRoute, redirect } from "@tanstack/react-router";

/** The former address of this settings topic, which redirects. */
export const Route = createFileRoute("/dispatch/dashboard/booking-rules")({
  beforeLoad: () => {
    throw redirect({ to: "/dispatch/dashboard/settings/booking-rules", replace: true });
  },
});
