import { createFileRoute, redirect } from "@tanstack/react-router";
import { loadAsStaff } from "../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard")({
  staticData: { isPrivate: true, sendsHeadFirst: true },
  gcTime: 0,
  // The signed-in person doesn't change with filters, and a refused call leaves the dashboard anyway.
  staleTime: Number.POSITIVE_INFINITY,
  loader: async ({ context }) => {
    const profile = await loadAsStaff(context.api.admin.profile.$get());
    if (profile.isLocked) throw redirect({ to: "/dispatch/lock" });
    return { profile };
  },
});
