import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_rider/_protected/profile/")({
  beforeLoad: () => {
    throw redirect({ to: "/profile/AccountInfo", replace: true });
  },
});
