import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "../../db/prepared";
import { reservationEvents } from "../../db/schema/reservations";
import type { Deps } from "../deps";
import type { FareLine } from "../fares/contract";
import { AppError } from "../errors";
import type { Mobility } from "../vehicles/contract";
import type {
  Reservation,
  ReservationRow,
  ReservationState,
  ReservationsQuery,
  TimelineEntry,
} from "./contract";
import { localDay } from "./local-time";
import { hasDriver } from "./rules";

/** A row of `reservations` with the names that lists show, as SQLite returns it. */
type Joined = {
  id: string;
  number: number;
  state: ReservationState;
  late: number;
  version: number;
  service_type: ReservationRow["serviceType"];
  rider_id: string | null;
  rider_name: string | null;
  passenger_name: string;
  passenger_phone: string | null;
  passengers: number;
  luggage: number;
  mobility: Mobility;
  flight_number: string | null;
  hours: number | null;
  note: string;
  pickup_at: number;
  pickup_local: string;
  time_zone: string;
  pickup_name: string;
  pickup_detail: string;
  pickup_latitude: number;
  pickup_longitude: number;
  dropoff_name: string;
  dropoff_detail: string;
  dropoff_latitude: number;
  dropoff_longitude: number;
  distance_meters: number;
  duration_seconds: number;
  estimate: number;
  vehicle_class_id: string;
  class_name: string;
  driver_id: string | null;
  driver_first_name: string;
  driver_last_name: string;
  driver_phone: string | null;
  vehicle_id: string | null;
  plate: string;
  make: string;
  model: string;
  color: string;
  fare_minor: number;
  currency: string;
  fare_lines: string;
  cancellation_fee_minor: number | null;
  created_at: number;
};

const ROW_COLUMNS = `r.id, r.number, r.state, r.version, r.service_type, r.rider_id,
  trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) AS rider_name,
  r.passenger_name, r.passenger_phone, r.pickup_at, r.created_at,
  r.pickup_name, r.pickup_detail, r.pickup_latitude, r.pickup_longitude,
  r.dropoff_name, r.dropoff_detail, r.dropoff_latitude, r.dropoff_longitude,
  r.vehicle_class_id, c.name AS class_name,
  r.driver_id, d.first_name AS driver_first_name, d.last_name AS driver_last_name, d.phone AS driver_phone,
  r.vehicle_id, v.plate, v.make, v.model, v.color, r.fare_minor, r.currency`;

const JOINS = `JOIN vehicle_classes c ON c.id = r.vehicle_class_id
  LEFT JOIN riders u ON u.id = r.rider_id
  LEFT JOIN drivers d ON d.id = r.driver_id
  LEFT JOIN vehicles v ON v.id = r.vehicle_id`;

const iso = (at: number) => new Date(at).toISOString();

function toRow(row: Joined): ReservationRow {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    serviceType: row.service_type,
    pickupAt: iso(row.pickup_at),
    pickup: {
      name: row.pickup_name,
      detail: row.pickup_detail,
      latitude: row.pickup_latitude,
      longitude: row.pickup_longitude,
    },
    dropoff: {
      name: row.dropoff_name,
      detail: row.dropoff_detail,
      latitude: row.dropoff_latitude,
      longitude: row.dropoff_longitude,
    },
    rider: row.rider_id ? { id: row.rider_id, name: row.rider_name || "Rider" } : null,
    passenger: { name: row.passenger_name, phone: row.passenger_phone },
    vehicleClass: { id: row.vehicle_class_id, name: row.class_name },
    driver: row.driver_id
      ? {
          id: row.driver_id,
          firstName: row.driver_first_name,
          lastName: row.driver_last_name,
          phone: row.driver_phone,
        }
      : null,
    vehicle: row.vehicle_id
      ? {
          id: row.vehicle_id,
          plate: row.plate,
          make: row.make,
          model: row.model,
          color: row.color,
        }
      : null,
    fareMinor: row.fare_minor,
    currency: row.currency,
    version: row.version,
  };
}

/** A page of a list and the cursor of the next one, null at the end. */
export type Page = { reservations: ReservationRow[]; nextCursor: string | null };

