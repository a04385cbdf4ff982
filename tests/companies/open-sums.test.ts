/** What is kept of a company's trips on no invoice is what adding them up gives, whatever was written. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { companyOpenSums } from "../../db/schema/companies";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { owedMinor } from "../../src/companies/queries";
import { createCompany } from "../support/companies";
import { reservationValues } from "../support/reservations";
import { createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const states = ["pending", "assigned", "completed", "settled", "cancelled", "no_show", "rejected"];

/** Every open trip of a company added up, one by one. */
function addedUp(companyId: string, currency: string): number {
  return server.deps.db
    .select()
    .from(reservations)
    .all()
    .filter((row) => row.companyId === companyId && row.invoiceId === null)
    .filter((row) => row.currency === currency)
    .reduce(
      (sum, row) =>
        sum +
        (["cancelled", "no_show", "rejected"].includes(row.state)
          ? (row.cancellationFeeMinor ?? 0)
          : row.fareMinor),
      0,
    );
}

test("after two thousand random writes a company owes what its trips come to", async () => {
  const staff = await signInAdmin(server);
  const companies = [
    (await createCompany(staff, { name: "Akagera Tours" })).id,
    (await createCompany(staff, { name: "Kivu Clinic" })).id,
  ];
  const [first] = server.deps.db.select().from(vehicleClasses).all();
  let seed = 11;
  const below = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  type Row = Partial<typeof reservations.$inferInsert>;
  const random = (): Row => ({
    state: (states[below(states.length)] ?? "pending") as NonNullable<Row["state"]>,
    companyId: companies[below(3)] ?? null,
    invoiceId: below(4) ? null : "an-invoice",
    currency: below(5) ? "RWF" : "USD",
    fareMinor: below(90_000),
    cancellationFeeMinor: below(3) ? below(5_000) : null,
  });
  const { db } = server.deps;
  const ids: string[] = [];
  await server.deps.write(() => {
    for (let number = 1; number <= 60; number++) {
      const values = reservationValues({
        number,
        pickupAt: 1_795_000_000_000,
        vehicleClassId: first?.id ?? "",
        ...random(),
      });
      db.insert(reservations).values(values).run();
      ids.push(values.id);
    }
    for (let n = 0; n < 2_000; n++) {
      const { state, ...rest } = random();
      // At times one column alone: each of them is listened to.
      const row = below(2) ? { state, ...rest } : { state };
      db.update(reservations)
        .set(row)
        .where(eq(reservations.id, ids[below(60)] ?? ""))
        .run();
    }
    for (const id of ids.slice(0, 10)) db.delete(reservations).where(eq(reservations.id, id)).run();
  });
  for (const id of companies)
    for (const currency of ["RWF", "USD"]) {
      expect(addedUp(id, currency)).toBeGreaterThan(0);
      expect(owedMinor(db, { id, currency })).toBe(addedUp(id, currency));
    }
  expect(db.select().from(companyOpenSums).all()).toHaveLength(4);
});
