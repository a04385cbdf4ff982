/**
 * Everybody on duty and the pickups nobody drives yet, as dispatch's map and its list show them. A
 * driver is busy with a trip under way; a position older than two minutes is where the car was. A
 * pickup waits from two hours after its time to six before it.
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
import type { MapPoint } from "../map/shown";

export interface Fleet extends DriversOnDuty {
  /** Without a driver, the earliest first. */
  waiting: readonly ReservationRow[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Older than this, a position fades and tells its age. */
const FADED_MS = 2 * MINUTE_MS;
/** How far ahead pickups are shown. */
export const AHEAD_MS = 6 * HOUR_MS;
/** How long after its time a pickup that nobody took is still shown. */
export const OVERDUE_MS = 2 * HOUR_MS;

/** Which drivers are shown; absent: all of them. */
const showings = ["free", "busy"] as const;
export type Showing = (typeof showings)[number];

/** The address of the map. */
export interface FleetSearch {
  show?: Showing;
  /** The driver or the reservation that is looked at. */
  at?: string;
}

/** Reads the address; what makes no sense in it is left out. */
export function readFleetSearch({ show, at }: Record<string, unknown>): FleetSearch {
  return {
    show: showings.find((one) => one === show),
    at: typeof at === "string" && at !== "" ? at.slice(0, 64) : undefined,
  };
}

export function isBusy({ trips }: DriverOnDuty): boolean {
  return trips.length > 0;
}

/** Whether a position only says where the car was, at `now` (ms UTC). */
export function isFaded({ recordedAt }: Position, now: number): boolean {
  return now - Date.parse(recordedAt) > FADED_MS;
}

/** Those on a trip before the free ones, by name: an order that stays while cars move. */
export function inOrder(drivers: readonly DriverOnDuty[]): DriverOnDuty[] {
  const name = ({ driver }: DriverOnDuty) => fullName(driver);
  return drivers.toSorted(
    (a, b) => Number(isBusy(b)) - Number(isBusy(a)) || name(a).localeCompare(name(b)),
  );
}

/** Where a pickup is; null while it is known in words only. */
export function pickupPoint({ pickup }: ReservationRow): MapPoint | null {
  return pointOf(pickup);
}

/** Whether a pickup belongs on the map at `now` (ms UTC). */
export function isNear({ pickupAt }: Pick<ReservationRow, "pickupAt">, now: number): boolean {
  const ahead = Date.parse(pickupAt) - now;
  return ahead <= AHEAD_MS && ahead >= -OVERDUE_MS;
}

/**
 * The fleet after news of one driver's position; null when the news are of a driver or of a step of
 * a trip that the fleet does not know: it must be asked for anew.
 */
export function afterMove(fleet: Fleet, news: DriverPosition): Fleet | null {
  const before = fleet.drivers.find(({ driver }) => driver.id === news.driverId);
  if (!before) return null;
  const known = news.trips.every((trip) =>
    before.trips.some(({ id, state }) => id === trip.id && state === trip.state),
  );
  if (!known) return null;
  const after: DriverOnDuty = {
    ...before,
    position: newer(before.position, news.position),
    trips: before.trips.map((trip) => {
      const told = news.trips.find(({ id }) => id === trip.id);
      return told ? { ...trip, arrival: told.arrival } : trip;
    }),
  };
  return {
    ...fleet,
    now: later(fleet.now, news.now),
    drivers: fleet.drivers.map((one) => (one === before ? after : one)),
  };
}

/** What was asked for, but no car goes back to where it was before the live line moved it on. */
export function afterRefresh(before: Fleet, asked: Fleet): Fleet {
  const positions = new Map(before.drivers.map(({ driver, position }) => [driver.id, position]));
  return {
    ...asked,
    now: later(before.now, asked.now),
    drivers: asked.drivers.map((one) => ({
      ...one,
      position: newer(positions.get(one.driver.id) ?? null, one.position),
    })),
  };
}

/** The later of two instants in ISO. */
function later(a: string, b: string): string {
  return Date.parse(a) > Date.parse(b) ? a : b;
}

function newer(a: Position | null, b: Position | null): Position | null {
  if (!a || !b) return a ?? b;
  return a.recordedAt > b.recordedAt ? a : b;
}
