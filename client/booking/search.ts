/*
 * Read at the root of the application, before the page's own code is there: keep it free of imports.
 */

export const bookingSteps = ["where", "when", "car", "confirm"] as const;
export type BookingStep = (typeof bookingSteps)[number];

/** What the address of a booking page holds. */
export interface BookingSearch {
  step?: BookingStep | undefined;
  /** Places as typed on another page, to begin with. */
  from?: string | undefined;
  to?: string | undefined;
  /** The id of the vehicle class that was chosen on another page. */
  vehicle?: string | undefined;
}

const longest = 200;

/** Reads it from any address: what makes no sense is left out, never an error. */
export function readBookingSearch(search: Record<string, unknown>): BookingSearch {
  // Each named, also where it is nothing: what is left out shows through as it was typed.
  return {
    step: bookingSteps.find((name) => name === search.step),
    from: text(search.from),
    to: text(search.to),
    vehicle: text(search.vehicle),
  };
}

function text(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return String(value).trim().slice(0, longest) || undefined;
}
