/** The effects of a changed trip on its offers, its driver, its return trip and its log. */
import { and, eq } from "drizzle-orm";
import { assignments } from "../../../db/schema/dispatch";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import {
  changeReservation,
  endOffersAndAssignment,
  moveReservation,
} from "../../reservations/actions";
import type { ReservationExtra, ServiceDetails } from "../../reservations/contract";
import type { Stop } from "../../reservations/quotes/quote-contract";
import type { EventOf } from "../../reservations/event-contract";
import { Refusal } from "../../reservations/refusal-contract";
import { isSameRefusal } from "../../reservations/refusal-rules";
import { isOver, occupiedTime } from "../../reservations/rules";
import { affiliateOf, farmOutOf, isUninsured } from "../../reservations/farm-out/farm-out-queries";
import { readStartTime } from "../../reservations/start-queries";
import { otherLegOf } from "../../reservations/quotes/return-trip-queries";
import { namesOf } from "../../reservations/list/row-queries";
import { localTimeOf } from "../../reservations/quotes/return-trip-rules";
import { driverVehicleRefusals } from "../queries";
import { iso } from "../../formats/instants";

/**
 * Withdraws an open offer after a change, because it was for a different trip. Driver and vehicle stay if they can take
 * the changed trip or an owner has overridden the rule, and an affiliate stays if their insurance lasts. Otherwise they
 * are unassigned. A driver on the way to a pickup for which it is now too early to set off is unassigned too, because
 * otherwise they would count as on the way until then. `driverIds` are the drivers to notify.
 */
export function releaseDriverIfUnfit(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  after: StoredTrip,
  by: { actor: Actor; now: number },
): { row: StoredTrip; driverIds: string[] } {
  const move = { ...by, to: "confirmed" as const };
  if (before.state === "offered") {
    const withdrawnDriverIds = endOffersAndAssignment(tx, before.id, by.now, "withdrawn");
    const event = {
      kind: "offer_ended",
      answer: "withdrawn",
      withdrawalReason: "trip_changed",
    } as const;
    return {
      row: moveReservation(deps, tx, before, { ...move, event }),
      driverIds: withdrawnDriverIds,
    };
  }
  const isAssigned = before.state === "assigned" || before.state === "en_route";
  if (!isAssigned) return { row: before, driverIds: [] };
  const driverIds = before.driverId ? [before.driverId] : [];
  const refusals = refusalsAfterChange(tx, before, after);
  const hasMoved = before.state === "en_route" && after.pickupAt !== before.pickupAt;
  const hasSetOffTooSoon =
    before.driverId !== null && hasMoved && by.now < readStartTime({ ...deps, db: tx }, after);
  if (refusals.length === 0 && !hasSetOffTooSoon) {
    tx.update(assignments)
      .set(occupiedTime(after))
      .where(and(eq(assignments.reservationId, before.id), eq(assignments.active, true)))
      .run();
    return { row: before, driverIds };
  }
  const farmOut = farmOutOf(tx, before);
  endOffersAndAssignment(tx, before.id, by.now, "withdrawn");
  const row = moveReservation(deps, tx, before, {
    ...move,
    changes: { driverId: null, vehicleId: null },
    event: {
      kind: "unassigned",
      withdrawalReason: "trip_changed",
      ...(refusals.length > 0 && { refusals }),
      ...(hasSetOffTooSoon && { setOffTooSoon: hasSetOffTooSoon }),
      ...(farmOut && { affiliate: affiliateOf(tx, farmOut).name }),
    },
  });
  return { row, driverIds };
}

/**
 * Returns why the driver and vehicle cannot take the changed trip, without the rules that an owner has overridden, or
 * why the affiliate cannot.
 */
