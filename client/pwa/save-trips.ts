/** Chooses the pages of a rider or driver that can be read without a network. */
import type { RiderTrip } from "../../src/reservations/contract";
import { type Api, read } from "../api";
import { formatMoment } from "../ui/moment";
import type { Say } from "../words/words";
import { type OfflinePage, saveOfflinePages } from "./offline-pages";

/** The greatest age of a saved page of an upcoming trip, in ms. Past trips don't change. */
const MAX_AGE_MS = 5 * 60_000;
const PAST_TRIP_MAX_AGE_MS = 24 * 3_600_000;
/** The largest number of trips saved from each list. */
const MAX_TRIPS = 10;

/** Saves the rider's lists, their upcoming trips and the last ones, with labels in the language of `t`. */
export async function saveRiderTrips(
  api: Api,
  riderId: string,
  timeZone: string,
  t: Say,
): Promise<void> {
  const list = (when: "upcoming" | "past") => read(api.reservations.$get({ query: { when } }));
  const [upcoming, past] = await Promise.all([list("upcoming"), list("past")]);
  const offlinePageOf = (maxAgeMs: number) => (trip: RiderTrip) => ({
    path: `/trips/${trip.id}`,
    // Loads the page without the tracking link, which would show the trip to anyone who has it.
    from: `/trips/${trip.id}?kept=true`,
    label: labelOf(trip, timeZone, t),
    maxAgeMs,
  });
  await saveOfflinePages("rider", riderId, [
    { path: "/trips", label: t("Your trips"), maxAgeMs: MAX_AGE_MS },
    ...upcoming.reservations.slice(0, MAX_TRIPS).map(offlinePageOf(MAX_AGE_MS)),
    { path: "/trips?when=past", label: t("Your past trips"), maxAgeMs: MAX_AGE_MS },
    ...past.reservations.slice(0, MAX_TRIPS).map(offlinePageOf(PAST_TRIP_MAX_AGE_MS)),
  ]);
}

/** Saves the driver's day: Home, today's list of rides and each ride, with labels in the language of `t`. */
export async function saveDriverDay(
  api: Api,
  driverId: string,
  timeZone: string,
  t: Say,
): Promise<void> {
  const today = await read(api.driver.reservations.$get({ query: { when: "today" } }));
  const openTrips = today.reservations.filter(({ state }) => state !== "cancelled");
  const rides: OfflinePage[] = openTrips.slice(0, MAX_TRIPS).map((trip) => ({
    path: `/driver/dashboard/trips/${trip.id}`,
    label: labelOf(trip, timeZone, t),
    maxAgeMs: MAX_AGE_MS,
  }));
  await saveOfflinePages("driver", driverId, [
    { path: "/driver/dashboard", label: t.known("Home"), maxAgeMs: MAX_AGE_MS },
    {
      path: "/driver/dashboard/requests/today",
      label: t.known("Today’s rides"),
      maxAgeMs: MAX_AGE_MS,
    },
    ...rides,
  ]);
}

function labelOf(trip: Pick<RiderTrip, "pickupAt" | "pickup">, timeZone: string, t: Say): string {
  return `${formatMoment(trip.pickupAt, timeZone, "date-time", t)}, ${trip.pickup.name}`;
}
