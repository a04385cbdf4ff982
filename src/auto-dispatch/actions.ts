/**
 * Handles each trip automatically once. The action and its record share a transaction, so neither a restart nor a
 * second process repeats it. Earlier decisions of dispatch are kept.
 */
import { autoDispatchRuns } from "../../db/schema/auto-dispatch";
import type { StoredTrip } from "../../db/schema/reservations";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { assign } from "../dispatch/assignment/assignment-actions";
import { candidatesFor } from "../dispatch/assignment/candidate-queries";
import { sendOffers, withdrawOffersInTransaction } from "../dispatch/assignment/offer-actions";
import { announce, changeReservation } from "../reservations/actions";
import type { EventOf } from "../reservations/event-contract";
import { AUTO_DISPATCH_ACTOR_ID } from "../reservations/event-rules";
import { canReturnToPickup } from "../reservations/rules";
import { readOperator } from "../settings/queries";
import type { AutoRule, AutoReasons } from "./contract";
import { readSettings } from "./queries";
import { type DriverToOffer, phaseOf, bestAssignments, ruleFor, ineligibleReason } from "./rules";
import { loadTrip } from "../reservations/trip-queries";
import { findRow, insertRow } from "../../db/rows";

type Outcome = (typeof autoDispatchRuns.$inferInsert)["outcome"];

/** The name of auto-dispatch in the timeline and the audit log. */
const AUTO_DISPATCH_ACTOR: Actor = {
  kind: "system",
  id: AUTO_DISPATCH_ACTOR_ID,
  name: "Auto-dispatch",
};

const MINUTE_MS = 60_000;
/** The most trips in one round. The next round handles the others. */
const MAX_TRIPS_PER_ROUND = 200;

/** Handles the due trips and returns how many. Run it every few seconds. */
export async function runAutoDispatch(deps: Deps): Promise<number> {
  const { settings } = readSettings(deps.db);
  if (!settings.on || settings.rules.length === 0) return 0;
  const now = deps.now();
  const earliestStartMinutes = Math.max(...settings.rules.map(({ startMinutes }) => startMinutes));
  // Trips that were handled are left out, so that they do not block others.
  const dueTrips = deps.db.$client
    .query<{ id: string }, [number, number]>(
      `SELECT r.id FROM reservations r LEFT JOIN auto_dispatch_runs a ON a.reservation_id = r.id
       WHERE r.state IN ('confirmed', 'offered') AND r.pickup_at > ? AND r.pickup_at <= ?
         AND a.alerted_at IS NULL AND (a.reservation_id IS NOT NULL OR r.state = 'confirmed')
       ORDER BY r.pickup_at LIMIT ${MAX_TRIPS_PER_ROUND}`,
    )
    .all(now, now + earliestStartMinutes * MINUTE_MS);
  let handledTripCount = 0;
  for (const { id } of dueTrips) {
    if (!dueAutoDispatchStep(deps, deps.db, id, now)) continue;
    try {
      const result = await deps.write((tx) => runAutoDispatchStep(deps, tx, id, now));
      if (!result) continue;
      announce(deps, result.row, result.offeredDriverIds);
      handledTripCount++;
    } catch (error) {
      // One failure must not stop the others. The next round tries this trip again.
      deps.log.error("Auto-dispatch failed for trip {id}: {error}", { id, error });
    }
  }
  return handledTripCount;
}

/** Returns the facts that decide whether a trip can be handled automatically. */
export function autoDispatchFacts(row: StoredTrip): Parameters<typeof ineligibleReason>[0] {
  const { pickupPinned, dropoffPinned, willCall } = row;
  const hasPrice = Array.isArray(row.fareLines) && row.fareLines.length > 0;
  return {
    pickupPinned,
    dropoffPinned,
    willCall,
    hasPrice,
    canReturnToPickup: canReturnToPickup(row.serviceType),
  };
}

type AutoDispatchResult = { row: StoredTrip; offeredDriverIds: string[] };

type DueAutoDispatchStep = {
  row: StoredTrip;
  rule: AutoRule;
  mustGiveUp: boolean;
};

/** Returns the step that a trip's rule requires now; null if none. */
function dueAutoDispatchStep(
  deps: Deps,
  db: Db,
  id: string,
  now: number,
): DueAutoDispatchStep | null {
  const { settings } = readSettings(db);
  if (!settings.on) return null;
  const row = loadTrip(db, { actor: AUTO_DISPATCH_ACTOR, id });
  if (ineligibleReason(autoDispatchFacts(row)) !== null) return null;
  const { timeZone } = readOperator({ ...deps, db });
  const rule = ruleFor(settings.rules, row, timeZone);
  if (!rule || rule.mode === "off") return null;
  const phase = phaseOf(rule, row.pickupAt, now, settings.quiet, timeZone);
  const run = findRow(db, autoDispatchRuns, { reservationId: id });
  const step = { row, rule };
  if (phase === "late") {
    // Offers by dispatch stay. Offers to affiliates are always by dispatch.
    const isOffered = row.state === "offered" && row.farmOutId === null;
    const canGiveUp = row.state === "confirmed" || (isOffered && run?.outcome === "offered");
    return canGiveUp && !run?.alertedAt ? { ...step, mustGiveUp: true } : null;
  }
  return phase === "due" && !run && row.state === "confirmed"
    ? { ...step, mustGiveUp: false }
    : null;
}