export function refusalsAfterChange(tx: Tx, before: StoredTrip, after: StoredTrip): Refusal[] {
  const farmOut = farmOutOf(tx, before);
  if (farmOut)
    return isUninsured(tx, affiliateOf(tx, farmOut), after.pickupAt)
      ? [{ code: "vehicle.insurance_expired" }]
      : [];
  if (!before.driverId || !before.vehicleId) return [];
  const overridden = overriddenRefusals(tx, before.id);
  return driverVehicleRefusals(tx, after, before.driverId, before.vehicleId).filter(
    (refusal) => !overridden.some((one) => isSameRefusal(one, refusal)),
  );
}

/** Returns the rules that an owner has overridden for the trip's driver and vehicle. */
function overriddenRefusals(tx: Tx, reservationId: string): readonly Refusal[] {
  const isActiveAssignment = and(
    eq(assignments.reservationId, reservationId),
    eq(assignments.active, true),
  );
  const [row] = tx.select().from(assignments).where(isActiveAssignment).all();
  return Refusal.array().parse(row?.overridden ?? []);
}

/** Moves the expected time of a return trip that waits for its call when the outbound trip moves. */
export function moveWaitingReturnTrip(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  after: StoredTrip,
  by: { actor: Actor; now: number },
): StoredTrip | null {
  const shiftMs = after.pickupAt - before.pickupAt;
  const back = shiftMs === 0 ? null : otherLegOf(tx, before);
  if (back?.leads !== "back" || !back.willCall || isOver(back.state)) return null;
  const pickupAt = back.pickupAt + shiftMs;
  return changeReservation(deps, tx, back, {
    ...by,
    changes: { pickupAt, pickupLocal: localTimeOf(pickupAt, back.timeZone).pickupLocal },
    event: { kind: "return_trip_moved", trip: after.number },
  });
}

const contactOf = (row: StoredTrip) =>
  JSON.stringify([row.passengerPhone, row.passengerEmail, row.passengerLanguage, row.driverNewsTo]);

const greetingSignOf = ({ details }: StoredTrip) =>
  (details as ServiceDetails | null)?.greetingSign;

const extrasOf = ({ extras }: StoredTrip) =>
  (extras as ReservationExtra[])
    .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
    .join(", ");

/** Returns the differences, for the log. */
export function changesOf(tx: Tx, before: StoredTrip, after: StoredTrip): EventOf<"changed"> {
  const stopNames = ({ stops }: StoredTrip) => (stops as Stop[]).map(({ name }) => name);
  const time = ({ pickupAt }: StoredTrip) => iso(pickupAt);
  const changeOf = <Of>(readValue: (row: StoredTrip) => Of) => {
    const both = { before: readValue(before), after: readValue(after) };
    return both.before === both.after ? null : both;
  };
  const times = changeOf(time);
  const pickup = changeOf(({ pickupName }) => pickupName);
  const dropoff = changeOf(({ dropoffName }) => dropoffName);
  const passengers = changeOf((row) => row.passengers);
  const luggage = changeOf((row) => row.luggage);
  const flight = changeOf(({ flightNumber }) => flightNumber);
  const passenger = changeOf(({ passengerName }) => passengerName);
  const extras = changeOf(extrasOf);
  const { vehicleClass: classOf } = namesOf(tx);
  const vehicleClass = changeOf(({ vehicleClassId }) => classOf(vehicleClassId).name);
  return {
    kind: "changed",
    ...(times && { time: times }),
    ...(pickup && { pickup }),
    ...(dropoff && { dropoff }),
    ...(changeOf((row) => stopNames(row).join("\n")) && { stops: stopNames(after) }),
    ...(passengers && { passengers }),
    ...(luggage && { luggage }),
    ...(flight && { flight }),
    ...(vehicleClass && { vehicleClass }),
    ...(extras && { extras }),
    ...(after.note !== before.note && { note: true }),
    ...(changeOf(greetingSignOf) && { greetingSign: true }),
    ...(passenger && { passenger }),
    ...(changeOf(contactOf) && { passengerContact: true }),
    ...(after.fareMinor !== before.fareMinor && {
      fareFromMinor: before.fareMinor,
      fareMinor: after.fareMinor,
      currency: after.currency,
    }),
  };
}
