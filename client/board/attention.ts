/** Decides which trips need attention now. */
import type { ReservationRow } from "../../src/reservations/contract";

/** A pickup without a driver is urgent within this time, ms. */
const UNASSIGNED_NOTICE_MS = 60 * 60_000;

/** A return trip that the passenger has not called for needs a check this long after its expected time, ms. */
const FORGOTTEN_AFTER_MS = 12 * 60 * 60_000;

export interface Attention {
  /** Trips that are confirmed or offered, have no driver, and are due within the hour or overdue. */
  tripsWithoutDriver: readonly ReservationRow[];
  /** Assigned trips whose pickup time has passed and whose driver has not arrived. */
  lateTrips: readonly ReservationRow[];
  /** Trips with a described place that nobody has put on the map, so they have no price. */
  requestedTrips: readonly ReservationRow[];
  /** Bookings that nobody has confirmed. */
  pendingTrips: readonly ReservationRow[];
}

/** Sorts the watched trips into those that need attention at `now` (ms UTC), earliest first. */
export function attentionOf(watchedTrips: readonly ReservationRow[], now: number): Attention {
  const pickupMs = (row: ReservationRow) => Date.parse(row.pickupAt);
  // A trip that waits for its passenger's call is neither due nor late.
  const isDue = (row: ReservationRow) => !row.willCall || pickupMs(row) < now - FORGOTTEN_AFTER_MS;
  const rows = [...watchedTrips].sort((a, b) => pickupMs(a) - pickupMs(b));
  return {
    tripsWithoutDriver: rows.filter(
      (row) =>
        (row.state === "confirmed" || row.state === "offered") &&
        isDue(row) &&
        pickupMs(row) - now <= UNASSIGNED_NOTICE_MS,
    ),
    lateTrips: rows.filter(
      (row) => (row.state === "assigned" || row.state === "en_route") && pickupMs(row) < now,
    ),
    requestedTrips: rows.filter((row) => row.state === "quote" && row.onRequest),
    pendingTrips: rows.filter((row) => row.state === "pending"),
  };
}
