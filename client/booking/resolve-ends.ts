import type { Api } from "../api";
import { findPlaces } from "../find-places";
import {
  type BookingDraft,
  type ChosenPlace,
  MIN_PLACE_TEXT_LENGTH,
  type PlaceEntry,
  placeInWords,
} from "./draft";

type TripEnds = Pick<BookingDraft, "from" | "to" | "stops">;

/**
 * Returns the place of an end that was typed and not chosen: the one whose full name was typed or, if addresses cannot
 * be looked up, the text itself, so that the booking can continue. Null if there is none.
 */
export async function resolvePlace(
  api: Api,
  { text, place }: PlaceEntry,
  findsAddresses: boolean,
): Promise<ChosenPlace | null> {
  const typed = text.trim();
  if (place || typed === "") return place;
  // Without an answer, the text stays as typed. With an address search, the answer is required.
  const places = await findPlaces(api, text).catch((error) => {
    if (findsAddresses) throw error;
    return [];
  });
  const placeOfName = places.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const isTextOnly = !findsAddresses && typed.length >= MIN_PLACE_TEXT_LENGTH;
  return placeOfName ?? (isTextOnly ? placeInWords(typed) : null);
}

/** Returns both ends and the stops in the form that is sent. Empty stop lines are left out. */
export async function resolveEnds(
  api: Api,
  { from, to, stops }: TripEnds,
  findsAddresses: boolean,
): Promise<TripEnds> {
  const resolveEntry = async <Entry extends PlaceEntry>(entry: Entry): Promise<Entry> => {
    const place = await resolvePlace(api, entry, findsAddresses).catch(() => null);
    return place && !entry.place ? { ...entry, text: place.name, place } : entry;
  };
  const filledStops = stops.filter(({ text }) => text.trim() !== "");
  const [start, end, ...stopsBetween] = await Promise.all([
    resolveEntry(from),
    resolveEntry(to),
    ...filledStops.map(resolveEntry),
  ]);
  return { from: start, to: end, stops: stopsBetween };
}
