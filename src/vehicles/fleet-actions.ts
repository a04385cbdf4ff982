import { and, eq, ne } from "drizzle-orm";
import { vehicleClasses, vehicles } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { endOfDay, lastDay } from "../settings/days";
import { readOperator } from "../settings/queries";
import { Mobility } from "./class-contract";
import type { SaveVehicle, VehicleRecord } from "./contract";

/** Adds a vehicle. 400 for an unknown class, 409 for a plate that is taken. Returns its id. */
export async function addVehicle(deps: Deps, input: SaveVehicle): Promise<string> {
  const values = toRow(deps, input);
  const id = Bun.randomUUIDv7();
  await deps.write((tx) => {
    refuse(tx, id, input);
    tx.insert(vehicles)
      .values({ id, ...values, createdAt: deps.now() })
      .run();
  });
  return id;
}

/** Changes a vehicle; 404 when there is none. Trips it is already on stay as they are. */
export async function changeVehicle(deps: Deps, id: string, input: SaveVehicle): Promise<void> {
  const values = toRow(deps, input);
  await deps.write((tx) => {
    if (!tx.select({ id: vehicles.id }).from(vehicles).where(eq(vehicles.id, id)).get())
      throw new AppError("request.not_found");
    refuse(tx, id, input);
    tx.update(vehicles).set(values).where(eq(vehicles.id, id)).run();
  });
}

/** A vehicle with what its form holds; 404 when there is none. */
export function readVehicle(deps: Deps, id: string): VehicleRecord {
  const row = deps.db.select().from(vehicles).where(eq(vehicles.id, id)).get();
  if (!row) throw new AppError("request.not_found");
  const { timeZone } = readOperator(deps);
  const day = (at: number | null) => (at === null ? null : lastDay(at, timeZone));
  return {
    id: row.id,
    classId: row.classId,
    plate: row.plate,
    make: row.make,
    model: row.model,
    year: row.year,
    color: row.color,
    passengers: row.passengers,
    luggage: row.luggage,
    mobility: row.mobility.map((each) => Mobility.parse(each)),
    state: row.state,
    insuranceValidUntil: day(row.insuranceExpiresAt),
    registrationValidUntil: day(row.registrationExpiresAt),
  };
}

function toRow(deps: Deps, input: SaveVehicle) {
  const { timeZone } = readOperator(deps);
  const { insuranceValidUntil, registrationValidUntil, ...rest } = input;
  const end = (day: string | null) => (day === null ? null : endOfDay(day, timeZone));
  return {
    ...rest,
    plate: input.plate.toUpperCase().replace(/\s+/g, " "),
    insuranceExpiresAt: end(insuranceValidUntil),
    registrationExpiresAt: end(registrationValidUntil),
  };
}

function refuse(tx: Tx, id: string, input: SaveVehicle): void {
  if (!tx.select().from(vehicleClasses).where(eq(vehicleClasses.id, input.classId)).get())
    throw new AppError("request.invalid", { fields: { classId: "Choose a class." } });
  const plate = input.plate.toUpperCase().replace(/\s+/g, " ");
  const twin = and(eq(vehicles.plate, plate), ne(vehicles.id, id));
  if (tx.select({ id: vehicles.id }).from(vehicles).where(twin).get())
    throw new AppError("vehicle.plate_taken", {
      fields: { plate: "Another vehicle already has this plate." },
    });
}
