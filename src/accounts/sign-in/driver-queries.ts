import { and, eq, isNull, sql } from "drizzle-orm";
import { documents } from "../../../db/schema/documents";
import { drivers, type StoredDriver } from "../../../db/schema/drivers";
import { vehicles } from "../../../db/schema/vehicles";
import type { Db } from "../../../db/open";
import type { Driver } from "../../drivers/contract";
import type { Identifier } from "../rules";
import { resolveLanguage } from "../../settings/queries";
import { iso } from "../../formats/instants";

/** Returns the driver with this e-mail address or phone number. */
export function findDriverByContact(db: Db, identifier: Identifier): StoredDriver | undefined {
  const column = identifier.type === "email" ? drivers.email : drivers.phone;
  return db.select().from(drivers).where(eq(column, identifier.value)).get();
}

/** Returns a driver's own profile, with the vehicle they usually drive; null if there is no such driver. */
export function findDriver(db: Db, id: string): Driver | null {
  const row = db
    .select({ driver: drivers, vehicle: vehicles, licenseExpiresAt: documents.expiresAt })
    .from(drivers)
    .leftJoin(vehicles, eq(vehicles.id, drivers.vehicleId))
    .leftJoin(
      documents,
      and(
        eq(documents.driverId, drivers.id),
        eq(documents.kind, "driving_licence"),
        sql`${documents.state} = 'valid'`,
        isNull(documents.replacedById),
      ),
    )
    .where(eq(drivers.id, id))
    .get();
  if (!row) return null;
  const { driver, vehicle, licenseExpiresAt } = row;
  return {
    id: driver.id,
    language: resolveLanguage({ db }, driver.language ?? undefined),
    firstName: driver.firstName,
    lastName: driver.lastName,
    phone: driver.phone,
    email: driver.email,
    state: driver.state,
    licenseExpiresAt: iso(licenseExpiresAt),
    vehicle: vehicle && {
      id: vehicle.id,
      plate: vehicle.plate,
      make: vehicle.make,
      model: vehicle.model,
      color: vehicle.color,
    },
  };
}