const Cursor = z.tuple([z.number(), z.string()]);

function readCursor(cursor: string | undefined): z.infer<typeof Cursor> | null {
  if (cursor === undefined) return null;
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw new AppError("request.invalid", {
      fields: { cursor: "This is no cursor of this list." },
    });
  }
}

function page(rows: Joined[], limit: number, by: "pickup_at" | "created_at"): Page {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    reservations: shown.map(toRow),
    nextCursor: last
      ? Buffer.from(JSON.stringify([last[by], last.id])).toString("base64url")
      : null,
  };
}

type ListQuery = z.output<typeof ReservationsQuery>;

/**
 * Dispatch's list. Each state asked for is read along its own index and the heads are merged, so
 * that a page costs the same however many reservations there are. 400 for a foreign cursor.
 */
export function listReservations(deps: Deps, timeZone: string, query: ListQuery): Page {
  const by = query.sort.endsWith("pickupAt") ? "pickup_at" : "created_at";
  const [direction, beyond] = query.sort.startsWith("-") ? ["DESC", "<"] : ["ASC", ">"];
  const shared: (string | number)[] = [];
  const conditions: string[] = [];
  const from = query.from === undefined ? null : localDay(query.from, timeZone).from;
  const until = query.to === undefined ? null : localDay(query.to, timeZone).until;
  if (from !== null) {
    conditions.push("r.pickup_at >= ?");
    shared.push(from);
  }
  if (until !== null) {
    conditions.push("r.pickup_at < ?");
    shared.push(until);
  }
  const words = query.q ? searchTerms(query.q) : null;
  if (words === "") return { reservations: [], nextCursor: null };
  if (words !== null) {
    conditions.push(
      "r.number IN (SELECT rowid FROM reservation_search WHERE reservation_search MATCH ?)",
    );
    shared.push(words);
  }
  const cursor = readCursor(query.cursor);
  if (cursor) {
    conditions.push(`(r.${by}, r.id) ${beyond} (?, ?)`);
    shared.push(...cursor);
  }
  const states = [...new Set([query.state ?? []].flat())];
  const order = (table: string) =>
    `ORDER BY ${table}.${by} ${direction}, ${table}.id ${direction} LIMIT ?`;
  const where = (state: boolean) => {
    const all = state ? ["r.state = ?", ...conditions] : conditions;
    return all.length > 0 ? `WHERE ${all.join(" AND ")}` : "";
  };
  const limit = query.limit + 1;
  const client = deps.db.$client;
  if (states.length <= 1) {
    const rows = client
      .query<Joined, (string | number)[]>(
        `SELECT ${ROW_COLUMNS} FROM reservations r ${JOINS} ${where(states.length === 1)} ${order("r")}`,
      )
      .all(...states, ...shared, limit);
    return page(rows, query.limit, by);
  }
  const head = `SELECT * FROM (SELECT r.id, r.${by} FROM reservations r ${where(true)} ${order("r")})`;
  const rows = client
    .query<Joined, (string | number)[]>(
      `SELECT ${ROW_COLUMNS} FROM (${states.map(() => head).join(" UNION ALL ")}) h
       JOIN reservations r ON r.id = h.id ${JOINS} ${order("h")}`,
    )
    .all(...states.flatMap((state) => [state, ...shared, limit]), limit);
  return page(rows, query.limit, by);
}

/** What was typed as full-text terms: every word begins a word of the reservation. */
function searchTerms(q: string): string {
  return (q.match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, 8)
    .map((word) => `"${word}"*`)
    .join(" ");
}

/** A rider's upcoming trips, the next first, or past ones, the latest first. */
export function listRiderReservations(
  deps: Deps,
  riderId: string,
  query: { when: "upcoming" | "past"; cursor?: string | undefined; limit: number },
): Page {
  const upcoming = query.when === "upcoming";
  const over = "('completed', 'settled', 'cancelled', 'no_show', 'rejected')";
  return listAlong(deps, {
    where: `r.rider_id = ? AND r.state ${upcoming ? "NOT IN" : "IN"} ${over}`,
    values: [riderId],
    descending: !upcoming,
    ...query,
    see: forRider,
  });
}

