import { useLoaderData } from "@tanstack/react-router";
import { may, type Permission } from "../../src/accounts/permission-rules";

/** Whether who is signed in has a permission. Under the dashboard only. */
export function useMay(permission: Permission): boolean {
  const { role } = useLoaderData({ from: "/dispatch/dashboard" }).profile;
  return may(role, permission);
}
