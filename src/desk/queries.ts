/** One search over all records of dispatch: a few results of each kind, fast enough to run while somebody types. */
import { findCallers } from "../accounts/caller-queries";
import type { Db } from "../../db/open";
import type { Deps } from "../deps";
import { searchWords, spellingsOf, matchScore } from "../places/rules";
import type { ReservationState } from "../reservations/contract";
import { idsAroundTime } from "../reservations/list/list-queries";
import type { SearchHit } from "./contract";
import { recordHits } from "./record-search-queries";
import { iso } from "../formats/instants";

/** The most results of each kind. Further typing narrows them down. */
const MAX_SUGGESTIONS = 8;

type Trip = {
  id: string;
  number: number;
  passenger: string;
  pickup: string;
  dropoff: string;
  pickup_at: number;
  state: ReservationState;
};

/** Returns matches for the typed words, of the kinds that `permissions` allow. */
export function search(
  deps: Deps,
  typed: string,
  permissions: { canSeeRiders: boolean; canSeeIncidents: boolean; canSeeLostProperty: boolean },
): SearchHit[] {
  const { db } = deps;
  return [
    ...reservationHits(deps, typed),
    ...(permissions.canSeeRiders ? riderHits(deps, typed) : []),
    ...hitsByName(db, "driver", DRIVERS_SQL, typed),
    ...hitsByName(db, "vehicle", VEHICLES_SQL, typed),
    ...hitsByName(db, "company", COMPANIES_SQL, typed),
    ...hitsByName(db, "place", PLACES_SQL, typed),
    ...recordHits(deps, typed, [
      "contact",
      ...(permissions.canSeeIncidents ? (["incident"] as const) : []),
      ...(permissions.canSeeLostProperty ? (["lost_report", "found_item"] as const) : []),
      "invoice",
    ]),
  ];
}

/** How long ago a trip may have ended to be searched together with upcoming ones. */
const RECENTLY_ENDED_MS = 2 * 3_600_000;

/** Returns the reservation with that number first, then upcoming trips, soonest first, then past ones, latest first. */
function reservationHits(deps: Deps, typed: string): SearchHit[] {
  const { $client } = deps.db;
  const [, number] = /^#?(\d{1,9})$/.exec(typed) ?? [];
  const ids = idsAroundTime(deps, typed, deps.now() - RECENTLY_ENDED_MS, MAX_SUGGESTIONS);
  const trips = $client
    .query<Trip, [number, string]>(
      `SELECT id, number, passenger_name AS passenger, pickup_name AS pickup,
         dropoff_name AS dropoff, pickup_at, state
       FROM reservations WHERE number = ? OR id IN (SELECT value FROM json_each(?))`,
    )
    .all(number ? Number(number) : 0, JSON.stringify(ids));
  const exactTrip = trips.find((trip) => String(trip.number) === number);
  const tripsById = new Map(trips.map((trip) => [trip.id, trip]));
  return [...new Set([...(exactTrip ? [exactTrip.id] : []), ...ids])]
    .flatMap((id) => tripsById.get(id) ?? [])
    .slice(0, MAX_SUGGESTIONS)
    .map(({ id, passenger, pickup, dropoff, pickup_at, state, number: tripNumber }) => ({
      kind: "reservation",
      id,
      title: `#${tripNumber} ${passenger}`,
      detail: dropoff === "" || dropoff === pickup ? pickup : `${pickup} → ${dropoff}`,
      pickupAt: iso(pickup_at),
      state,
    }));
}

function riderHits(deps: Deps, typed: string): SearchHit[] {
  return findCallers(deps, typed).callers.map(({ id, name, phone, email }) => ({
    kind: "rider",
    id,
    title: name || (phone ?? email ?? "Rider"),
    detail: (name ? [phone, email] : [email]).filter(Boolean).join(" · "),
    pickupAt: null,
    state: null,
  }));
}

/** The tables of the fleet are small enough to scan. */
const DRIVERS_SQL = `SELECT id, trim(first_name || ' ' || last_name) AS title,
  trim(coalesce(phone, '') || CASE state WHEN 'suspended' THEN ' · suspended' ELSE '' END, ' ·') AS detail,
  coalesce(email, '') || ' ' || coalesce(phone, '') AS texts
  FROM drivers`;
const VEHICLES_SQL = `SELECT id, plate AS title, make || ' ' || model AS detail,
  replace(plate, ' ', '') || ' ' || make || ' ' || model AS texts FROM vehicles`;
const COMPANIES_SQL = `SELECT id, name AS title, billing_email AS detail,
  billing_email || ' ' || tax_number AS texts FROM companies`;
const PLACES_SQL = `SELECT id, name AS title, address AS detail,
  address || ' ' || keywords || ' ' || coalesce(iata, '') AS texts FROM places`;

/** Returns rows in which every typed word begins one of the row's words. Matches in the name come first. */
function hitsByName(db: Db, kind: SearchHit["kind"], tableSql: string, typed: string): SearchHit[] {
  const words = searchWords(typed);
  if (words.length === 0) return [];
  return db.$client
    .query<Record<"id" | "title" | "detail" | "texts", string>, []>(tableSql)
    .all()
    .map((row) => ({
      ...row,
      fit: matchScore(words, spellingsOf(row.title), spellingsOf(row.texts)),
    }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || a.title.localeCompare(b.title))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ id, title, detail }) => ({ kind, id, title, detail, pickupAt: null, state: null }));
}