/** A driver's assignments and open offers by the operator's calendar day. */
export function listDriverReservations(
  deps: Deps,
  driverId: string,
  timeZone: string,
  query: { when: "today" | "future" | "past"; cursor?: string | undefined; limit: number },
): Page {
  const today = localDay(localDateOf(deps.now(), timeZone), timeZone);
  const mine = `(r.driver_id = ? AND r.state NOT IN ('quote', 'pending', 'confirmed', 'offered', 'rejected')
    OR r.id IN (SELECT reservation_id FROM offers WHERE driver_id = ? AND state = 'open' AND expires_at > ?))`;
  const days = {
    today: ["r.pickup_at >= ? AND r.pickup_at < ?", [today.from, today.until]],
    future: ["r.pickup_at >= ?", [today.until]],
    past: ["r.pickup_at < ?", [today.from]],
  } as const;
  const [range, bounds] = days[query.when];
  return listAlong(deps, {
    where: `${range} AND ${mine}`,
    values: [...bounds, driverId, driverId, deps.now()],
    descending: query.when === "past",
    ...query,
    see: (row) => row,
  });
}

function localDateOf(now: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

function listAlong(
  deps: Deps,
  list: {
    where: string;
    values: (string | number)[];
    descending: boolean;
    cursor?: string | undefined;
    limit: number;
    see: (row: ReservationRow) => ReservationRow;
  },
): Page {
  const cursor = readCursor(list.cursor);
  const direction = list.descending ? "DESC" : "ASC";
  const after = cursor ? `AND (r.pickup_at, r.id) ${list.descending ? "<" : ">"} (?, ?)` : "";
  const rows = deps.db.$client
    .query<Joined, (string | number)[]>(
      `SELECT ${ROW_COLUMNS} FROM reservations r ${JOINS} WHERE ${list.where} ${after}
       ORDER BY r.pickup_at ${direction}, r.id ${direction} LIMIT ?`,
    )
    .all(...list.values, ...(cursor ?? []), list.limit + 1);
  const found = page(rows, list.limit, "pickup_at");
  return { ...found, reservations: found.reservations.map(list.see) };
}

/** A rider learns first name, initial and car of the driver, once one is assigned; no number. */
function forRider<Row extends ReservationRow>(row: Row): Row {
  const known = hasDriver(row.state) || ["completed", "settled", "no_show"].includes(row.state);
  if (!known) return { ...row, driver: null, vehicle: null };
  return {
    ...row,
    driver: row.driver && {
      ...row.driver,
      lastName: `${[...row.driver.lastName][0] ?? ""}.`,
      phone: null,
    },
  };
}

/** Who reads a reservation: decides whether they may, and what they see of it. */
export type Viewer = { kind: "rider" | "driver"; id: string } | { kind: "admin" };

/** One reservation whole, with its timeline; 404 when it is not there or not the viewer's. */
export function readReservation(deps: Deps, id: string, viewer: Viewer): Reservation {
  const row = deps.db.$client
    .query<Joined, [string]>(
      `SELECT ${ROW_COLUMNS}, r.late, r.passengers, r.luggage, r.mobility, r.flight_number, r.hours,
         r.note, r.pickup_local, r.time_zone, r.distance_meters, r.duration_seconds, r.estimate,
         r.fare_lines, r.cancellation_fee_minor
       FROM reservations r ${JOINS} WHERE r.id = ?`,
    )
    .get(id);
  if (!row) throw new AppError("request.not_found");
  const offer = row.state === "offered" ? openOffer(deps, id) : null;
  const theirs =
    viewer.kind === "admin" ||
    (viewer.kind === "rider" && row.rider_id === viewer.id) ||
    (viewer.kind === "driver" && (row.driver_id === viewer.id || offer?.driver.id === viewer.id));
  if (!theirs) throw new AppError("request.not_found");
  const whole: Reservation = {
    ...toRow(row),
    late: row.late === 1,
    pickupLocal: row.pickup_local,
    timeZone: row.time_zone,
    passengers: row.passengers,
    luggage: row.luggage,
    mobility: row.mobility,
    flightNumber: row.flight_number,
    hours: row.hours,
    note: row.note,
    distanceMeters: row.distance_meters,
    durationSeconds: row.duration_seconds,
    estimate: row.estimate === 1,
    // Written by ourselves from the fare function's lines.
    lines: JSON.parse(row.fare_lines) as FareLine[],
    cancellationFeeMinor: row.cancellation_fee_minor,
    offer,
    createdAt: iso(row.created_at),
    timeline: readTimeline(deps, id),
  };
  if (viewer.kind === "admin") return whole;
  if (viewer.kind === "driver") return { ...whole, timeline: whole.timeline.map(withoutNames) };
  return {
    ...forRider(whole),
    offer: null,
    timeline: whole.timeline.filter(isForRider).map(withoutNames).map(withoutDetail),
  };
}

/** Offers and refusals between dispatch and drivers are not the rider's business. */
function isForRider(entry: TimelineEntry): boolean {
  return entry.to !== "offered" && entry.from !== "offered"
    ? !(entry.to === "confirmed" && entry.from !== "pending")
    : entry.to === "assigned" || entry.to === "cancelled";
}

/** Staff appear as the operator, by role, to everybody outside. */
function withoutNames(entry: TimelineEntry): TimelineEntry {
  const [first = ""] = entry.actor.name.split(" ");
  const name = entry.actor.kind === "admin" ? "Dispatch" : first;
  return { ...entry, actor: { ...entry.actor, name } };
}

/** What a step names (the driver in full, car and plate) stands beside the trip as riders may see it. */
function withoutDetail({ detail, ...entry }: TimelineEntry): TimelineEntry {
  const { feeMinor, currency } = detail;
  return {
    ...entry,
    detail: {
      ...(feeMinor !== undefined && { feeMinor }),
      ...(currency !== undefined && { currency }),
    },
  };
}

const eventsOf = prepared((db) =>
  db
    .select()
    .from(reservationEvents)
    .where(eq(reservationEvents.reservationId, sql.placeholder("id")))
    .orderBy(reservationEvents.at, reservationEvents.id)
    .prepare(),
);

function readTimeline(deps: Deps, id: string): TimelineEntry[] {
  return eventsOf(deps.db)
    .all({ id })
    .map((event) => ({
      id: event.id,
      at: iso(event.at),
      actor: { kind: event.actorKind, name: event.actorName },
      from: event.fromState,
      to: event.toState,
      reason: event.reason,
      detail: event.detail,
    }));
}

type OfferRow = {
  expires_at: number;
  driver_id: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  vehicle_id: string;
  plate: string;
  make: string;
  model: string;
  color: string;
};

function openOffer(deps: Deps, reservationId: string): Reservation["offer"] {
  const row = deps.db.$client
    .query<OfferRow, [string]>(
      `SELECT o.expires_at, o.driver_id, d.first_name, d.last_name, d.phone,
         o.vehicle_id, v.plate, v.make, v.model, v.color
       FROM offers o JOIN drivers d ON d.id = o.driver_id JOIN vehicles v ON v.id = o.vehicle_id
       WHERE o.reservation_id = ? AND o.state = 'open' ORDER BY o.created_at DESC LIMIT 1`,
    )
    .get(reservationId);
  return (
    row && {
      driver: {
        id: row.driver_id,
        firstName: row.first_name,
        lastName: row.last_name,
        phone: row.phone,
      },
      vehicle: {
        id: row.vehicle_id,
        plate: row.plate,
        make: row.make,
        model: row.model,
        color: row.color,
      },
      expiresAt: iso(row.expires_at),
    }
  );
}

/** How many reservations are in each state, over the pickups of a time, ms UTC, half open. */
export function countByState(
  deps: Deps,
  pickups: { from: number; until: number },
): Partial<Record<ReservationState, number>> {
  const rows = deps.db.$client
    .query<{ state: ReservationState; n: number }, [number, number]>(
      `SELECT state, count(*) AS n FROM reservations WHERE pickup_at >= ? AND pickup_at < ?
       GROUP BY state`,
    )
    .all(pickups.from, pickups.until);
  return Object.fromEntries(rows.map((row) => [row.state, row.n]));
}
