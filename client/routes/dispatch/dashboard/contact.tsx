import { createFileRoute, redirect } from "@tanstack/react-router";

/** The address before all settings moved together. */
export const Route = createFileRoute("/dispatch/dashboard/contact")({
  beforeLoad: () => {
    throw redirect({ to: "/dispatch/dashboard/settings/contact", replace: true });
  },
});
