/**
 * The server that Livery is compared with: a bare `Bun.serve` with prepared bun:sqlite statements and strings. It
 * answers the same requests from the same data, checks the session like Livery, and does nothing else: no router, no
 * validation, no rendering, and one commit for each booking.
 *
 *   bun tests/bench/baseline.ts FOLDER PORT
 */
import { join } from "node:path";
import { openDatabase } from "../../db/open";
import type {
  ReservationAnswer,
  ReservationList,
  ReservationRow,
} from "../../src/reservations/contract";
import type { JoinedTripRow } from "../../src/reservations/list/row-queries";
import type { BaselineModel } from "./baseline-model";
import { type StackCard, stackPage } from "./stack-page";

const [folder = "", port = "0"] = process.argv.slice(2);
const db = openDatabase(join(folder, "livery.sqlite")).$client;

const model = (await Bun.file(join(folder, "model.json")).json()) as BaselineModel;

const html = { headers: { "content-type": "text/html; charset=utf-8" } };
const json = { "content-type": "application/json" };

const findSession = db.query<
  { audience: string; account_id: string; expires_at: number },
  [string]
>("SELECT audience, account_id, expires_at FROM sessions WHERE token_hash = ?");
const findRider = db.query<
  { first_name: string; last_name: string; phone: string | null },
  [string]
>("SELECT first_name, last_name, phone FROM riders WHERE id = ?");
const findAdmin = db.query<{ role: string }, [string]>("SELECT role FROM admins WHERE id = ?");

/** Returns the account of the request's session, which both servers check on each request. */
function accountOf(request: Request, audience: "rider" | "admin"): string | null {
  const cookie = request.headers.get("cookie") ?? "";
  const token = cookie.slice(cookie.indexOf(`livery_${audience}=`) + `livery_${audience}=`.length);
  const session = findSession.get(new Bun.CryptoHasher("sha256").update(token).digest("base64url"));
  if (session?.audience !== audience || session.expires_at <= Date.now()) return null;
  const account = (audience === "rider" ? findRider : findAdmin).get(session.account_id);
  return account ? session.account_id : null;
}

/** A row that `columns` and `joins` select. */
type Row = JoinedTripRow & {
  rider_name: string;
  class_name: string;
  driver_first_name: string;
  driver_last_name: string;
  driver_phone: string;
  plate: string;
  make: string;
  model: string;
  color: string;
};

const columns = `r.id, r.number, r.state, r.version, r.service_type, r.rider_id,
  u.first_name || ' ' || u.last_name AS rider_name, r.passenger_name, r.passenger_phone,
  r.pickup_at, r.pickup_name, r.pickup_detail, r.pickup_latitude, r.pickup_longitude,
  r.pickup_pinned, r.dropoff_name, r.dropoff_detail, r.dropoff_latitude, r.dropoff_longitude,
  r.dropoff_pinned, r.stops,
  r.vehicle_class_id, c.name AS class_name, r.driver_id, d.first_name AS driver_first_name,
  d.last_name AS driver_last_name, d.phone AS driver_phone, r.vehicle_id, v.plate, v.make, v.model,
  v.color, r.fare_minor, r.currency, r.pay_minor,
  r.fare_lines = '[]' AS on_request, r.will_call,
  (SELECT o.number FROM reservations o WHERE o.id = r.return_of_id) AS there_number,
  (SELECT b.number FROM reservations b WHERE b.return_of_id = r.id) AS back_number`;
const joins = `FROM reservations r JOIN vehicle_classes c ON c.id = r.vehicle_class_id
  LEFT JOIN riders u ON u.id = r.rider_id LEFT JOIN drivers d ON d.id = r.driver_id
  LEFT JOIN vehicles v ON v.id = r.vehicle_id`;

const findPage = db.query<Row, [string, number, string, number]>(
  `SELECT ${columns} ${joins} WHERE r.state = ? AND (r.pickup_at, r.id) > (?, ?)
   ORDER BY r.pickup_at, r.id LIMIT ?`,
);
type Card = Pick<
  Row,
  | "id"
  | "state"
  | "pickup_at"
  | "pickup_name"
  | "dropoff_name"
  | "fare_minor"
  | "currency"
  | "class_name"
> & { driver_first_name: string | null; plate: string | null };
const findTrips = db.query<Card, [string, number]>(
  `SELECT r.id, r.state, r.pickup_at, r.pickup_name, r.dropoff_name, r.fare_minor, r.currency,
     c.name AS class_name, d.first_name AS driver_first_name, v.plate ${joins} WHERE r.rider_id = ?
     AND r.state NOT IN ('completed', 'settled', 'cancelled', 'no_show', 'rejected')
   ORDER BY r.pickup_at, r.id LIMIT ?`,
);

