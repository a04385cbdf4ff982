import { ownerEmails } from "../accounts/staff/staff-queries";
import type { Deps } from "../deps";

/** Returns the addresses that get alerts: those in the configuration, otherwise all owners. */
export function alertAddresses({ config, db }: Pick<Deps, "config" | "db">): string[] {
  return config.alertEmails ?? ownerEmails(db);
}
