import { createFileRoute, redirect } from "@tanstack/react-router";

/** Where it was before all settings came together. */
export const Route = createFileRoute("/dispatch/dashboard/contact")({
  beforeLoad: () => {
    throw redirect({ to: "/dispatch/dashboard/settings/contact", replace: true });
  },
});
