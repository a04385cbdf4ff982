import { createFileRoute, redirect } from "@tanstack/react-router";
import { read } from "../../api";
import { ApiError } from "../../api-error";

export const Route = createFileRoute("/dispatch/")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context, location }) => {
    if (location.state.signedOut) return;
    let isLocked: boolean;
    try {
      ({ isLocked } = await read(context.api.admin.profile.$get()));
    } catch (error) {
      // After any failure the form is shown, and signing in shows the reason.
      if (error instanceof ApiError) return;
      throw error;
    }
    throw redirect({ to: isLocked ? "/dispatch/lock" : "/dispatch/dashboard/reservation" });
  },
  head: ({ match }) => ({
    meta: [{ title: `Sign in to dispatch · ${match.context.settings.brand}` }],
  }),
});
