/** Records changes by staff to their own access in the audit log. */
import { fullName } from "../name-rules";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { AuditAction } from "../../audit/contract";
import type { Actor, Deps } from "../../deps";
import type { StoredAdmin } from "../../../db/schema/accounts";

/** Returns the actor that stands for a member of staff in the logs. */
function staffActor({ id, firstName, lastName, email }: StoredAdmin): Actor {
  return { kind: "admin", id, name: fullName({ firstName, lastName }) || email };
}

/** Adds a change by a member of staff to their own access to the audit log, inside the caller's transaction. */
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
