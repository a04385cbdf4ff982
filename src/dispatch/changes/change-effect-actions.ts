/** What a changed trip does to those asked or bound for it, to its way back, and to its log. */
import { and, eq } from "drizzle-orm";
import { assignments } from "../../../db/schema/dispatch";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import { changeReservation, endCommitments, moveReservation } from "../../reservations/actions";
import type { Stop } from "../../reservations/contract";
import { isOver, occupiedTime } from "../../reservations/rules";
import { readStart } from "../../reservations/start-queries";
import { otherWayOf } from "../../reservations/quotes/way-back-queries";
import { saidLocally } from "../../reservations/quotes/way-back-rules";
import { momentText } from "../../settings/local-time";
import { pairRefusals } from "../queries";

/**
 * Who was asked or bound for the trip as it was: an offer is withdrawn, for it was another trip; a driver
 * and vehicle stay when they can take it as it is now, or an owner has overridden why not, else they are
 * taken off. So are those on the way to a pickup that moves to where nobody may set off to it yet: left on the
 * way, they would count as driving to it from that moment on. `driverIds` are those who need to hear of it.
 */
export function freeCommitments(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  after: StoredTrip,
  by: { actor: Actor; now: number },
): { row: StoredTrip; driverIds: string[] } {
  const move = { ...by, to: "confirmed" as const };
  if (before.state === "offered") {
    const asked = endCommitments(tx, before.id, by.now, "withdrawn");
    const reason = "The trip was changed";
    return {
      row: moveReservation(deps, tx, before, { ...move, reason }),
      driverIds: asked,
    };
  }
  const isBound = before.state === "assigned" || before.state === "en_route";
  if (!isBound || !before.driverId || !before.vehicleId) return { row: before, driverIds: [] };
  const overridden = overriddenOf(tx, before.id);
  const reasons = pairRefusals(tx, after, before.driverId, before.vehicleId)
    .map(({ text }) => text)
    .filter((text) => !overridden.includes(text));
  const hasMoved = before.state === "en_route" && after.pickupAt !== before.pickupAt;
  if (hasMoved && by.now < readStart({ ...deps, db: tx }, after))
    reasons.push("The driver had set off for another pickup time");
  if (reasons.length === 0) {
    tx.update(assignments)
      .set(occupiedTime(after))
      .where(and(eq(assignments.reservationId, before.id), eq(assignments.active, true)))
      .run();
    return { row: before, driverIds: [before.driverId] };
  }
  endCommitments(tx, before.id, by.now, "withdrawn");
  const row = moveReservation(deps, tx, before, {
    ...move,
    changes: { driverId: null, vehicleId: null },
    reason: `The trip was changed: ${reasons.join(". ")}`,
  });
  return { row, driverIds: [before.driverId] };
}

/** What an owner has overridden for the driver and vehicle that a trip has. */
function overriddenOf(tx: Tx, reservationId: string): readonly string[] {
  const active = and(eq(assignments.reservationId, reservationId), eq(assignments.active, true));
  return tx.select().from(assignments).where(active).all()[0]?.overridden ?? [];
}

/** A way back that waits for its call is expected after the trip there: when that moves, so does the guess. */
export function moveWaitingWayBack(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  after: StoredTrip,
  by: { actor: Actor; now: number },
): StoredTrip | null {
  const shift = after.pickupAt - before.pickupAt;
  const back = shift === 0 ? null : otherWayOf(tx, before);
  if (back?.leads !== "back" || !back.willCall || isOver(back.state)) return null;
  const pickupAt = back.pickupAt + shift;
  return changeReservation(deps, tx, back, {
    ...by,
    changes: { pickupAt, pickupLocal: saidLocally(pickupAt, back.timeZone).pickupLocal },
    reason: `Trip ${after.number} was moved`,
  });
}

/** What is otherwise, in words for the log. */
export function changeDetail(
  before: StoredTrip,
  after: StoredTrip,
): Record<string, string | number> {
  const names = (stops: unknown[]) =>
    (stops as Stop[]).map(({ name }) => name).join(", ") || "none";
  const time = (row: StoredTrip) => momentText(row.pickupAt, row.timeZone);
  return {
    ...(after.pickupAt !== before.pickupAt && { time: `${time(before)} → ${time(after)}` }),
    ...(after.pickupName !== before.pickupName && {
      pickup: `${before.pickupName} → ${after.pickupName}`,
    }),
    ...(after.dropoffName !== before.dropoffName && {
      dropoff: `${before.dropoffName} → ${after.dropoffName}`,
    }),
    ...(names(after.stops) !== names(before.stops) && { stops: names(after.stops) }),
    ...(after.passengers !== before.passengers && {
      passengers: `${before.passengers} → ${after.passengers}`,
    }),
    ...(after.luggage !== before.luggage && { luggage: `${before.luggage} → ${after.luggage}` }),
    ...(after.flightNumber !== before.flightNumber && {
      flight: `${before.flightNumber ?? "none"} → ${after.flightNumber ?? "none"}`,
    }),
    ...(after.note !== before.note && { note: "rewritten" }),
    ...(after.fareMinor !== before.fareMinor && {
      fareMinor: after.fareMinor,
      currency: after.currency,
    }),
  };
}
