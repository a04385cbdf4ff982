import { useMatch } from "@tanstack/react-router";
import { may, type Permission } from "../../src/accounts/permission-rules";

/**
 * Returns whether the signed-in person has a permission. Outside the dashboard there is only the setup, which belongs
 * to the owner.
 */
export function usePermission(permission: Permission): boolean {
  const dashboard = useMatch({ from: "/dispatch/dashboard", shouldThrow: false });
  return may(dashboard?.loaderData?.profile.role ?? "owner", permission);
}
