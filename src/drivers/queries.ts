import { z } from "zod";
import { containing, fromCursor, toCursor } from "../cursors";
import type { Deps } from "../deps";
import type { Driver, DriversQuery } from "./contract";

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
};

const COLUMNS = `d.id, d.first_name, d.last_name, d.phone, d.email, d.state, l.expires_at AS license_expires_at,
  d.vehicle_id, v.plate, v.make, v.model, v.color`;

function toDriver(row: Row): Driver {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    email: row.email,
    state: row.state,
    licenseExpiresAt:
      row.license_expires_at === null ? null : new Date(row.license_expires_at).toISOString(),
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
  };
}

const Cursor = z.tuple([z.string(), z.string(), z.string()]);

/** All drivers by last and first name; `q` looks for name, e-mail, phone and plate. */
export function listDrivers(
  deps: Deps,
  query: z.output<typeof DriversQuery>,
): { drivers: Driver[]; nextCursor: string | null } {
  const [lastName, firstName, id] = fromCursor(query.cursor, Cursor) ?? ["", "", ""];
  const rows = deps.db.$client
    .query<Row, [string, string, string, string, number]>(
      `SELECT ${COLUMNS} FROM drivers d LEFT JOIN vehicles v ON v.id = d.vehicle_id
       LEFT JOIN documents l ON l.driver_id = d.id AND l.kind = 'driving_licence' AND l.state = 'valid'
         AND l.replaced_by_id IS NULL
       WHERE d.first_name || ' ' || d.last_name || ' ' || d.first_name || ' ' || coalesce(d.email, '')
         || ' ' || coalesce(d.phone, '') || ' ' || coalesce(v.plate, '') LIKE ? ESCAPE '\\'
         AND (d.last_name, d.first_name, d.id) > (?, ?, ?)
       ORDER BY d.last_name, d.first_name, d.id LIMIT ?`,
    )
    .all(containing(query.q ?? ""), lastName, firstName, id, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    drivers: shown.map(toDriver),
    nextCursor: last ? toCursor([last.last_name, last.first_name, last.id]) : null,
  };
}
