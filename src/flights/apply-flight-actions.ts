/** Applies a flight to its trips: landing, pickup, and the people to notify. */
import { eq } from "drizzle-orm";
import { findRow, findRows } from "../../db/rows";
import { flightTrips, type StoredFlight, type StoredFlightTrip } from "../../db/schema/flights";
import { reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../deps";
import {
  changesOf,
  releaseDriverIfUnfit,
  moveWaitingReturnTrip,
  refusalsAfterChange,
} from "../dispatch/changes/change-effect-actions";
import { priceTrip } from "../fares/rules";
import { versionOfTrip } from "../fares/queries";
import { iso } from "../formats/instants";
import { notifyDriver } from "../notifications/outbox";
import { recordStaffNews } from "../notifications/staff/staff-notification-actions";
import { announce, changeReservation } from "../reservations/actions";
import { notifyOfChange } from "../reservations/messages/messages";
import { localTimeOf } from "../reservations/quotes/return-trip-rules";
import { pricedTrip } from "../reservations/quotes/trip-facts";
import { isOver } from "../reservations/rules";
import { storedPricing } from "../reservations/stored-trip";
import type { FlightRule } from "./contract";
import { isDomestic, readRules } from "./queries";
import {
  bestTime,
  isTimePlausible,
  shouldNotifyOfChange,
  isMovable,
  plausibleTime,
  MAX_MARGIN_MINUTES,
  marginMinutesOf,
  minutesAfterLanding,
  minutesToPickup,
  movedPickupAt,
  pickupAfterLanding,
  ruleFor,
} from "./rules";

/** A trip after its flight was applied: its current row, whether it has changed, and the former drivers to notify. */
interface AppliedTrip {
  row: StoredTrip;
  hasChanged: boolean;
  driverIds: string[];
}

/**
 * Notifies the event streams of trips after a commit. Unchanged trips are included, because screens may show them with
 * their flight.
 */
export function announceFlightTrips(deps: Deps, appliedTrips: readonly AppliedTrip[]): void {
  for (const { row, driverIds, hasChanged } of appliedTrips)
    announce(deps, row, driverIds, !hasChanged);
}

/**
 * Records the landing for all trips of a flight, and moves their pickups or proposes new ones, inside the caller's
 * transaction. `before` is the flight as people last saw it. Returns its trips, which the caller announces.
 */
export function applyFlight(
  deps: Deps,
  tx: Tx,
  flight: StoredFlight,
  before: StoredFlight,
): AppliedTrip[] {
  const rule = ruleFor(readRules(tx).rules, flight.airport);
  const isDomesticFlight = isDomestic(deps, flight);
  return findRows(tx, flightTrips, { flightId: flight.id }).flatMap((link) => {
    const row = findRow(tx, reservations, { id: link.reservationId });
    if (!row || isOver(row.state) || row.flightNumber !== link.number) return [];
    const { luggage } = row;
    const minutes = {
      marginMinutes: marginMinutesOfTrip(flight, before, link, row),
      ruleMinutes: minutesAfterLanding(rule, { isDomestic: isDomesticFlight, luggage }),
    };
    // Free waiting starts when the passenger is expected, which is the pickup time that they chose.
    const landedRow = recordLanding(deps, tx, flight, row, minutesToPickup(minutes));
    const currentRow = landedRow ?? row;
    notifyFlightState(deps, tx, flight, link, currentRow);
    const moved = movePickupWithFlight(deps, tx, rule, {
      flight,
      link,
      row: currentRow,
      ...minutes,
    });
    return [moved ?? { row: currentRow, driverIds: [], hasChanged: landedRow !== null }];
  });
}

/** Returns the minutes between flight and pickup that people chose, or null while no time of the flight is known. */
function marginMinutesOfTrip(
  flight: StoredFlight,
  before: StoredFlight,
  link: StoredFlightTrip,
  row: StoredTrip,
): number | null {
  const arrivesAt = bestTime(flight);
  if (arrivesAt === null) return null;
  const isPickupChanged = link.seenPickupAt !== row.pickupAt;
  if (link.marginMinutes !== null && !isPickupChanged) return link.marginMinutes;
  const reference =
    (isPickupChanged ? plausibleTime(before) : null) ?? flight.scheduledIn ?? arrivesAt;
  return marginMinutesOf(row.pickupAt, reference);
}

function recordLanding(
  deps: Deps,
  tx: Tx,
  flight: StoredFlight,
  row: StoredTrip,
  minutes: number,
): StoredTrip | null {
  const landedAt = flight.actualIn;
  const hasNoNewLanding = landedAt === null || row.landedAt === landedAt;
  // A landing at another airport must not start the charge for waiting.
  const isUnrelatedLanding = flight.state === "diverted" || row.serviceType !== "airport_pickup";
  if (
    hasNoNewLanding ||
    isUnrelatedLanding ||
    !isTimePlausible(flight) ||
    row.state === "passenger_on_board"
  )
    return null;
  return changeReservation(deps, tx, row, {
    actor: SYSTEM_ACTOR,
    now: deps.now(),
    changes: { landedAt, minutesAfterLanding: minutes },
    event: { kind: "landed", landedAt: iso(landedAt) },
  });
}

/**
 * Asks dispatch to decide about a cancelled, diverted or unknown flight, and notifies its driver, once for each state.
 */
function notifyFlightState(
  deps: Deps,
  tx: Tx,
  { state, number }: StoredFlight,
  link: StoredFlightTrip,
  row: StoredTrip,
): void {
  if (link.toldState === state || !["cancelled", "diverted", "unknown"].includes(state)) return;
  updateLink(tx, link, { toldState: state });
  recordStaffNews(tx, deps, "flight", row.id, row.number);
  if (row.driverId && state !== "unknown")
    notifyDriver(tx, deps, row.driverId, (t) => ({
      reservationId: row.id,
      title:
        state === "cancelled"
          ? t("Flight {flight} was cancelled", { flight: number })
          : t("Flight {flight} was diverted", { flight: number }),
      body: t("Dispatch decides what happens to trip {number}.", { number: row.number }),
      href: `/driver/dashboard/trips/${row.id}`,
    }));
}

function movePickupWithFlight(
  deps: Deps,
  tx: Tx,
  rule: FlightRule,
  {
    flight,
    link,
    row,
    marginMinutes,
    ruleMinutes,
  }: {
    flight: StoredFlight;
    link: StoredFlightTrip;
    row: StoredTrip;
    marginMinutes: number | null;
    ruleMinutes: number;
  },
): AppliedTrip | null {
  const arrivesAt = bestTime(flight);
  if (flight.direction !== "arrival" || arrivesAt === null || marginMinutes === null) return null;
  if (row.willCall) return null;
  if (!isMovable(row.state) || ["cancelled", "diverted"].includes(flight.state)) {
    if (link.proposedPickupAt !== null) updateLink(tx, link, { proposedPickupAt: null });
    return null;
  }
  const wantedPickupAt = pickupAfterLanding(arrivesAt, { marginMinutes, ruleMinutes });
  const pickupAt = movedPickupAt(row.pickupAt, wantedPickupAt, deps.now());
  const seenPickup = { marginMinutes, seenPickupAt: row.pickupAt };
  const isDeclined =
    link.declinedPickupAt !== null && !shouldNotifyOfChange(link.declinedPickupAt, wantedPickupAt);
  if (rule.mode === "off" || isDeclined || pickupAt === null) {
    updateLink(tx, link, { ...seenPickup, proposedPickupAt: null });
    return null;
  }
  const isRefused = refusalsAfterChange(tx, row, { ...row, ...timeOf(row, pickupAt) }).length > 0;
  // A passenger who leaves that much time may have other plans, so dispatch decides and not a rule.
  const isDeliberateMargin = marginMinutes > MAX_MARGIN_MINUTES;
  if (rule.mode === "propose" || isRefused || isDeliberateMargin || !isTimePlausible(flight)) {
    const isNew =
      link.proposedPickupAt === null || shouldNotifyOfChange(link.proposedPickupAt, wantedPickupAt);
    updateLink(tx, link, { ...seenPickup, ...(isNew && { proposedPickupAt: wantedPickupAt }) });
    if (isNew) recordStaffNews(tx, deps, "flight", row.id, row.number);
    return null;
  }
  const moved = movePickup(deps, tx, row, pickupAt, SYSTEM_ACTOR, rule.repricesHours);
  updateLink(tx, link, { marginMinutes, seenPickupAt: pickupAt, proposedPickupAt: null });
  return moved;
}

/** Moves a pickup after its flight, inside the caller's transaction, and notifies its people once. */
export function movePickup(
  deps: Deps,
  tx: Tx,
  row: StoredTrip,
  pickupAt: number,
  actor: Actor,
  repricesHours: boolean,
): AppliedTrip {
  const now = deps.now();
  const time = timeOf(row, pickupAt);
  const changes = { ...time, ...(repricesHours && repricedFare(deps, tx, row, time.pickupLocal)) };
  const after = { ...row, ...changes };
  const { row: releasedRow, driverIds } = releaseDriverIfUnfit(deps, tx, row, after, {
    actor,
    now,
  });
  const moved = changeReservation(deps, tx, releasedRow, {
    actor,
    now,
    changes,
    event: changesOf(tx, row, after),
  });
  notifyOfChange(tx, deps, moved, driverIds, { before: row, flight: row.flightNumber });
  moveWaitingReturnTrip(deps, tx, row, moved, { actor, now });
  return { row: moved, driverIds, hasChanged: true };
}

const timeOf = ({ timeZone }: StoredTrip, pickupAt: number) => ({
  pickupAt,
  pickupLocal: localTimeOf(pickupAt, timeZone).pickupLocal,
});

/**
 * Returns the price with the surcharges of another hour, if the price is still the list price. Otherwise nothing
 * changes.
 */
function repricedFare(deps: Deps, tx: Tx, row: StoredTrip, pickupLocal: string) {
  const schedule = versionOfTrip(tx, row)?.schedule;
  if (!schedule) return {};
  const listPriceAt = (local: string) => {
    const trip = {
      ...storedPricing(row),
      pickupLocal: local,
      ...(row.promotionCode !== null && { promotionCode: row.promotionCode }),
    };
    const { pickupAt, createdAt: bookedAt, timeZone, riderId } = row;
    const tripFacts = { pickupAt, bookedAt, timeZone, riderId, route: row };
    const facts = pricedTrip({ ...deps, db: tx }, schedule, trip, tripFacts);
    return facts && priceTrip(schedule, row.vehicleClassId, facts);
  };
  const [before, after] = [listPriceAt(row.pickupLocal), listPriceAt(pickupLocal)];
  if (before?.totalMinor !== row.fareMinor || !after) return {};
  return { fareMinor: after.totalMinor, fareLines: after.lines };
}

function updateLink(
  tx: Tx,
  { reservationId }: Pick<StoredFlightTrip, "reservationId">,
  values: Partial<typeof flightTrips.$inferInsert>,
): void {
  tx.update(flightTrips).set(values).where(eq(flightTrips.reservationId, reservationId)).run();
}
