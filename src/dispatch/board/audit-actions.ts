import { appendAudit } from "../../audit/actions";
import { verifyAudit } from "../../audit/audit-verification-queries";
import type { Actor, Deps } from "../../deps";

/** Verifies the chain of the audit log, and logs the result with the time and the person who requested it. */
export async function verifyAuditLog(deps: Deps, actor: Actor): Promise<void> {
  const { intact, upTo, hash, brokenAt } = await verifyAudit(deps.db, deps.keys);
  await deps.write((tx) =>
    appendAudit(tx, deps, {
      actor,
      action: "audit.verified",
      subject: { kind: "audit", id: null },
      summary: intact
        ? `Verified the audit log up to entry ${upTo}`
        : `Verified the audit log, which breaks at entry ${brokenAt}`,
      detail: { intact, upTo, hash, ...(brokenAt !== null && { brokenAt }) },
    }),
  );
}
