import type { Place } from "../src/places/contract";
import { type Api, read } from "./api";

/**
 * Finds places by typed text. `show` receives the server's own matches at once, if a geocoder may add more.
 */
export async function findPlaces(
  api: Api,
  q: string,
  signal?: AbortSignal,
  onLocalPlaces?: (places: readonly Place[]) => void,
): Promise<readonly Place[]> {
  const init = signal ? { init: { signal } } : {};
  const localAnswer = await read(api.places.$get({ query: { q, from: "local" } }, init));
  if (!localAnswer.more) return localAnswer.places;
  onLocalPlaces?.(localAnswer.places);
  return (await read(api.places.$get({ query: { q } }, init))).places;
}