/** It has the contract's type, so that `bun run check` fails when the product gains a field. */
function toAnswer(row: Row): ReservationRow {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    serviceType: row.service_type,
    pickupAt: new Date(row.pickup_at).toISOString(),
    pickup: {
      name: row.pickup_name,
      detail: row.pickup_detail,
      latitude: row.pickup_pinned ? row.pickup_latitude : null,
      longitude: row.pickup_pinned ? row.pickup_longitude : null,
    },
    dropoff: {
      name: row.dropoff_name,
      detail: row.dropoff_detail,
      latitude: row.dropoff_pinned ? row.dropoff_latitude : null,
      longitude: row.dropoff_pinned ? row.dropoff_longitude : null,
    },
    stops: row.stops === "[]" ? [] : (JSON.parse(row.stops) as ReservationRow["stops"]),
    rider: row.rider_id ? { id: row.rider_id, name: row.rider_name } : null,
    passenger: { name: row.passenger_name, phone: row.passenger_phone },
    vehicleClass: { id: row.vehicle_class_id, name: row.class_name },
    driver:
      row.driver_id === null
        ? null
        : {
            id: row.driver_id,
            firstName: row.driver_first_name,
            lastName: row.driver_last_name,
            phone: row.driver_phone,
          },
    vehicle:
      row.vehicle_id === null
        ? null
        : {
            id: row.vehicle_id,
            plate: row.plate,
            make: row.make,
            model: row.model,
            color: row.color,
          },
    fareMinor: row.fare_minor,
    currency: row.currency,
    payMinor: row.pay_minor,
    onRequest: row.on_request === 1,
    willCall: row.will_call === 1,
    otherLeg:
      row.there_number !== null
        ? { number: row.there_number, leads: "there" }
        : row.back_number !== null
          ? { number: row.back_number, leads: "back" }
          : null,
    version: row.version,
  };
}

function pageOf(rows: Row[], limit: number): ReservationList {
  const shownRows = rows.slice(0, limit);
  const last = rows.length > limit ? shownRows.at(-1) : undefined;
  return {
    reservations: shownRows.map(toAnswer),
    nextCursor: last
      ? Buffer.from(JSON.stringify([last.pickup_at, last.id])).toString("base64url")
      : null,
  };
}

/** Lists 25 reservations for dispatch, by state and cursor. */
function list(request: Request): Response {
  if (!accountOf(request, "admin")) return new Response(null, { status: 401 });
  const query = new URL(request.url).searchParams;
  const cursor = JSON.parse(Buffer.from(query.get("cursor") ?? "", "base64url").toString()) as [
    number,
    string,
  ];
  const limit = Number(query.get("limit") ?? 25);
  const rows = findPage.all(query.get("state") ?? "", ...cursor, limit + 1);
  return new Response(JSON.stringify(pageOf(rows, limit)), { headers: json });
}

const escapeText = (text: unknown) => Bun.escapeHTML(String(text));
const clock = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "Africa/Kigali",
});

/**
 * Answers with the rider's trips as a page: the cards, their data for the browser, and a frame as large as the rest of
 * the page.
 */
async function trips(request: Request, isReactPage = false): Promise<Response> {
  const rider = accountOf(request, "rider");
  if (!rider) return new Response(null, { status: 401 });
  const visibleCards = findTrips.all(rider, 26).slice(0, 25);
  const facts = visibleCards.map((trip) => ({
    id: trip.id,
    state: trip.state,
    pickupAt: new Date(trip.pickup_at).toISOString(),
    pickup: trip.pickup_name,
    dropoff: trip.dropoff_name,
    car: [trip.class_name, trip.driver_first_name, trip.plate].filter(Boolean).join(" · "),
    fareMinor: trip.fare_minor,
    currency: trip.currency,
  }));
  const body = isReactPage
    ? await (await stackPage(request, facts, clock)).text()
    : `${renderTemplatePage(facts)}<script>${JSON.stringify(facts)}</script>`;
  return new Response(frame.slice(0, Math.max(0, model.tripsLength - body.length)) + body, html);
}

/** Renders the rows with a template. */
function renderTemplatePage(facts: readonly StackCard[]): string {
  const rows = facts.map(
    (trip) => `<li><a href="/trips/${trip.id}"><time datetime="${trip.pickupAt}">${clock.format(
      new Date(trip.pickupAt),
    )}</time><span>${escapeText(trip.pickup)}</span><span>${escapeText(trip.dropoff)}</span>
      <b>${trip.state}</b><i>${escapeText(trip.car)}, ${trip.fareMinor} ${trip.currency}</i></a></li>`,
  );
  return `<ul>${rows.join("")}</ul>`;
}

/** A substitute for the head, the navigation and the rest of the page of trips. */
const frame = "<!-- a page -->".repeat(Math.ceil(model.tripsLength / 15));

