import { z } from "zod";
import { likePattern, fromCursor, TextCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import { EXPIRES_SOON_MS } from "../documents/rules";
import { Mobility } from "./class-contract";
import type { Vehicle, Vehicles, VehiclesQuery } from "./contract";
import { iso } from "../formats/instants";

const Mobilities = z.array(Mobility);

type Row = {
  id: string;
  plate: string;
  make: string;
  model: string;
  year: number;
  color: string;
  class_id: string;
  class_name: string;
  passengers: number;
  luggage: number;
  mobility: string;
  state: "active" | "out_of_service";
  insurance_expires_at: number | null;
  registration_expires_at: number | null;
  out_until: number | null;
};

/**
 * Selects the end of the period that is current at an instant, which is bound twice. Uses the index
 * `vehicle_outages_vehicle`.
 */
const OUT_OF_SERVICE_UNTIL_SQL = `(SELECT max(o.ends_at) FROM vehicle_outages o WHERE o.vehicle_id = v.id
  AND o.ends_at > ? AND o.starts_at <= ? AND o.lifted_at IS NULL)`;
const IS_OUT_OF_SERVICE_SQL = `(v.state = 'out_of_service' OR ${OUT_OF_SERVICE_UNTIL_SQL} IS NOT NULL)`;
/** Whether a valid document has expired or expires before an instant. Uses the index `documents_vehicle_in_force`. */
const HAS_EXPIRING_DOCUMENT_SQL = `EXISTS (SELECT 1 FROM documents e WHERE e.vehicle_id = v.id AND e.state = 'valid'
  AND e.replaced_by_id IS NULL AND e.expires_at < ?)`;

/**
 * Lists the fleet by plate; `q` searches plate, make, model, class and VIN. The counts are of all vehicles, whatever
 * the search.
 */
export function listVehicles(deps: Deps, query: z.output<typeof VehiclesQuery>): Vehicles {
  const now = deps.now();
  const expiresBefore = now + EXPIRES_SOON_MS;
  const [plate, id] = fromCursor(query.cursor, TextCursor) ?? ["", ""];
  const filters: { condition: string; values: (string | number)[] }[] = [];
  if (query.class) filters.push({ condition: "v.class_id = ?", values: [query.class] });
  if (query.use)
    filters.push({
      condition: query.use === "out" ? IS_OUT_OF_SERVICE_SQL : `NOT ${IS_OUT_OF_SERVICE_SQL}`,
      values: [now, now],
    });
  if (query.equipment)
    filters.push({
      condition: "EXISTS (SELECT 1 FROM json_each(v.mobility) WHERE value = ?)",
      values: [query.equipment],
    });
  if (query.ending) filters.push({ condition: HAS_EXPIRING_DOCUMENT_SQL, values: [expiresBefore] });
  const rows = deps.db.$client
    .query<Row, (string | number)[]>(
      `SELECT v.id, v.plate, v.make, v.model, v.year, v.color, v.class_id, c.name AS class_name,
         v.passengers, v.luggage, v.mobility, v.state, i.expires_at AS insurance_expires_at,
         r.expires_at AS registration_expires_at, ${OUT_OF_SERVICE_UNTIL_SQL} AS out_until
       FROM vehicles v JOIN vehicle_classes c ON c.id = v.class_id
       LEFT JOIN documents i ON i.vehicle_id = v.id AND i.kind = 'vehicle_insurance' AND i.state = 'valid'
         AND i.replaced_by_id IS NULL
       LEFT JOIN documents r ON r.vehicle_id = v.id AND r.kind = 'vehicle_registration' AND r.state = 'valid'
         AND r.replaced_by_id IS NULL
       WHERE v.plate || ' ' || replace(v.plate, ' ', '') || ' ' || v.make || ' ' || v.model || ' ' || c.name
         || ' ' || coalesce(v.vin, '') LIKE ? ESCAPE '\\' AND (v.plate, v.id) > (?, ?)
         ${filters.map(({ condition }) => `AND ${condition}`).join(" ")}
       ORDER BY v.plate, v.id LIMIT ?`,
    )
    .all(
      now,
      now,
      likePattern(query.q ?? ""),
      plate,
      id,
      ...filters.flatMap(({ values }) => values),
      query.limit + 1,
    );
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.plate, last.id]);
  return {
    vehicles: shown.map(toVehicle),
    nextCursor,
    counts: countVehicles(deps, now, expiresBefore),
  };
}

function countVehicles(deps: Deps, now: number, expiresBefore: number): Vehicles["counts"] {
  const [counts] = deps.db.$client
    .query<{ all: number; out: number; ending: number }, [number, number, number]>(
      `SELECT count(*) AS "all", count(*) FILTER (WHERE ${IS_OUT_OF_SERVICE_SQL}) AS out,
         count(*) FILTER (WHERE ${HAS_EXPIRING_DOCUMENT_SQL}) AS ending FROM vehicles v`,
    )
    .all(now, now, expiresBefore);
  const { all, out, ending } = counts ?? { all: 0, out: 0, ending: 0 };
  return { all, inService: all - out, out, ending };
}

function toVehicle(row: Row): Vehicle {
  return {
    id: row.id,
    plate: row.plate,
    make: row.make,
    model: row.model,
    color: row.color,
    year: row.year,
    vehicleClass: { id: row.class_id, name: row.class_name },
    passengers: row.passengers,
    luggage: row.luggage,
    mobility: Mobilities.parse(JSON.parse(row.mobility)),
    state: row.state,
    insuranceExpiresAt: iso(row.insurance_expires_at),
    registrationExpiresAt: iso(row.registration_expires_at),
    outUntil: iso(row.out_until),
  };
}
