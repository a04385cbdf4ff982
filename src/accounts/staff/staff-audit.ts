/** What staff do to their own access, for the audit log. */
import { fullName } from "../name-rules";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { AuditAction } from "../../audit/contract";
import type { Actor, Deps } from "../../deps";
import type { StoredAdmin } from "../../../db/schema/accounts";

/** Who a member of staff is to the logs. */
function staffActor({ id, firstName, lastName, email }: StoredAdmin): Actor {
  return { kind: "admin", id, name: fullName({ firstName, lastName }) || email };
}

/** Tells the audit log what somebody did to their own access, inside the caller's transaction. */
export function auditStaffChange(
  tx: Tx,
  deps: Deps,
  admin: StoredAdmin,
  action: AuditAction,
  summary: string,
  address?: string,
): void {
  appendAudit(tx, deps, {
    actor: staffActor(admin),
    action,
    subject: { kind: "staff", id: admin.id },
    summary,
    ...(address !== undefined && { address }),
  });
}
