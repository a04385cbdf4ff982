/** Dispatch's search among many trips: rare words, common words and both find the same trips as reading every row. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { vehicleClasses } from "../../db/schema/vehicles";
import { readBoardCounts, listBoard } from "../../src/dispatch/queries";
import { normalizeText } from "../../src/places/rules";
import { ReservationsQuery } from "../../src/reservations/contract";
import { countReservations } from "../../src/reservations/list/list-queries";
import { createTestServer, START, type TestServer } from "../support/server";

const TRIP_COUNT = 26_000;
/** More matches than the search reads one by one, all of them settled. */
const HOTEL_TRIP_COUNT = 4_800;

type Trip = { number: number; state: string; pickup_at: number; id: string; texts: string };

let server: TestServer;
let trips: Trip[];
beforeAll(async () => {
  server = await createTestServer();
  const { $client } = server.deps.db;
  const [first] = server.deps.db.select().from(vehicleClasses).all();
  $client.transaction(() => {
    for (const name of ["insert", "update", "delete"])
      $client.run(`DROP TRIGGER report_days_${name}`);
    $client
      .query(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${TRIP_COUNT})
         INSERT INTO reservations (id, number, state, version, service_type, source, passenger_name,
           passenger_phone, passengers, luggage, pickup_at, pickup_local, time_zone, pickup_name, pickup_detail,
           pickup_latitude, pickup_longitude, dropoff_name, dropoff_detail, dropoff_latitude, dropoff_longitude,
           distance_meters, duration_seconds, estimate, vehicle_class_id, fare_minor, currency, fare_lines,
           fee_schedule_id, created_at, updated_at)
         SELECT printf('trip-%05d', i), 1000 + i, CASE WHEN i <= ${HOTEL_TRIP_COUNT} THEN 'settled'
             WHEN i % 900 = 0 THEN 'confirmed' ELSE 'cancelled' END, 1, 'point_to_point', 'web',
           CASE WHEN i % 25 = 0 THEN 'Aline' WHEN i % 2000 = 1 THEN 'Kigalois' ELSE 'Éric' END || ' '
             || CASE WHEN i % 40 = 0 THEN 'Musoni' ELSE 'Keza' END,
           printf('+25078%07d', i), 1, 1, ${START} + ((i * 7919) % ${TRIP_COUNT}) / 7 * 60000 + i % 3 * 1000, '2026-11-20T10:00',
           'Africa/Kigali', CASE WHEN i % 3 = 0 THEN 'Marché' ELSE 'Kigali Heights' END, '', -1.9, 30.1,
           CASE WHEN i <= ${HOTEL_TRIP_COUNT} OR i = ${TRIP_COUNT} THEN 'Serena Hotel' ELSE 'Airport' END, '', -1.9, 30.1,
           11600, 1500, 1, ?, 13900, 'RWF', '[]', 'seed', ${START} + i, ${START} FROM n`,
      )
      .run(first?.id ?? "");
  })();
  trips = $client
    .query<Trip, []>(
      `SELECT number, state, pickup_at, id, number || ' ' || passenger_name || ' ' || passenger_phone || ' '
         || pickup_name || ' ' || dropoff_name AS texts FROM reservations`,
    )
    .all();
}, 60_000);
afterAll(() => server.close());

/** Returns every trip with words that begin like those of `q`, found by reading row after row. */
function readAllRows(q: string, state: string | undefined): Trip[] {
  const words = normalizeText(q).match(/[\p{L}\p{N}]+/gu) ?? [];
  return trips.filter((trip) => {
    const terms = normalizeText(trip.texts).match(/[\p{L}\p{N}]+/gu) ?? [];
    if (state !== undefined && trip.state !== state) return false;
    return words.every((word) => terms.some((term) => term.startsWith(word)));
  });
}

const byPickup = (a: Trip, b: Trip) => a.pickup_at - b.pickup_at || (a.id < b.id ? -1 : 1);
const orders = {
  pickupAt: byPickup,
  "-pickupAt": (a: Trip, b: Trip) => byPickup(b, a),
  "-createdAt": (a: Trip, b: Trip) => b.number - a.number,
};

test.each([
  ["a word that most trips have", "kigali"],
  ["a rare word that begins like a common one", "kigalois"],
  ["a common word and a rare one", "kigali kigalois"],
  ["a common name", "aline"],
  ["a whole name", "Aline Musoni"],
  ["a name typed without its accent and a place", "eric marche"],
  ["two letters", "al"],
  ["a reservation number", "1025"],
  ["a phone number", "+250780012345"],
  ["a word that no trip has", "kigali zzyzx"],
  ["punctuation around words", "“Aline” (musoni)"],
])(
  "a search for %s pages through the right trips in each order",
  (_, q) => {
    for (const state of [undefined, "cancelled", "confirmed"])
      for (const [sort, order] of Object.entries(orders)) {
        const expected = readAllRows(q, state)
          .sort(order)
          .slice(0, 60)
          .map(({ number }) => number);
        const found: number[] = [];
        let cursor: string | undefined;
        do {
          const query = {
            q,
            sort,
            limit: "30",
            ...(state && { state }),
            ...(cursor && { cursor }),
          };
          const page = listBoard(server.deps, ReservationsQuery.parse(query));
          found.push(...page.reservations.map(({ number }) => number));
          cursor = page.nextCursor ?? undefined;
        } while (cursor && found.length < 60);
        expect([q, state, sort, found]).toEqual([q, state, sort, expected]);
      }
  },
  60_000,
);

test("a search filters by service and state together", () => {
  const { $client } = server.deps.db;
  const query = { q: "aline", state: "cancelled", limit: "100" };
  const numbers = (service: string) =>
    listBoard(server.deps, ReservationsQuery.parse({ ...query, service })).reservations.map(
      ({ number }) => number,
    );
  const [first] = readAllRows("aline", "cancelled").sort(byPickup).slice(30);
  expect(numbers("home_care")).toEqual([]);
  expect(numbers("point_to_point")).toHaveLength(100);
  const change = $client.query("UPDATE reservations SET service_type = ? WHERE number = ?");
  change.run("home_care", first?.number ?? 0);
  expect(numbers("home_care")).toEqual([first?.number ?? 0]);
  // Few trips are in this state, so they are searched in another way.
  const few = { q: "aline", state: "confirmed", service: "home_care" };
  expect(listBoard(server.deps, ReservationsQuery.parse(few)).reservations).toEqual([]);
  change.run("point_to_point", first?.number ?? 0);
});

test("a search finds a common word that is rare in the filtered list", () => {
  const query = { q: "serena", state: "cancelled" };
  for (const sort of Object.keys(orders)) {
    const page = listBoard(server.deps, ReservationsQuery.parse({ ...query, sort }));
    expect(page.reservations.map(({ number }) => number)).toEqual([1_000 + TRIP_COUNT]);
    expect(page.nextCursor).toBeNull();
  }
});

test("a search finds a phone number in its national format", () => {
  const page = listBoard(server.deps, ReservationsQuery.parse({ q: "0780 012 345" }));
  expect(page.reservations.map(({ number }) => number)).toEqual([1_000 + 12_345]);
});

test("a count equals the number of results, up to its limit", () => {
  const count = (q: string, most: number) =>
    countReservations(server.deps, () => "Africa/Kigali", { q, state: ["cancelled"] }, most);
  expect(count("aline", 5_000)).toBe(readAllRows("aline", "cancelled").length);
  expect(count("aline musoni", 1_000)).toBe(readAllRows("aline musoni", "cancelled").length);
  expect(count("kigali", 1_000)).toBe(1_000);
  const counts = readBoardCounts(server.deps, { from: "2026-11-01", to: "2026-12-31" });
  const confirmed = trips.filter(({ state }) => state === "confirmed").length;
  expect(counts).toEqual({ settled: HOTEL_TRIP_COUNT, cancelled: 10_000, confirmed });
});

test("a company's trips are sorted by time of booking, open ones included", () => {
  const { $client } = server.deps.db;
  $client.run(
    `INSERT INTO companies (id, name, billing_address, billing_email, tax_number, payment_term_days, currency,
       requires_cost_centre, requires_reference, approves_members, state, note, version, created_at, updated_at)
     VALUES ('acme', 'Acme', '', '', '', 14, 'RWF', 0, 0, 0, 'active', '', 1, 0, 0)`,
  );
  $client.run("UPDATE reservations SET company_id = 'acme' WHERE number % 450 = 100");
  for (const state of [undefined, "confirmed", "cancelled"]) {
    const expected = readAllRows("", state)
      .filter(({ number }) => number % 450 === 100)
      .sort(orders["-createdAt"])
      .map(({ number }) => number);
    expect(expected.length).toBeGreaterThan(10);
    const query = { company: "acme", sort: "-createdAt", limit: "100", ...(state && { state }) };
    const page = listBoard(server.deps, ReservationsQuery.parse(query));
    expect(page.reservations.map(({ number }) => number)).toEqual(expected.slice(0, 100));
  }
});

test("the driver and source filters sort trips by time of booking, for few and many results", () => {
  for (const state of [undefined, "confirmed", "settled"]) {
    const query = { driver: "none", source: "web", sort: "-createdAt", ...(state && { state }) };
    const expected = readAllRows("", state)
      .sort(orders["-createdAt"])
      .slice(0, 40)
      .map(({ number }) => number);
    const first = listBoard(server.deps, ReservationsQuery.parse({ ...query, limit: "20" }));
    const cursor = first.nextCursor ?? undefined;
    const second = listBoard(
      server.deps,
      ReservationsQuery.parse({ ...query, limit: "20", cursor }),
    );
    const found = [...first.reservations, ...second.reservations].map(({ number }) => number);
    expect([state, found]).toEqual([state, expected]);
  }
});
