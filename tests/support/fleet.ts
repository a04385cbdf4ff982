/** Cars and drivers for tests, with overrides for any field. */
import { drivers, type StoredDriver } from "../../db/schema/drivers";
import { type StoredVehicle, vehicleClasses, vehicles } from "../../db/schema/vehicles";
import { replaceDocumentInForce } from "../../src/documents/record-actions";
import type { TestServer } from "./server";

let count = 0;

/** Adds a car, by default of the first class. */
export function createVehicle(
  server: Pick<TestServer, "deps">,
  overrides: Partial<typeof vehicles.$inferInsert> & {
    insuranceExpiresAt?: number | null;
    registrationExpiresAt?: number | null;
  } = {},
): StoredVehicle {
  count++;
  const {
    insuranceExpiresAt = server.deps.now() + 90 * 86_400_000,
    registrationExpiresAt = null,
    ...columns
  } = overrides;
  const classId =
    overrides.classId ??
    server.deps.db.select().from(vehicleClasses).orderBy(vehicleClasses.position).all()[0]?.id;
  const [row] = server.deps.db
    .insert(vehicles)
    .values({
      id: Bun.randomUUIDv7(),
      classId: classId ?? "",
      plate: `RAZ ${String(count).padStart(3, "0")} T`,
      make: "Toyota",
      model: "Camry",
      year: 2022,
      color: "Black",
      passengers: 3,
      luggage: 2,
      mobility: ["can_transfer"],
      state: "active",
      createdAt: server.deps.now(),
      ...columns,
    })
    .returning()
    .all();
  if (!row) throw new Error("the car was not written");
  for (const [kind, expiresAt] of [
    ["vehicle_insurance", insuranceExpiresAt],
    ["vehicle_registration", registrationExpiresAt],
  ] as const)
    if (expiresAt !== null)
      replaceDocumentInForce(
        server.deps.db,
        { vehicleId: row.id },
        { kind, expiresAt },
        server.deps.now(),
      );
  return row;
}

/** Adds an active driver with e-mail and phone. */
export function createDriver(
  server: Pick<TestServer, "deps">,
  overrides: Partial<typeof drivers.$inferInsert> & { licenseExpiresAt?: number } = {},
): StoredDriver {
  count++;
  const { licenseExpiresAt = server.deps.now() + 365 * 86_400_000, ...columns } = overrides;
  const [row] = server.deps.db
    .insert(drivers)
    .values({
      id: Bun.randomUUIDv7(),
      firstName: "Eric",
      lastName: `Mugisha${count}`,
      email: `driver${count}@example.com`,
      phone: `+2507800${String(10_000 + count)}`,
      state: "active",
      vehicleId: null,
      createdAt: server.deps.now(),
      ...columns,
    })
    .returning()
    .all();
  if (!row) throw new Error("the driver was not written");
  const licence = {
    kind: "driving_licence",
    number: `L-${count}`,
    expiresAt: licenseExpiresAt,
  } as const;
  replaceDocumentInForce(server.deps.db, { driverId: row.id }, licence, server.deps.now());
  return row;
}
