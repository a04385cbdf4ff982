import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/dispatch/dashboard/settings/")({
  beforeLoad: () => {
    throw redirect({ to: "/dispatch/dashboard/settings/name", replace: true });
  },
});
