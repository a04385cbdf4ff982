import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import { vehicleClasses, vehicles } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { changedNames } from "../audit/rules";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { raiseSettingsVersion } from "../settings/actions";
import { Mobility } from "./class-contract";
import { MAX_VEHICLE_CLASSES, type SaveVehicleClass, type VehicleClassRecord } from "./contract";
import { insertRow, updateRow } from "../../db/rows";
import { requireRow } from "../rows";

/** Lists every class in the operator's order, with its number of vehicles. */
export function listVehicleClasses(deps: Deps): VehicleClassRecord[] {
  return deps.db
    .select({
      id: vehicleClasses.id,
      name: vehicleClasses.name,
      description: vehicleClasses.description,
      passengers: vehicleClasses.passengers,
      luggage: vehicleClasses.luggage,
      illustration: vehicleClasses.illustration,
      mobility: vehicleClasses.mobility,
      position: vehicleClasses.position,
      active: vehicleClasses.active,
      vehicles: count(vehicles.id),
    })
    .from(vehicleClasses)
    .leftJoin(vehicles, eq(vehicles.classId, vehicleClasses.id))
    .groupBy(vehicleClasses.id)
    .orderBy(asc(vehicleClasses.position), asc(vehicleClasses.id))
    .all()
    .map((row, at) => ({
      ...row,
      mobility: row.mobility.map((each) => Mobility.parse(each)),
      position: at + 1,
    }));
}

/** Reads one class with its form's values; 404 if it does not exist. */
export function readVehicleClass(deps: Deps, id: string): VehicleClassRecord {
  const vehicleClass = listVehicleClasses(deps).find((each) => each.id === id);
  if (!vehicleClass) throw new AppError("request.not_found");
  return vehicleClass;
}

/** Adds a class. 409 if the name is taken, 422 beyond 50 classes. Returns its id. */
export async function addVehicleClass(
  deps: Deps,
  actor: Actor,
  input: SaveVehicleClass,
): Promise<string> {
  const id = Bun.randomUUIDv7();
  const version = await deps.write((tx) => {
    const classRows = tx.select({ id: vehicleClasses.id }).from(vehicleClasses).all();
    if (classRows.length >= MAX_VEHICLE_CLASSES) throw new AppError("vehicle_class.too_many");
    assertNameIsFree(tx, id, input);
    insertRow(tx, vehicleClasses, { id, ...input });
    moveToPosition(tx, id, input.position);
    appendAudit(tx, deps, {
      actor,
      action: "class.added",
      subject: { kind: "class", id },
      summary: `Added the vehicle class ${input.name}`,
    });
    return raiseSettingsVersion(tx, deps.now());
  });
  deps.bus.publish({ type: "settings", version });
  return id;
}

/**
 * Changes a class; 404 if it does not exist. A class that is switched off can no longer be booked; booked trips,
 * vehicles and prices of that class stay. The last bookable class cannot be switched off (409), because riders could
 * then book nothing.
 */
export async function changeVehicleClass(
  deps: Deps,
  actor: Actor,
  id: string,
  input: SaveVehicleClass,
): Promise<void> {
  const version = await deps.write((tx) => {
    const before = requireRow(tx, vehicleClasses, { id });
    assertNameIsFree(tx, id, input);
    if (!input.active && before.active) {
      const isOtherActiveClass = and(eq(vehicleClasses.active, true), ne(vehicleClasses.id, id));
      if (
        !tx.select({ id: vehicleClasses.id }).from(vehicleClasses).where(isOtherActiveClass).get()
      )
        throw new AppError("vehicle_class.last_active");
    }
    const { position: _, ...values } = input;
    updateRow(tx, vehicleClasses, id, values);
    moveToPosition(tx, id, input.position);
    appendAudit(tx, deps, {
      actor,
      action: "class.changed",
      subject: { kind: "class", id },
      summary: `Changed the vehicle class ${input.name}`,
      detail: { changed: changedNames(before, input) },
    });
    return raiseSettingsVersion(tx, deps.now());
  });
  deps.bus.publish({ type: "settings", version });
}

function assertNameIsFree(tx: Tx, id: string, input: SaveVehicleClass): void {
  const isSameNameElsewhere = and(
    eq(sql`lower(${vehicleClasses.name})`, input.name.toLowerCase()),
    ne(vehicleClasses.id, id),
  );
  if (tx.select({ id: vehicleClasses.id }).from(vehicleClasses).where(isSameNameElsewhere).get())
    throw new AppError("vehicle_class.name_taken", {
      fields: { name: "Another class already has this name." },
    });
}

/** Moves a class to its position and renumbers all classes, so that no two share a position. */
function moveToPosition(tx: Tx, id: string, position: number): void {
  const others = tx
    .select({ id: vehicleClasses.id })
    .from(vehicleClasses)
    .where(ne(vehicleClasses.id, id))
    .orderBy(asc(vehicleClasses.position), asc(vehicleClasses.id))
    .all();
  others.splice(position - 1, 0, { id });
  others.forEach((each, at) => {
    updateRow(tx, vehicleClasses, each.id, { position: at + 1 });
  });
}
