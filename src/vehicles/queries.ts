import { asc, eq } from "drizzle-orm";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Deps } from "../deps";
import { VehicleClass } from "./contract";

/** The classes a rider can book, in the operator's order. */
export function bookableClasses(deps: Deps): VehicleClass[] {
  return deps.db
    .select()
    .from(vehicleClasses)
    .where(eq(vehicleClasses.active, true))
    .orderBy(asc(vehicleClasses.position))
    .all()
    .map((row) => VehicleClass.parse(row));
}
