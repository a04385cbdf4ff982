import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/driver/dashboard/requests/")({
  beforeLoad: () => {
    throw redirect({ to: "/driver/dashboard/requests/today", replace: true });
  },
});
