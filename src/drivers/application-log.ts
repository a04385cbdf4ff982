/** The log of an application: actions of the applicant and of dispatch. */
import { driverApplicationEvents, type StoredApplicationEvent } from "../../db/schema/drivers";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { insertRow } from "../../db/rows";
import type { WebhookType } from "../webhooks/event-contract";
import { recordWebhook } from "../webhooks/record-actions";

/** Logs an action of the applicant inside the caller's transaction. */
export function logApplicantAction(
  tx: Tx,
  deps: Deps,
  applicationId: string,
  act: StoredApplicationEvent["act"],
): void {
  recordEventAndWebhook(
    tx,
    deps,
    applicationId,
    { actorKind: "applicant", actorId: null, actorName: "" },
    act,
    {},
  );
}

/** Logs an action of dispatch. `words` is the text for the applicant. */
export function logDispatchAction(
  tx: Tx,
  deps: Deps,
  applicationId: string,
  actor: Actor,
  act: StoredApplicationEvent["act"],
  more: { words?: string; detail?: Record<string, string | number> } = {},
): void {
  const actorFields = { actorKind: "admin" as const, actorId: actor.id, actorName: actor.name };
  recordEventAndWebhook(tx, deps, applicationId, actorFields, act, more);
  // The audit log has no names or texts here, because it stays after the applicant's data is erased.
  const action = act === "approved" || act === "rejected" ? act : "changed";
  const { field } = more.detail ?? {};
  appendAudit(tx, deps, {
    actor,
    action: `application.${action}`,
    subject: { kind: "application", id: applicationId },
    summary: actSummaries[act],
    detail: field === undefined ? {} : { field },
  });
}

const actSummaries: Record<StoredApplicationEvent["act"], string> = {
  sent: "Sent an application",
  changed: "Changed an application",
  file_accepted: "Accepted an application’s file",
  file_refused: "Rejected an application’s file",
  file_reopened: "Undid a decision about an application’s file",
  asked: "Asked an applicant for more information",
  rejected: "Rejected an application",
  approved: "Approved an application",
};

function webhookTypeOf(act: StoredApplicationEvent["act"]): WebhookType {
  if (act === "sent") return "application.created";
  return act === "approved" || act === "rejected" ? `application.${act}` : "application.changed";
}

function recordEventAndWebhook(
  tx: Tx,
  deps: Deps,
  applicationId: string,
  by: Pick<StoredApplicationEvent, "actorKind" | "actorId" | "actorName">,
  act: StoredApplicationEvent["act"],
  more: { words?: string; detail?: Record<string, string | number> },
): void {
  const at = deps.now();
  recordWebhook(tx, webhookTypeOf(act), { at, now: at }, () => ({ id: applicationId }));
  insertRow(tx, driverApplicationEvents, {
    id: Bun.randomUUIDv7(),
    applicationId,
    at,
    ...by,
    act,
    words: more.words ?? "",
    detail: more.detail ?? {},
  });
}
