import type { Statement } from "bun:sqlite";
import { z } from "zod";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { ServiceType } from "../fares/contract";
import {
  type MyReservationsQuery,
  type ReservationRow,
  ReservationState,
  type ReservationsQuery,
} from "./contract";
import { ON_TIME_MS } from "./rules";
import { searchTerms as termsOf, searchWords } from "../places/rules";
import { localDay } from "../settings/local-time";
import {
  forDriver,
  forRider,
  JOINS,
  type Joined,
  namesOf,
  ROW_COLUMNS,
  toRow,
} from "./row-queries";

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

function page(deps: Deps, rows: Joined[], limit: number, by: "pickup_at" | "created_at"): Page {
  const names = namesOf(deps.db);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    reservations: shown.map((row) => toRow(row, names)),
    nextCursor: last
      ? Buffer.from(JSON.stringify([last[by], last.id])).toString("base64url")
      : null,
  };
}

type ListQuery = z.output<typeof ReservationsQuery>;

/** What narrows a list: conditions on `reservations r`, and what their question marks stand for. */
type Filter = { conditions: string[]; values: (string | number)[] };

/**
 * Days, kinds of service and words of a query, without its states; null where nothing can be found.
 * `timeZone` is asked when a day is named.
 */
export function filterOf(
  deps: Deps,
  timeZone: () => string,
  query: Partial<Omit<ListQuery, "state" | "cursor" | "limit" | "sort">>,
): Filter | null {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  if (query.from !== undefined) {
    conditions.push("r.pickup_at >= ?");
    values.push(localDay(query.from, timeZone()).from);
  }
  if (query.to !== undefined) {
    conditions.push("r.pickup_at < ?");
    values.push(localDay(query.to, timeZone()).until);
  }
  const services = servicesOf(query);
  if (services.length > 0) {
    conditions.push("+r.service_type IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(services));
  }
  if (query.overdue) {
    // What waits for its passenger's call is not late, whatever its guess.
    conditions.push("r.pickup_at < ? AND r.will_call = 0");
    values.push(deps.now());
  }
  for (const [column, value] of [
    ["r.driver_id", query.driver],
    ["r.company_id", query.company],
    ["r.vehicle_class_id", query.vehicleClass],
    ["r.source", query.source],
  ] as const) {
    if (value === "none") conditions.push(`${column} IS NULL`);
    else if (value !== undefined) {
      conditions.push(`${column} = ?`);
      values.push(value);
    }
  }
  if (query.arrival !== undefined) {
    conditions.push(`r.arrived_at ${query.arrival === "late" ? ">" : "<="} r.pickup_at + ?`);
    values.push(ON_TIME_MS);
  }
  const words = query.q ? searchTerms(query.q) : null;
  if (words === "") return null;
  if (words !== null) {
    conditions.push(
      "r.number IN (SELECT rowid FROM reservation_search WHERE reservation_search MATCH ?)",
    );
    values.push(words);
  }
  return { conditions, values };
}

/**
 * Dispatch's list. Each state asked for is read along its own index and the heads are merged, so
 * that a page costs the same however many reservations there are. `timeZone` is asked when the query
 * names a day. 400 for a foreign cursor.
 */
export function listReservations(deps: Deps, timeZone: () => string, query: ListQuery): Page {
  const by = query.sort.endsWith("pickupAt") ? "pickup_at" : "created_at";
  const [direction, beyond] = query.sort.startsWith("-") ? ["DESC", "<"] : ["ASC", ">"];
  const services = by === "pickup_at" ? servicesOf(query) : [];
  // By the time of booking a kind of service has no index of its own.
  const filter = filterOf(deps, timeZone, services.length > 0 ? withoutService(query) : query);
  if (!filter) return { reservations: [], nextCursor: null };
  const { conditions, values: shared } = filter;
  const cursor = readCursor(query.cursor);
  if (cursor) {
    conditions.push(`(r.${by}, r.id) ${beyond} (?, ?)`);
    shared.push(...cursor);
  }
  const asked = [...new Set([query.state ?? []].flat())];
  const states = asked.length === 0 && services.length > 0 ? ReservationState.options : asked;
  const order = (table: string) =>
    `ORDER BY ${table}.${by} ${direction}, ${table}.id ${direction} LIMIT ?`;
  const where = (...own: string[]) => {
    const all = [...own, ...conditions];
    return all.length > 0 ? `WHERE ${all.join(" AND ")}` : "";
  };
  const limit = query.limit + 1;
  // Each head is read along its own index: that of a state, or of a kind of service in a state.
  const heads =
    services.length > 0
      ? services.flatMap((service) => states.map((state) => [service, state]))
      : states.map((state) => [state]);
  const own = services.length > 0 ? ["r.service_type = ?", "r.state = ?"] : ["r.state = ?"];
  const kind = `${heads.length} ${own.length} ${query.sort} ${conditions.join()}`;
  if (heads.length <= 1) {
    const statement = statementOf(
      deps.db,
      kind,
      () =>
        `SELECT ${ROW_COLUMNS} FROM reservations r ${JOINS} ${where(...(heads.length === 1 ? own : []))} ${order("r")}`,
    );
    return page(deps, statement.all(...heads.flat(), ...shared, limit), query.limit, by);
  }
  const statement = statementOf(deps.db, kind, () => {
    const head = `SELECT * FROM (SELECT r.id, r.${by} FROM reservations r ${where(...own)} ${order("r")})`;
    return `SELECT ${ROW_COLUMNS} FROM (${heads.map(() => head).join(" UNION ALL ")}) h
      JOIN reservations r ON r.id = h.id ${JOINS} ${order("h")}`;
  });
  const values = heads.flatMap((head) => [...head, ...shared, limit]);
  return page(deps, statement.all(...values, limit), query.limit, by);
}

function servicesOf(query: Partial<Pick<ListQuery, "service">>): ServiceType[] {
  return [...new Set([query.service ?? []].flat())];
}

function withoutService({ service: _service, ...query }: ListQuery): Omit<ListQuery, "service"> {
  return query;
}

/** How many reservations a query finds, at most `most`: counting ends there. */
export function countReservations(
  deps: Deps,
  timeZone: () => string,
  query: Partial<Omit<ListQuery, "cursor" | "limit" | "sort">>,
  most: number,
): number {
  const services = servicesOf(query);
  const filter = filterOf(deps, timeZone, { ...query, service: undefined });
  if (!filter) return 0;
  const states = [...new Set([query.state ?? []].flat())];
  const among = (column: string, values: readonly string[]) =>
    values.length > 0 ? [`${column} IN (${values.map(() => "?").join()})`] : [];
  const conditions = [
    ...among("r.service_type", services),
    ...among("r.state", states),
    ...filter.conditions,
  ];
  const [found] = deps.db.$client
    .query<{ n: number }, (string | number)[]>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM reservations r
       ${conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : ""} LIMIT ?)`,
    )
    .all(...services, ...states, ...filter.values, most);
  return found?.n ?? 0;
}

type ListStatement = Statement<Joined, (string | number)[]>;

const statements = prepared(() => new Map<string, ListStatement>());

/** The statement of a kind of list, written once: as many as there are states, orders and filters. */
function statementOf(db: Db, kind: string, write: () => string): ListStatement {
  const known = statements(db).get(kind);
  if (known) return known;
  const made: ListStatement = db.$client.query(write());
  statements(db).set(kind, made);
  return made;
}

/** What was typed as full-text terms: every word begins a word of the reservation. */
function searchTerms(q: string): string {
  return wordsOf(q)
    .map((word) => `"${word}"*`)
    .join(" ");
}

function wordsOf(q: string): string[] {
  return (q.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 8);
}

const ridersStates = {
  upcoming: "r.state NOT IN ('completed', 'settled', 'no_show', 'cancelled', 'rejected')",
  past: "r.state IN ('completed', 'settled', 'no_show')",
  cancelled: "r.state IN ('cancelled', 'rejected')",
} as const;

/** A rider's upcoming trips, the next first; past or cancelled ones, the latest first. */
export function listRiderReservations(
  deps: Deps,
  riderId: string,
  query: z.output<typeof MyReservationsQuery>,
): Page {
  const found = query.q ? numbersFound(deps, riderId, query.when, searchWords(query.q)) : null;
  if (found?.length === 0) return { reservations: [], nextCursor: null };
  return listAlong(deps, {
    where: [
      `r.rider_id = ? AND ${ridersStates[query.when]}`,
      found && "r.number IN (SELECT value FROM json_each(?))",
    ]
      .filter(Boolean)
      .join(" AND "),
    values: found ? [riderId, JSON.stringify(found)] : [riderId],
    descending: query.when !== "upcoming",
    ...query,
    see: (row) => forRider(row),
  });
}

/** Of somebody with more trips the latest are searched. */
const MOST_SEARCHED = 2_000;

type Texts = Record<"number" | "passenger" | "pickup" | "dropoff" | "plate" | "driver", string>;

/**
 * The numbers of a rider's trips that have each word at the beginning of one of theirs, in what the rider
 * sees: of the driver only the first name. Their own texts are read, never the index: a few letters are in
 * everybody's trips, and each of the rider's would be looked for among all of those.
 */
function numbersFound(
  deps: Deps,
  riderId: string,
  when: keyof typeof ridersStates,
  words: readonly string[],
): number[] {
  if (words.length === 0) return [];
  return deps.db.$client
    .query<Texts, [string, number]>(
      `SELECT s.number, s.passenger, s.pickup, s.dropoff, s.plate, s.driver
       FROM reservations r CROSS JOIN reservation_search s ON s.rowid = r.number
       WHERE r.rider_id = ? AND ${ridersStates[when]}
       ORDER BY r.pickup_at DESC, r.id DESC LIMIT ?`,
    )
    .all(riderId, MOST_SEARCHED)
    .filter(({ driver, ...texts }) => {
      const terms = termsOf(Object.values(texts).join(" "));
      const firstName = termsOf(driver).slice(0, 1);
      return words.every((word) => [...terms, ...firstName].some((term) => term.startsWith(word)));
    })
    .map(({ number }) => Number(number));
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
    see: (row) => forDriver(row),
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
  const found = page(deps, rows, list.limit, "pickup_at");
  return { ...found, reservations: found.reservations.map(list.see) };
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