const bookingColumns = [
  "id",
  "number",
  "state",
  "version",
  "service_type",
  "source",
  "rider_id",
  "passenger_name",
  "passenger_phone",
  "passengers",
  "luggage",
  "pickup_at",
  "pickup_local",
  "time_zone",
  "pickup_name",
  "pickup_detail",
  "pickup_latitude",
  "pickup_longitude",
  "dropoff_name",
  "dropoff_detail",
  "dropoff_latitude",
  "dropoff_longitude",
  "distance_meters",
  "duration_seconds",
  "estimate",
  "vehicle_class_id",
  "fare_minor",
  "currency",
  "fare_lines",
  "fee_schedule_id",
  "created_at",
  "updated_at",
];
const insertBooking = db.query(
  `INSERT INTO reservations (${bookingColumns.join()}) VALUES (${bookingColumns.map(() => "?").join()})`,
);
const insertEvent = db.query(
  `INSERT INTO reservation_events (id, reservation_id, at, actor_kind, actor_id, actor_name, from_state, to_state, kind, facts)
   VALUES (?, ?, ?, 'rider', ?, ?, NULL, 'pending', 'booked', '{}')`,
);
const insertIdempotencyKey = db.query(
  "INSERT INTO idempotency_keys (id, account_id, key, body_hash, reservation_id, created_at) VALUES (?, ?, ?, ?, ?, ?)",
);
const insertMessage = db.query(
  `INSERT INTO outbox (id, channel, kind, recipient, subject, body, state, next_attempt_at, created_at)
   VALUES (?, 'email', 'booking_received', 'rider0@example.com', 'We have your booking', ?, 'kept', ?, ?)`,
);
const highestNumber = db.query<{ n: number }, []>("SELECT max(number) AS n FROM reservations");
/** As long as an encrypted message of Livery. */
const message = "m".repeat(4_000);

/** As many lines as a trip's price has; they are fixed, because a bare server does not calculate prices. */
const fareLines = JSON.stringify(
  ["Base fare", "Distance", "Time", "VAT 18%"].map((label) => ({ label, amountMinor: 1_000 })),
);

type Offer = {
  trip: {
    serviceType: string;
    pickupLocal: string;
    passengers: number;
    luggage: number;
    pickup: { name: string; detail: string; latitude: number; longitude: number };
    dropoff: { name: string; detail: string; latitude: number; longitude: number };
  };
  pickupAt: number;
  timeZone: string;
  distanceMeters: number;
  durationSeconds: number;
  versionId: string;
  options: [classId: string, totalMinor: number][];
};

/** Books what a quote offers, in a separate transaction, and answers once it is on disk. */
async function book(request: Request): Promise<Response> {
  const account = accountOf(request, "rider");
  const rider = account && findRider.get(account);
  if (!rider) return new Response(null, { status: 401 });
  const text = await request.text();
  const input = JSON.parse(text) as { quote: string; vehicleClassId: string };
  const [, offer] = JSON.parse(
    Buffer.from(input.quote.split(".")[0] ?? "", "base64url").toString(),
  ) as [string, Offer];
  const option = offer.options.find(([classId]) => classId === input.vehicleClassId);
  if (!option) return new Response(null, { status: 400 });
  const now = Date.now();
  const id = Bun.randomUUIDv7();
  const { trip } = offer;
  const name = `${rider.first_name} ${rider.last_name}`;
  const values = [
    id,
    0,
    "pending",
    1,
    trip.serviceType,
    "web",
    account,
    name,
    rider.phone,
    trip.passengers,
    trip.luggage,
    offer.pickupAt,
    trip.pickupLocal,
    offer.timeZone,
    trip.pickup.name,
    trip.pickup.detail,
    trip.pickup.latitude,
    trip.pickup.longitude,
    trip.dropoff.name,
    trip.dropoff.detail,
    trip.dropoff.latitude,
    trip.dropoff.longitude,
    offer.distanceMeters,
    offer.durationSeconds,
    1,
    option[0],
    option[1],
    "RWF",
    fareLines,
    offer.versionId,
    now,
    now,
  ];
  const hash = new Bun.CryptoHasher("sha256").update(text).digest("base64url");
  db.run("BEGIN IMMEDIATE");
  values[1] = (highestNumber.get()?.n ?? 1000) + 1;
  insertBooking.run(...values);
  insertEvent.run(Bun.randomUUIDv7(), id, now, account, name);
  insertIdempotencyKey.run(
    Bun.randomUUIDv7(),
    account,
    request.headers.get("idempotency-key"),
    hash,
    id,
    now,
  );
  insertMessage.run(Bun.randomUUIDv7(), message, now, now);
  db.run("COMMIT");
  const { reservation, ...others } = model.booked;
  return new Response(
    JSON.stringify({
      ...others,
      reservation: { ...reservation, id, number: values[1] as number },
    } satisfies ReservationAnswer),
    { status: 201, headers: json },
  );
}

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  fetch(request) {
    const path = request.url.slice(request.url.indexOf("/", 8));
    if (path === "/") return new Response(model.home, html);
    if (path === "/faq?from=bench") return new Response(model.faq, html);
    if (path === "/trips") return trips(request);
    if (path === "/trips?stack") return trips(request, true);
    if (path.startsWith("/backend/admin/reservations?")) return list(request);
    if (path === "/backend/reservations") return book(request);
    return new Response(null, { status: 404 });
  },
});
