import { redirect } from "@tanstack/react-router";
import type { GetDriverAnswer } from "../../src/drivers/contract";
import { type Api, read } from "../api";
import { ApiError } from "../api-error";

/** Redirects a signed-in driver from a sign-in screen to the dashboard. A failed check counts as signed out. */
export async function leaveIfSignedIn(api: Api): Promise<void> {
  const { authenticated } = await read<GetDriverAnswer>(api.driver["get-driver"].$get()).catch(
    (error) => {
      if (error instanceof ApiError) return { authenticated: false };
      throw error;
    },
  );
  if (authenticated) throw redirect({ to: "/driver/dashboard", replace: true });
}
