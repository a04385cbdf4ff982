import { ownerEmails } from "../accounts/staff/staff-queries";
import type { Deps } from "../deps";

/** Where alerts go: where the configuration says, or else to all owners. */
export function alertAddresses({ config, db }: Pick<Deps, "config" | "db">): string[] {
  return config.alertEmails ?? ownerEmails(db);
}
