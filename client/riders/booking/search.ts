import { type BookingStep, bookingSteps } from "./draft";

/** What the address of a booking page holds. */
export interface BookingSearch {
  step?: BookingStep;
  /** Places as typed on another page, to begin with. */
  from?: string;
  to?: string;
}

const longest = 200;

/** Reads it from any address: what makes no sense is left out, never an error. */
export function readBookingSearch(search: Record<string, unknown>): BookingSearch {
  const step = bookingSteps.find((name) => name === search.step);
  const from = text(search.from);
  const to = text(search.to);
  return { ...(step && { step }), ...(from && { from }), ...(to && { to }) };
}

function text(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return String(value).trim().slice(0, longest) || undefined;
}