function runAutoDispatchStep(
  deps: Deps,
  tx: Tx,
  id: string,
  now: number,
): AutoDispatchResult | null {
  // Checked again, because somebody may just have switched it off or assigned the trip.
  const step = dueAutoDispatchStep(deps, tx, id, now);
  if (!step) return null;
  return step.mustGiveUp
    ? stopTrying(deps, tx, step.row)
    : handleTrip(deps, tx, step.row, step.rule);
}

function handleTrip(deps: Deps, tx: Tx, row: StoredTrip, rule: AutoRule): AutoDispatchResult {
  const maxPairs = rule.mode === "assign" || rule.mode === "suggest" ? 1 : rule.drivers;
  const bestPairs = bestAssignments(candidatesFor(deps, tx, row), maxPairs);
  const [best] = bestPairs;
  if (!best) {
    const why = { rule: rule.name };
    recordRun(deps, tx, row, "nobody", why);
    return {
      row: noteInTimeline(deps, tx, row, { outcome: "nobody", ...why }),
      offeredDriverIds: [],
    };
  }
  const { name: driver, score, ranking } = best;
  const why = { rule: rule.name, driver, score, ranking };
  if (rule.mode === "suggest") {
    recordRun(deps, tx, row, "suggested", why);
    return {
      row: noteInTimeline(deps, tx, row, {
        outcome: "suggested",
        rule: rule.name,
        driver,
        score,
      }),
      offeredDriverIds: [],
    };
  }
  if (rule.mode === "assign") {
    recordRun(deps, tx, row, "assigned", why);
    const { driverId, vehicleId } = best;
    const now = deps.now();
    const assignedTrip = assign(deps, tx, row, {
      driverId,
      vehicleId,
      actor: AUTO_DISPATCH_ACTOR,
      now,
    });
    return { row: assignedTrip, offeredDriverIds: [] };
  }
  recordRun(deps, tx, row, "offered", why);
  return sendOffers(deps, tx, row, AUTO_DISPATCH_ACTOR, {
    to: bestPairs.map(({ driverId, vehicleId }: DriverToOffer) => ({ driverId, vehicleId })),
    how: rule.mode === "offer_at_once" ? "at_once" : "in_turn",
    seconds: rule.answerSeconds,
  });
}

/**
 * Gives up because the rule's time is over: withdraws its own offers and notifies dispatch. Offers by dispatch stay.
 */
function stopTrying(deps: Deps, tx: Tx, row: StoredTrip): AutoDispatchResult {
  const withdrawn =
    row.state === "offered"
      ? withdrawOffersInTransaction(deps, tx, row, AUTO_DISPATCH_ACTOR, "out_of_time")
      : null;
  const now = deps.now();
  tx.insert(autoDispatchRuns)
    .values({ reservationId: row.id, at: now, outcome: "late", reasons: {}, alertedAt: now })
    .onConflictDoUpdate({ target: autoDispatchRuns.reservationId, set: { alertedAt: now } })
    .run();
  audit(deps, tx, row, "late", {});
  return (
    withdrawn ?? {
      row: noteInTimeline(deps, tx, row, { outcome: "late" }),
      offeredDriverIds: [],
    }
  );
}

const outcomeWords: Record<Outcome, string> = {
  suggested: "Suggested a driver for {trip}",
  offered: "Offered {trip}",
  assigned: "Assigned {trip}",
  nobody: "Found no driver for {trip}",
  late: "Gave up on {trip}",
};

/** Records the action on a trip, so that auto-dispatch does not act on it again, and adds it to the audit log. */
function recordRun(deps: Deps, tx: Tx, row: StoredTrip, outcome: Outcome, why: AutoReasons): void {
  insertRow(tx, autoDispatchRuns, { reservationId: row.id, at: deps.now(), outcome, reasons: why });
  audit(deps, tx, row, outcome, why);
}

function audit(
  deps: Deps,
  tx: Tx,
  row: StoredTrip,
  outcome: Outcome,
  { ranking: _, ...why }: AutoReasons,
): void {
  appendAudit(tx, deps, {
    actor: AUTO_DISPATCH_ACTOR,
    action: "auto.acted",
    subject: { kind: "trip", id: row.id },
    summary: outcomeWords[outcome].replace("{trip}", `trip ${row.number}`),
    detail: why,
  });
}

/** Adds the action to the trip's timeline. */
function noteInTimeline(
  deps: Deps,
  tx: Tx,
  row: StoredTrip,
  eventFacts: Omit<EventOf<"auto_noted">, "kind">,
): StoredTrip {
  return changeReservation(deps, tx, row, {
    actor: AUTO_DISPATCH_ACTOR,
    now: deps.now(),
    event: { kind: "auto_noted", ...eventFacts },
  });
}
