/**
 * Drivers on duty and pickups without a driver, for dispatch's map and list. A driver with a
 * current trip is busy; a position older than two minutes is outdated.
 */
import { fullName } from "../../src/accounts/name-rules";
import type { ReservationRow } from "../../src/reservations/contract";
import { pointOf } from "../../src/reservations/rules";
import type {
  DriverOnDuty,
  DriverPosition,
  DriversOnDuty,
  Position,
} from "../../src/tracking/contract";
import type { MapPoint } from "../map/map-contents";

export interface Fleet extends DriversOnDuty {
  /** Pickups without a driver, earliest first. */
  waiting: readonly ReservationRow[];
}

/** Older positions fade and show their age, ms. */
const OUTDATED_AFTER_MS = 2 * 60_000;

export function isBusy({ trips }: DriverOnDuty): boolean {
  return trips.length > 0;
}

/** Whether a position is outdated at `now` (ms UTC). */
export function isOutdated({ recordedAt }: Position, now: number): boolean {
  return now - Date.parse(recordedAt) > OUTDATED_AFTER_MS;
}

/** Sorts drivers: busy before free ones, then by name, so that the order is stable while cars move. */
export function sortDrivers(drivers: readonly DriverOnDuty[]): DriverOnDuty[] {
  const name = ({ driver }: DriverOnDuty) => fullName(driver);
  return drivers.toSorted(
    (a, b) => Number(isBusy(b)) - Number(isBusy(a)) || name(a).localeCompare(name(b)),
  );
}

/** Returns a pickup's position; null when it is only described. */
export function pickupPoint({ pickup }: ReservationRow): MapPoint | null {
  return pointOf(pickup);
}

/**
 * Returns the fleet after one driver's new position. Null for an unknown driver or step: the fleet must then be loaded
 * again.
 */
export function applyPosition(fleet: Fleet, news: DriverPosition): Fleet | null {
  const before = fleet.drivers.find(({ driver }) => driver.id === news.driverId);
  if (!before) return null;
  const areTripsKnown = news.trips.every((trip) =>
    before.trips.some(({ id, state }) => id === trip.id && state === trip.state),
  );
  if (!areTripsKnown) return null;
  const after: DriverOnDuty = {
    ...before,
    position: newerPosition(before.position, news.position),
    trips: before.trips.map((trip) => {
      const reportedTrip = news.trips.find(({ id }) => id === trip.id);
      return reportedTrip ? { ...trip, arrival: reportedTrip.arrival } : trip;
    }),
  };
  return {
    ...fleet,
    now: laterInstant(fleet.now, news.now),
    drivers: fleet.drivers.map((one) => (one === before ? after : one)),
  };
}

/** Returns the loaded fleet, with newer positions from the event stream. */
export function mergeFleets(before: Fleet, refreshedFleet: Fleet): Fleet {
  const positions = new Map(before.drivers.map(({ driver, position }) => [driver.id, position]));
  return {
    ...refreshedFleet,
    now: laterInstant(before.now, refreshedFleet.now),
    drivers: refreshedFleet.drivers.map((one) => ({
      ...one,
      position: newerPosition(positions.get(one.driver.id) ?? null, one.position),
    })),
  };
}

/** Returns the later of two ISO instants. */
function laterInstant(a: string, b: string): string {
  return Date.parse(a) > Date.parse(b) ? a : b;
}

function newerPosition(a: Position | null, b: Position | null): Position | null {
  if (!a || !b) return a ?? b;
  return a.recordedAt > b.recordedAt ? a : b;
}
