import type { Reservation } from "../../../src/reservations/contract";

/** Whether the booking form can ask for a trip like this one, with all that the passenger needs. */
export function isRepeatable({ serviceType, mobility }: Reservation): boolean {
  return serviceType === "home_care" || mobility === "ambulatory";
}

/**
 * Leaves a draft like this trip for the booking form: there again, or back. The form's parts are loaded
 * for it; rejects when they cannot be had.
 */
export async function leaveDraftLike(trip: Reservation, way: "again" | "back"): Promise<void> {
  const { keepDraftLike } = await import("../../booking/trip-places");
  keepDraftLike(trip, way);
}
