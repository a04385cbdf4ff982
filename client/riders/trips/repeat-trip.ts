import type { Reservation } from "../../../src/reservations/contract";

/** Returns whether the booking form can book a trip like this one, with everything the passenger needs. */
export function isRepeatable({ serviceType, mobility }: Reservation): boolean {
  return serviceType === "home_care" || mobility === "ambulatory";
}

/**
 * Stores a draft like this trip for the booking form, in the same or the return direction. Loads the form's parts;
 * rejects if they can't be loaded.
 */
export async function saveRepeatDraft(trip: Reservation, way: "again" | "back"): Promise<void> {
  const { saveDraftOfTrip } = await import("../../booking/trip-places");
  saveDraftOfTrip(trip, way);
}
