/* The root of the application reads this before the page's own code loads: keep it free of imports. */

export const bookingSteps = ["where", "when", "car", "confirm"] as const;
export type BookingStep = (typeof bookingSteps)[number];

/** The search parameters of a booking page. */
export interface BookingSearch {
  step?: BookingStep | undefined;
  /** Places typed on another page, to start with. */
  from?: string | undefined;
  to?: string | undefined;
  /** The id of a vehicle class chosen on another page. */
  vehicle?: string | undefined;
}

const MAX_TEXT_LENGTH = 200;

/** Reads any address. Ignores invalid values and never fails. */
export function readBookingSearch(search: Record<string, unknown>): BookingSearch {
  // Every key is set, even if empty, because a missing key would keep the raw value.
  return {
    step: bookingSteps.find((name) => name === search.step),
    from: readText(search.from),
    to: readText(search.to),
    vehicle: readText(search.vehicle),
  };
}

function readText(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return String(value).trim().slice(0, MAX_TEXT_LENGTH) || undefined;
}
