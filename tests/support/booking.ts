/** Books trips through the real calls. */
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { Visitor } from "./visitor";

export const AIRPORT = {
  name: "Kigali International Airport",
  detail: "KN 5 Rd, Kanombe, Kigali",
  latitude: -1.9686,
  longitude: 30.1395,
};

export const HOTEL = {
  name: "Kigali Marriott Hotel",
  detail: "KN 3 Ave, Kigali",
  latitude: -1.9532,
  longitude: 30.0616,
};

export const MARKET = {
  name: "Kimironko Market",
  detail: "KG 11 Ave, Kigali",
  latitude: -1.9497,
  longitude: 30.1261,
};

/** Returns a trip as the booking form requests it: tomorrow at half past nine, for two people. */
export function trip(overrides: Record<string, unknown> = {}) {
  return {
    serviceType: "airport_pickup",
    pickup: AIRPORT,
    dropoff: HOTEL,
    pickupLocal: "2026-11-21T09:30",
    passengers: 2,
    luggage: 1,
    ...overrides,
  };
}

/** Requests the prices of a trip, and fails the test if there are none. */
export async function quote(
  browser: Pick<Visitor, "post">,
  overrides: Record<string, unknown> = {},
): Promise<QuoteAnswer> {
  const answer = await browser.post("/quotes", trip(overrides));
  if (answer.status !== 200) throw new Error(`quotes: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as QuoteAnswer;
}

/** Books a trip in the quote's cheapest class. The browser must belong to a signed-in rider with a name. */
export async function book(
  browser: Pick<Visitor, "post">,
  overrides: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reservation> {
  const quoted = await quote(browser, overrides);
  const answer = await browser.post(
    "/reservations",
    { quote: quoted.quote, vehicleClassId: quoted.options[0]?.vehicleClass.id },
    headers,
  );
  if (answer.status !== 201) throw new Error(`book: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as ReservationAnswer).reservation;
}
