/** A ride typed on a public page: its places, its prices, and its booking. */
import type { Place } from "../../../src/places/contract";
import type { QuoteAnswer } from "../../../src/reservations/quotes/quote-contract";
import { type Api, read } from "../../api";
import { findPlaces } from "../../find-places";
import {
  type BookingDraft,
  type ChosenPlace,
  emptyDraft,
  MIN_PLACE_TEXT_LENGTH,
  isAirportTrip,
  type PlaceEntry,
  placeInWords,
  tripOf,
} from "../../booking/draft";
import { saveDraft, loadSavedDraft } from "../../booking/draft-storage";

/** A ride as typed on a public page. */
interface RideFields {
  from: PlaceEntry;
  to: PlaceEntry;
  /** Date and time are empty for as soon as possible. */
  date: string;
  time: string;
  passengers: number;
}

/** Returns the places that match the text, and the text itself as a place. */
export async function searchPlaces(
  api: Api,
  query: string,
  signal: AbortSignal,
  show: (places: readonly ChosenPlace[]) => void,
): Promise<readonly ChosenPlace[]> {
  const words = query.length < MIN_PLACE_TEXT_LENGTH ? [] : [placeInWords(query)];
  const places = await findPlaces(api, query, signal, (firstPlaces) => {
    if (firstPlaces.length > 0) show(firstPlaces);
  });
  return [...places, ...words];
}

/** Loads the places offered at first. */
export function fetchUsualPlaces(api: Api): Promise<readonly Place[]> {
  return findPlaces(api, "");
}

/**
 * Prices a ride and stores it as this browser's booking draft, from which `/reservation` continues. Keeps the passenger
 * and payment of an earlier draft. Throws `ApiError` if there are no prices.
 */
export async function priceAndSaveDraft(
  api: Api,
  { from, to, date, time, passengers }: RideFields,
): Promise<{ draft: BookingDraft; quote: QuoteAnswer }> {
  const empty = emptyDraft();
  const draft: BookingDraft = {
    ...((await loadSavedDraft(Date.now())) ?? empty),
    kind: empty.kind,
    from,
    to,
    stops: [],
    date,
    time,
    asap: date === "",
    repeatedHour: null,
    returns: false,
    repeat: null,
    passengers,
    extras: [],
    promotionCode: "",
    gratuityPercent: null,
    way: 0,
    quote: null,
    vehicleClassId: null,
  };
  saveRide(draft);
  const trip = tripOf(draft);
  if (!trip) throw new Error("Pickup and drop-off are set, but the draft has no trip to quote");
  const quote = await read(api.quotes.$post({ json: trip }));
  const pricedDraft = { ...draft, quote: { trip: JSON.stringify(trip), answer: quote } };
  saveRide(pricedDraft);
  return { draft: pricedDraft, quote };
}

/** Stores the ride, unless a booking was sent and not answered: the rider must first learn its outcome. */
function saveRide(draft: BookingDraft): void {
  if (draft.attempt === null) saveDraft(draft, Date.now());
}

/** Stores the ride with the chosen class. Returns the address where the booking continues. */
export function saveChosenClass(draft: BookingDraft, vehicleClassId: string): string {
  saveRide({ ...draft, vehicleClassId });
  // Airport trips need a flight number, which the `when` step asks for.
  return `/reservation?step=${isAirportTrip(draft) ? "when" : "confirm"}`;
}
