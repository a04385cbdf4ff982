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
import { alertWords, activeAlerts, type StoredAlert, step, type AlertPhase } from "./alert-rules";
import { heldAmountsOf, readAlerts, readFacts } from "./status-facts-queries";
import { writeStatusNote } from "./status-note-actions";
import { readStatusNote } from "./status-note-queries";

/** Checks once. It writes only when an alert starts, changes or ends. */
export async function checkAlerts(deps: Deps): Promise<void> {
  if (readStatusNote(deps, "watching") === null)
    await deps.write((tx) => writeStatusNote(tx, "watching", deps.now(), {}));
  const facts = await readFacts(deps);
  const knownAlerts = readAlerts(deps);
  const now = deps.now();
  const foundAlerts = activeAlerts(facts, heldAmountsOf(knownAlerts), now);
  const steps = alertKinds.map((kind) => {
    const before = knownAlerts.get(kind) ?? null;
    return { kind, before, ...step(before, foundAlerts.get(kind) ?? null, now) };
  });
  const changedAlerts = steps.filter(({ before, next }) => next !== before);
  if (changedAlerts.length === 0) return;
  await deps.write((tx) => {
    for (const { kind, next, alertPhase } of changedAlerts) {
      if (next === null) continue;
      remember(tx, kind, next);
      if (alertPhase) tell(tx, deps, { kind, alertPhase, known: next });
    }
  });
  for (const { kind, alertPhase, next } of changedAlerts)
    if (alertPhase)
      deps.log[alertPhase === "over" ? "info" : "warning"](
        alertPhase === "over" ? "Resolved: {title}. {detail}" : "{title}. {detail}",
        { title: alertWords[kind].title, detail: next?.detail ?? "" },
      );
}

function remember(tx: Tx, kind: AlertKind, known: StoredAlert): void {
  tx.insert(alerts)
    .values({ kind, ...known })
    .onConflictDoUpdate({ target: alerts.kind, set: known })
    .run();
}

function tell(
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
