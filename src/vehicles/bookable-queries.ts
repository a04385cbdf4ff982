import { asc, eq } from "drizzle-orm";
import { prepared } from "../../db/prepared";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Deps } from "../deps";
import type { Mobility, VehicleClass } from "./class-contract";

const bookableClassStatement = prepared((db) =>
  db
    .select({
      id: vehicleClasses.id,
      name: vehicleClasses.name,
      description: vehicleClasses.description,
      passengers: vehicleClasses.passengers,
      luggage: vehicleClasses.luggage,
      illustration: vehicleClasses.illustration,
      mobility: vehicleClasses.mobility,
    })
    .from(vehicleClasses)
    .where(eq(vehicleClasses.active, true))
    .orderBy(asc(vehicleClasses.position))
    .prepare(),
);

/** Returns the classes that riders can book, in the operator's order. */
export function bookableClasses(deps: Pick<Deps, "db">): VehicleClass[] {
  return bookableClassStatement(deps.db)
    .all()
    .map((row) => ({ ...row, mobility: row.mobility as Mobility[] }));
}

/** Returns the ids and names of these classes, for rules that show them. */
export function bookableClassNames(deps: Pick<Deps, "db">): { id: string; name: string }[] {
  return bookableClasses(deps).map(({ id, name }) => ({ id, name }));
}
