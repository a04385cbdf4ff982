import { useMatch } from "@tanstack/react-router";
import { may, type Permission } from "../../src/accounts/permission-rules";

/**
 * Whether the signed-in person has a permission. Outside the dashboard is the setup, which belongs
 * to the owner.
 */
export function usePermission(permission: Permission): boolean {
  const dashboard = useMatch({ from: "/dispatch/dashboard", shouldThrow: false });
  return may(dashboard?.loaderData?.profile.role ?? "owner", permission);
}
