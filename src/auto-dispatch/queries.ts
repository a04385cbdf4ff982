import { desc, eq } from "drizzle-orm";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import { autoDispatch, autoDispatchRuns } from "../../db/schema/auto-dispatch";
import { reservations } from "../../db/schema/reservations";
import { autoDispatchText } from "../reservations/event-facts-rules";
import { formatMoney } from "../settings/money-rules";
import { scorePartsOf } from "../dispatch/assignment/ranking-rules";
import {
  AutoRule,
  AutoReasons,
  type AutoDispatch,
  type AutoDispatchAnswer,
  type AutoRun,
} from "./contract";
import { findRow } from "../../db/rows";
import { iso } from "../formats/instants";

/** The most entries of recent activity that are shown. */
const MAX_RUNS = 25;

/** Returns the rules and their version; switched off and empty before they are first saved. */
export function readSettings(db: Db): { settings: AutoDispatch; version: number } {
  const row = findRow(db, autoDispatch, { id: 1 });
  if (!row) return { settings: { on: false, rules: [], quiet: null }, version: 0 };
  const { on, rules, quietFrom: from, quietUntil: until, version } = row;
  return {
    settings: {
      on,
      rules: AutoRule.array().parse(rules),
      quiet: from !== null && until !== null ? { from, until } : null,
    },
    version,
  };
}

/** Reads from the audit log who last switched it on or off. */
const readLastSwitch = prepared(({ $client }: Db) =>
  $client.query<{ by: string; at: number }, []>(
    `SELECT actor_name AS by, at FROM audit_log
     WHERE subject_kind = 'settings' AND subject_id = 'auto-dispatch'
       AND (action = 'auto.stopped'
         OR ', ' || json_extract(detail, '$.changed') || ',' LIKE '%, on,%')
     ORDER BY at DESC, number DESC LIMIT 1`,
  ),
);

function reasonText(outcome: AutoRun["outcome"], why: AutoReasons, currency: string): string {
  const { ranking } = why;
  // The screen already labels a suggestion, so the text does not repeat it.
  const text = autoDispatchText({ ...why, outcome: outcome === "late" ? outcome : "" });
  if (!ranking) return text;
  const points = scorePartsOf(ranking, (minor) => formatMoney(minor, currency));
  return `${text} ${points.map((point) => point.text).join(", ")}.`;
}

/** Returns the settings with recent activity. */
export function readAutoDispatch(db: Db): AutoDispatchAnswer {
  const rows = db
    .select({
      run: autoDispatchRuns,
      number: reservations.number,
      currency: reservations.currency,
    })
    .from(autoDispatchRuns)
    .innerJoin(reservations, eq(reservations.id, autoDispatchRuns.reservationId))
    .orderBy(desc(autoDispatchRuns.at))
    .limit(MAX_RUNS)
    .all();
  const [switched] = readLastSwitch(db).all();
  return {
    ...readSettings(db),
    switched: switched ? { by: switched.by, at: iso(switched.at) } : null,
    runs: rows.map(({ run, number, currency }) => ({
      reservationId: run.reservationId,
      number,
      at: iso(run.at),
      outcome: run.outcome,
      why: reasonText(run.outcome, AutoReasons.parse(run.reasons), currency),
      alertedAt: iso(run.alertedAt),
    })),
  };
}
