/** What dispatch reads during a phone call. */
import { cardsOfRider } from "../../reservations/prepaying/card-queries";
import { findBlock } from "../../accounts/block-queries";
import type { CallerList } from "../../accounts/caller-contract";
import { findCallers, loadCaller } from "../../accounts/caller-queries";
import { companiesOf } from "../../companies/queries";
import type { Deps } from "../../deps";
import { contactFactsOf } from "../../notifications/choices/choice-queries";
import { channelsTo } from "../../notifications/outbox";
import { placesOfRider } from "../../places/rider-queries";
import type { ReservationRow } from "../../reservations/contract";
import { tripsOfRider } from "../../reservations/list/personal-list-queries";
import type { CallerCard } from "./phone-contract";

/** The message whose channels are shown before the booking. */
export const CONFIRMATION_KIND = "booking_confirmed";

const MAX_UPCOMING_TRIPS = 3;
const MAX_LATEST_TRIPS = 5;
/** How many trips are searched, enough to find other routes of a daily commuter. */
const MAX_RECENT_TRIPS = 25;

/** Returns what dispatch needs to book for a rider. 404 if the rider does not exist. */
export function readCallerCard(deps: Deps, id: string): CallerCard {
  const { caller, row } = loadCaller(deps.db, id);
  const contactFacts = contactFactsOf(deps.db, id);
  const upcomingTrips = tripsOfRider(deps, id, {
    when: "upcoming",
    limit: MAX_UPCOMING_TRIPS,
  });
  const pastTrips = tripsOfRider(deps, id, {
    when: "past",
    limit: MAX_RECENT_TRIPS,
  });
  return {
    caller,
    note: row.dispatchNote,
    blocked: findBlock(deps.db, id)?.reason ?? null,
    companies: companiesOf(deps.db, id),
    upcoming: upcomingTrips,
    latest: uniqueTrips(pastTrips).slice(0, MAX_LATEST_TRIPS),
    places: placesOfRider(deps, id, []),
    reachedBy: contactFacts ? channelsTo(contactFacts, CONFIRMATION_KIND).channels : [],
    cards: cardsOfRider(deps, id),
  };
}

/** Finds riders that match the typed text. */
export function searchCallers(deps: Deps, typed: string): CallerList {
  return findCallers(deps, typed);
}

/** Keeps only the latest trip for each route and class. */
function uniqueTrips(trips: readonly ReservationRow[]): ReservationRow[] {
  const tripsByRoute = new Map<string, ReservationRow>();
  for (const trip of trips) {
    const { serviceType, pickup, stops, dropoff, vehicleClass } = trip;
    const places = [pickup, ...stops, dropoff].map(({ name }) => name);
    const routeKey = JSON.stringify([serviceType, vehicleClass.id, ...places]);
    if (!tripsByRoute.has(routeKey)) tripsByRoute.set(routeKey, trip);
  }
  return [...tripsByRoute.values()];
}
