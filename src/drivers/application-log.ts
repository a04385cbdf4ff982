/** The log of an application: what its applicant and dispatch did. */
import { driverApplicationEvents, type StoredApplicationEvent } from "../../db/schema/drivers";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { insertRow } from "../../db/rows";

/** Adds a line of the applicant's own doing, inside the caller's transaction. */
export function logApplicant(
  tx: Tx,
  deps: Deps,
  applicationId: string,
  act: StoredApplicationEvent["act"],
): void {
  write(tx, deps, applicationId, { actorKind: "applicant", actorId: null, actorName: "" }, act, {});
}

/** Adds a line of what dispatch did; `words` is what it told the applicant. */
export function logDispatch(
  tx: Tx,
  deps: Deps,
  applicationId: string,
  actor: Actor,
  act: StoredApplicationEvent["act"],
  more: { words?: string; detail?: Record<string, string | number> } = {},
): void {
  const by = { actorKind: "admin" as const, actorId: actor.id, actorName: actor.name };
  write(tx, deps, applicationId, by, act, more);
  // The applicant may be forgotten later, the log not: it names nobody and none of the words.
  const action = act === "approved" || act === "rejected" ? act : "changed";
  const { field } = more.detail ?? {};
  appendAudit(tx, deps, {
    actor,
    action: `application.${action}`,
    subject: { kind: "application", id: applicationId },
    summary: acts[act],
    detail: field === undefined ? {} : { field },
  });
}

const acts: Record<StoredApplicationEvent["act"], string> = {
  sent: "Sent an application",
  changed: "Changed an application",
  file_accepted: "Accepted a file of an application",
  file_refused: "Refused a file of an application",
  file_reopened: "Took back a decision on a file of an application",
  asked: "Asked an applicant for more",
  rejected: "Rejected an application",
  approved: "Approved an application",
};

function write(
  tx: Tx,
  deps: Deps,
  applicationId: string,
  by: Pick<StoredApplicationEvent, "actorKind" | "actorId" | "actorName">,
  act: StoredApplicationEvent["act"],
  more: { words?: string; detail?: Record<string, string | number> },
): void {
  insertRow(tx, driverApplicationEvents, {
    id: Bun.randomUUIDv7(),
    applicationId,
    at: deps.now(),
    ...by,
    act,
    words: more.words ?? "",
    detail: more.detail ?? {},
  });
}
