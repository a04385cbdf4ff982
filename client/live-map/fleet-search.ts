/**
 * The search parameters of the map, and the pickups that it loads: from six hours before until two hours after their
 * time. Every page of dispatch loads this file, so it has none of the code that draws the map.
 */
import type { ReservationRow } from "../../src/reservations/contract";

const HOUR_MS = 3_600_000;

/** How far ahead pickups are shown, ms. */
export const LOOKAHEAD_MS = 6 * HOUR_MS;
/** How long after its time an unassigned pickup is shown, ms. */
export const OVERDUE_MS = 2 * HOUR_MS;

/** The drivers to show; undefined for all. */
const driverFilters = ["free", "busy"] as const;
export type FleetFilter = (typeof driverFilters)[number];

/** The search parameters of the map. */
export interface FleetSearch {
  show?: FleetFilter;
  /** The selected driver or reservation. */
  at?: string;
}

/** Reads the address and ignores invalid values. */
export function readFleetSearch({ show, at }: Record<string, unknown>): FleetSearch {
  return {
    show: driverFilters.find((one) => one === show),
    at: typeof at === "string" && at !== "" ? at.slice(0, 64) : undefined,
  };
}

/** Whether a pickup belongs on the map at `now` (ms UTC). */
export function isInTimeWindow(
  { pickupAt }: Pick<ReservationRow, "pickupAt">,
  now: number,
): boolean {
  const aheadMs = Date.parse(pickupAt) - now;
  return aheadMs <= LOOKAHEAD_MS && aheadMs >= -OVERDUE_MS;
}
