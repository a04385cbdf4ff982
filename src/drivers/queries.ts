import { z } from "zod";
import { likePattern, fromCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import { EXPIRES_SOON_MS } from "../documents/rules";
import type { DriverRow, Drivers, DriversQuery } from "./contract";
import { isOnShift, MAX_SHIFT_MS } from "./shift-rules";
import { iso } from "../formats/instants";

type Row = {
  id: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
  state: "active" | "suspended";
  license_expires_at: number | null;
  vehicle_id: string | null;
  plate: string;
  make: string;
  model: string;
  color: string;
  started_at: number | null;
  ending: number;
};

/** Counts a driver's documents that expire before an instant. Uses the index `documents_driver_in_force`. */
const EXPIRING_DOCUMENT_COUNT_SQL = `(SELECT count(*) FROM documents e WHERE e.driver_id = d.id AND e.state = 'valid'
  AND e.replaced_by_id IS NULL AND e.expires_at < ?)`;

const COLUMNS = `d.id, d.first_name, d.last_name, d.phone, d.email, d.state, l.expires_at AS license_expires_at,
  d.vehicle_id, v.plate, v.make, v.model, v.color, s.started_at, ${EXPIRING_DOCUMENT_COUNT_SQL} AS ending`;

/**
 * Matches drivers whose list of preferences has the value, or is empty. A driver without preferences takes any trip.
 */
const preferenceCondition = (column: string) =>
  `coalesce(p.${column} = '[]' OR EXISTS (SELECT 1 FROM json_each(p.${column}) WHERE value = ?), 1)`;

function toDriver(row: Row, now: number): DriverRow {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    email: row.email,
    state: row.state,
    licenseExpiresAt: iso(row.license_expires_at),
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
    onShiftSince: isOnShift(row.started_at, now) ? iso(row.started_at) : null,
    ending: row.ending,
  };
}

const Cursor = z.tuple([z.string(), z.string(), z.string()]);
/** The key that drivers are sorted by: the last name, or the only name. */
const SORT_NAME_SQL = "coalesce(nullif(d.last_name, ''), d.first_name)";

/**
 * Lists drivers by last and first name, or by their only name. `q` searches name, e-mail, phone number and plate. The
 * counts are of all drivers, whatever the search.
 */
export function listDrivers(deps: Deps, query: z.output<typeof DriversQuery>): Drivers {
  const now = deps.now();
  const expiresBefore = now + EXPIRES_SOON_MS;
  const [sortName, firstName, id] = fromCursor(query.cursor, Cursor) ?? ["", "", ""];
  const conditions: [condition: string, value: string | number | undefined][] = [
    ["d.state = ?", query.state],
    ["s.started_at > ?", query.onShift && now - MAX_SHIFT_MS],
    [`${EXPIRING_DOCUMENT_COUNT_SQL} > 0`, query.ending && expiresBefore],
    [preferenceCondition("service_types"), query.service],
    [preferenceCondition("zone_ids"), query.zone],
  ];
  const activeConditions = conditions.flatMap(([condition, value]) =>
    value === undefined ? [] : [{ condition, value }],
  );
  const rows = deps.db.$client
    .query<Row, (string | number)[]>(
      `SELECT ${COLUMNS} FROM drivers d LEFT JOIN vehicles v ON v.id = d.vehicle_id
       LEFT JOIN documents l ON l.driver_id = d.id AND l.kind = 'driving_licence' AND l.state = 'valid'
         AND l.replaced_by_id IS NULL
       LEFT JOIN driver_shifts s ON s.driver_id = d.id
       LEFT JOIN driver_preferences p ON p.driver_id = d.id
       WHERE d.first_name || ' ' || d.last_name || ' ' || d.first_name || ' ' || coalesce(d.email, '')
         || ' ' || coalesce(d.phone, '') || ' ' || coalesce(v.plate, '') LIKE ? ESCAPE '\\'
         AND (${SORT_NAME_SQL}, d.first_name, d.id) > (?, ?, ?)
         ${activeConditions.map(({ condition }) => `AND ${condition}`).join(" ")}
       ORDER BY ${SORT_NAME_SQL}, d.first_name, d.id LIMIT ?`,
    )
    .all(
      expiresBefore,
      likePattern(query.q ?? ""),
      sortName,
      firstName,
      id,
      ...activeConditions.map(({ value }) => value),
      query.limit + 1,
    );
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [
    last.last_name || last.first_name,
    last.first_name,
    last.id,
  ]);
  return {
    drivers: shown.map((row) => toDriver(row, now)),
    nextCursor,
    counts: countDrivers(deps, expiresBefore),
  };
}

function countDrivers(deps: Deps, expiresBefore: number): Drivers["counts"] {
  const [counts] = deps.db.$client
    .query<Drivers["counts"], [number, number]>(
      `SELECT count(*) AS "all", count(*) FILTER (WHERE d.state = 'active') AS active,
         count(*) FILTER (WHERE d.state = 'suspended') AS suspended,
         count(*) FILTER (WHERE s.started_at > ?) AS onShift,
         count(*) FILTER (WHERE ${EXPIRING_DOCUMENT_COUNT_SQL} > 0) AS ending
       FROM drivers d LEFT JOIN driver_shifts s ON s.driver_id = d.id`,
    )
    .all(deps.now() - MAX_SHIFT_MS, expiresBefore);
  return counts ?? { all: 0, active: 0, suspended: 0, onShift: 0, ending: 0 };
}
