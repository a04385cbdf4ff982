import { z } from "zod";
import { containing, fromCursor, toCursor } from "../cursors";
import type { Deps } from "../deps";
import { Mobility } from "./class-contract";
import type { Vehicle, VehiclesQuery } from "./contract";

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
};

const Cursor = z.tuple([z.string(), z.string()]);

/** The fleet by plate; `q` looks for plate, make, model and class. */
export function listVehicles(
  deps: Deps,
  query: z.output<typeof VehiclesQuery>,
): { vehicles: Vehicle[]; nextCursor: string | null } {
  const [plate, id] = fromCursor(query.cursor, Cursor) ?? ["", ""];
  const rows = deps.db.$client
    .query<Row, [string, string, string, number]>(
      `SELECT v.id, v.plate, v.make, v.model, v.year, v.color, v.class_id, c.name AS class_name,
         v.passengers, v.luggage, v.mobility, v.state, i.expires_at AS insurance_expires_at,
         r.expires_at AS registration_expires_at
       FROM vehicles v JOIN vehicle_classes c ON c.id = v.class_id
       LEFT JOIN documents i ON i.vehicle_id = v.id AND i.kind = 'vehicle_insurance' AND i.state = 'valid'
         AND i.replaced_by_id IS NULL
       LEFT JOIN documents r ON r.vehicle_id = v.id AND r.kind = 'vehicle_registration' AND r.state = 'valid'
         AND r.replaced_by_id IS NULL
       WHERE v.plate || ' ' || replace(v.plate, ' ', '') || ' ' || v.make || ' ' || v.model || ' ' || c.name
         LIKE ? ESCAPE '\\' AND (v.plate, v.id) > (?, ?)
       ORDER BY v.plate, v.id LIMIT ?`,
    )
    .all(containing(query.q ?? ""), plate, id, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    vehicles: shown.map(toVehicle),
    nextCursor: last ? toCursor([last.plate, last.id]) : null,
  };
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
  };
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
