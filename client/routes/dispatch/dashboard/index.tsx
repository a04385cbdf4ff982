import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/dispatch/dashboard/")({
  beforeLoad: () => {
    throw redirect({ to: "/dispatch/dashboard/reservation", replace: true });
  },
});
