import { createFileRoute, redirect } from "@tanstack/react-router";

/** The former address of this settings topic, which redirects. */
export const Route = createFileRoute("/dispatch/dashboard/contact")({
  beforeLoad: () => {
    throw redirect({ to: "/dispatch/dashboard/settings/contact", replace: true });
  },
});
