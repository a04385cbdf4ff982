import { useMatch } from "@tanstack/react-router";
import { may, type Permission } from "../../src/accounts/permission-rules";

/** Whether who is signed in has a permission. Outside of the dashboard is the setup, which is the owner's. */
export function useMay(permission: Permission): boolean {
  const dashboard = useMatch({ from: "/dispatch/dashboard", shouldThrow: false });
  return may(dashboard?.loaderData?.profile.role ?? "owner", permission);
}
