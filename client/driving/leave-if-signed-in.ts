import { redirect } from "@tanstack/react-router";
import type { GetDriverAnswer } from "../../src/drivers/contract";
import { type Api, read } from "../api";
import { ApiError } from "../api-error";

/**
 * For the driver's sign-in screens: redirects a signed-in driver to the dashboard. A failed check
 * counts as signed out.
 */
export async function leaveIfSignedIn(api: Api): Promise<void> {
  const { authenticated } = await read<GetDriverAnswer>(api.driver["get-driver"].$get()).catch(
    (error) => {
      if (error instanceof ApiError) return { authenticated: false };
      throw error;
    },
  );
  if (authenticated) throw redirect({ to: "/driver/dashboard", replace: true });
}
