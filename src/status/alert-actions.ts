/** Checks every minute for alerts and e-mails the owners about them. */
import { alerts } from "../../db/schema/status";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { serverAlert } from "../notifications/texts/alert-texts";
import { queueMessage } from "../notifications/outbox";
import { momentText } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { alertAddresses } from "./alert-address-queries";
import { type AlertKind, alertKinds } from "./alert-contract";
import {
  alertWords,
  activeAlerts,
  type StoredAlert,
  nextAlertState,
  type AlertPhase,
} from "./alert-rules";
import { activeKindsOf, readAlerts, readFacts } from "./status-facts-queries";
import { writeStatusNote } from "./status-note-actions";
import { readStatusNote } from "./status-note-queries";

/** Checks once. It writes only when an alert starts, changes or ends. */
export async function checkAlerts(deps: Deps): Promise<void> {
  if (readStatusNote(deps, "watching") === null)
    await deps.write((tx) => writeStatusNote(tx, "watching", deps.now(), {}));
  const facts = await readFacts(deps);
  const storedAlerts = readAlerts(deps);
  const now = deps.now();
  const detailByKind = activeAlerts(facts, activeKindsOf(storedAlerts), now);
  const nextStates = alertKinds.map((kind) => {
    const before = storedAlerts.get(kind) ?? null;
    return { kind, before, ...nextAlertState(before, detailByKind.get(kind) ?? null, now) };
  });
  const changedAlerts = nextStates.filter(({ before, next }) => next !== before);
  if (changedAlerts.length === 0) return;
  await deps.write((tx) => {
    for (const { kind, next, alertPhase } of changedAlerts) {
      if (next === null) continue;
      saveAlert(tx, kind, next);
      if (alertPhase) queueAlertEmails(tx, deps, { kind, alertPhase, known: next });
    }
  });
  for (const { kind, alertPhase, next } of changedAlerts)
    if (alertPhase)
      deps.log[alertPhase === "over" ? "info" : "warning"](
        alertPhase === "over" ? "Resolved: {title}. {detail}" : "{title}. {detail}",
        { title: alertWords[kind].title, detail: next?.detail ?? "" },
      );
}

function saveAlert(tx: Tx, kind: AlertKind, alert: StoredAlert): void {
  tx.insert(alerts)
    .values({ kind, ...alert })
    .onConflictDoUpdate({ target: alerts.kind, set: alert })
    .run();
}

function queueAlertEmails(
  tx: Tx,
  deps: Deps,
  about: { kind: AlertKind; alertPhase: Exclude<AlertPhase, null>; known: StoredAlert },
): void {
  const { kind, alertPhase, known } = about;
  const message = serverAlert({
    brand: readOperator(deps).brand,
    ...alertWords[kind],
    alertPhase,
    detail: known.detail,
    since: momentText(known.since, readOperator(deps).timeZone),
    url: `${deps.config.publicUrl}/dispatch/dashboard/status`,
  });
  for (const value of alertAddresses(deps))
    queueMessage(tx, deps, { to: { type: "email", value }, message });
}
