/** What dispatch reads during a phone call. */
import { findBlock } from "../../accounts/block-queries";
import type { CallerList } from "../../accounts/caller-contract";
import { findCallers, loadCaller } from "../../accounts/caller-queries";
import { companiesOf } from "../../companies/queries";
import type { Deps } from "../../deps";
import { listenerOf } from "../../notifications/choices/choice-queries";
import { channelsTo } from "../../notifications/outbox";
import { placesOfRider } from "../../places/rider-queries";
import type { ReservationRow } from "../../reservations/contract";
import { tripsOfRider } from "../../reservations/list/personal-list-queries";
import type { CallerCard } from "./phone-contract";

/** The message whose channels are shown beforehand. */
export const CONFIRMATION = "booking_confirmed";

const MOST_UPCOMING = 3;
const MOST_LATEST = 5;
/** Daily commuters have other trips too. */
const LOOKED_AT = 25;

/** What helps to book for a rider; 404 without one. */
export function readCallerCard(deps: Deps, id: string): CallerCard {
  const { caller, row } = loadCaller(deps.db, id);
  const listener = listenerOf(deps.db, id);
  const upcoming = tripsOfRider(deps, id, {
    when: "upcoming",
    limit: MOST_UPCOMING,
  });
  const past = tripsOfRider(deps, id, {
    when: "past",
    limit: LOOKED_AT,
  });
  return {
    caller,
    note: row.dispatchNote,
    blocked: findBlock(deps.db, id)?.reason ?? null,
    companies: companiesOf(deps.db, id),
    upcoming,
    latest: eachOnce(past).slice(0, MOST_LATEST),
    places: placesOfRider(deps, id, []),
    reachedBy: listener ? channelsTo(listener, CONFIRMATION).channels : [],
  };
}

/** Riders that match the typed text. */
export function searchCallers(deps: Deps, typed: string): CallerList {
  return findCallers(deps, typed);
}

/** Of trips with the same route and class only the latest. */
function eachOnce(trips: readonly ReservationRow[]): ReservationRow[] {
  const byWay = new Map<string, ReservationRow>();
  for (const trip of trips) {
    const { serviceType, pickup, stops, dropoff, vehicleClass } = trip;
    const places = [pickup, ...stops, dropoff].map(({ name }) => name);
    const way = JSON.stringify([serviceType, vehicleClass.id, ...places]);
    if (!byWay.has(way)) byWay.set(way, trip);
  }
  return [...byWay.values()];
}
