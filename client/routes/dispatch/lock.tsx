import { createFileRoute, redirect } from "@tanstack/react-router";
import type { AdminProfile } from "../../../src/accounts/contract";
import { read } from "../../api";
import { ApiError } from "../../api-error";
import { failureText } from "../../office/calls";

type LockPageData = { profile: AdminProfile; failure: null } | { profile: null; failure: string };

export const Route = createFileRoute("/dispatch/lock")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context }): Promise<LockPageData> => {
    let profile: AdminProfile;
    try {
      profile = await read(context.api.admin.profile.$get());
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw redirect({ to: "/dispatch" });
      return { profile: null, failure: failureText(error) };
    }
    if (!profile.isLocked) throw redirect({ to: "/dispatch/dashboard/reservation" });
    return { profile, failure: null };
  },
  head: ({ match }) => ({ meta: [{ title: `Locked · ${match.context.settings.brand}` }] }),
});
