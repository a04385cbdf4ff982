/** Which pages of a rider and of a driver can be read without a network. */
import type { RiderTrip } from "../../src/reservations/contract";
import { type Api, read } from "../api";
import { formatMoment } from "../ui/moment";
import { english, type Say } from "../words/words";
import { type OfflinePage, saveOfflinePages } from "./offline-pages";

/** Trips to come change; what is over stays as it is. */
const SOON_MS = 5 * 60_000;
const OVER_MS = 24 * 3_600_000;
/** Beyond this many nobody reads them on the road. */
const MOST = 10;

/** Keeps the rider's lists, the trips to come and the last ones, named in the words of `t`. */
export async function saveRiderTrips(
  api: Api,
  riderId: string,
  timeZone: string,
  t: Say,
): Promise<void> {
  const list = (when: "upcoming" | "past") => read(api.reservations.$get({ query: { when } }));
  const [upcoming, past] = await Promise.all([list("upcoming"), list("past")]);
  const page = (freshMs: number) => (trip: RiderTrip) => ({
    path: `/trips/${trip.id}`,
    // Without the link that shows the trip to whoever has it.
    from: `/trips/${trip.id}?kept=true`,
    label: labelOf(trip, timeZone, t),
    freshMs,
  });
  await saveOfflinePages("rider", riderId, [
    { path: "/trips", label: t("Your trips"), freshMs: SOON_MS },
    ...upcoming.reservations.slice(0, MOST).map(page(SOON_MS)),
    { path: "/trips?when=past", label: t("Your past trips"), freshMs: SOON_MS },
    ...past.reservations.slice(0, MOST).map(page(OVER_MS)),
  ]);
}

/** Keeps the driver's day: home, today's rides and each of these. */
export async function saveDriverDay(api: Api, driverId: string, timeZone: string): Promise<void> {
  const today = await read(api.driver.reservations.$get({ query: { when: "today" } }));
  const open = today.reservations.filter(({ state }) => state !== "cancelled");
  const rides: OfflinePage[] = open.slice(0, MOST).map((trip) => ({
    path: `/driver/dashboard/trips/${trip.id}`,
    label: labelOf(trip, timeZone, english),
    freshMs: SOON_MS,
  }));
  await saveOfflinePages("driver", driverId, [
    { path: "/driver/dashboard", label: "Home", freshMs: SOON_MS },
    { path: "/driver/dashboard/requests/today", label: "Today’s rides", freshMs: SOON_MS },
    ...rides,
  ]);
}

function labelOf(trip: Pick<RiderTrip, "pickupAt" | "pickup">, timeZone: string, t: Say): string {
  return `${formatMoment(trip.pickupAt, timeZone, "date-time", t)}, ${trip.pickup.name}`;
}
