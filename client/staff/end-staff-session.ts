import type { useNavigate } from "@tanstack/react-router";
import { type Api, read } from "../api";
import { hasSessionEnded } from "../api-error";

/** Signs staff out and opens the sign-in, which warns if the server did not confirm that the session has ended. */
export async function endStaffSession(
  api: Api,
  navigate: ReturnType<typeof useNavigate>,
): Promise<void> {
  const isConfirmed = await read(api.admin.logout.$post()).then(() => true, hasSessionEnded);
  await navigate({
    to: "/dispatch",
    state: { signedOut: true, isLogoutUnconfirmed: !isConfirmed },
  });
}
