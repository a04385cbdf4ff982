/** A company's stored sums always equal the sums of its trips, whatever is written. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { companySums } from "../../db/schema/companies";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { owedMinor } from "../../src/companies/queries";
import type { AccountTrips } from "../../src/invoices/contract";
import { costOf } from "../../src/fares/amount-due-rules";
import { isReady } from "../../src/invoices/rules";
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

/** Adds up the trips of a company one by one. */
function expectedSumsOf(companyId: string, currency: string): typeof companySums.$inferSelect {
  const sums = {
    trips: 0,
    amountMinor: 0,
    openTrips: 0,
    openMinor: 0,
    readyTrips: 0,
    readyMinor: 0,
  };
  for (const row of server.deps.db.select().from(reservations).all()) {
    if (row.companyId !== companyId || row.currency !== currency) continue;
    const cost = costOf(row);
    const isOpen = row.invoiceId === null && !(isCancelledState(row.state) && cost === 0);
    const ready = row.invoiceId === null && isReady(row);
    sums.trips++;
    sums.amountMinor += cost;
    sums.openTrips += isOpen ? 1 : 0;
    sums.openMinor += isOpen ? cost : 0;
    sums.readyTrips += ready ? 1 : 0;
    sums.readyMinor += ready ? cost : 0;
  }
  return { companyId, currency, ...sums };
}

const isCancelledState = (state: string) => ["cancelled", "no_show", "rejected"].includes(state);

test("the stored sums of a company equal its trips after two thousand random writes", async () => {
  const staff = await signInAdmin(server);
  const companies = [
    (await createCompany(staff, { name: "Akagera Tours" })).id,
    (await createCompany(staff, { name: "Kivu Clinic" })).id,
  ];
  const [first] = server.deps.db.select().from(vehicleClasses).all();
  let seed = 11;
  const randomBelow = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  type Row = Partial<typeof reservations.$inferInsert>;
  const random = (): Row => ({
    state: (states[randomBelow(states.length)] ?? "pending") as NonNullable<Row["state"]>,
    companyId: companies[randomBelow(3)] ?? null,
    invoiceId: randomBelow(4) ? null : "an-invoice",
    currency: randomBelow(5) ? "RWF" : "USD",
    fareMinor: randomBelow(90_000),
    cancellationFeeMinor: randomBelow(3) ? randomBelow(5_000) : null,
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
      // Sometimes only the state changes, because triggers watch each column.
      const row = randomBelow(2) ? { state, ...rest } : { state };
      db.update(reservations)
        .set(row)
        .where(eq(reservations.id, ids[randomBelow(60)] ?? ""))
        .run();
    }
    for (const id of ids.slice(0, 10)) db.delete(reservations).where(eq(reservations.id, id)).run();
  });
  const all = companies.flatMap((id) =>
    ["RWF", "USD"].map((currency) => expectedSumsOf(id, currency)),
  );
  for (const sums of all) {
    const { companyId: id, currency, ...rest } = sums;
    expect(Math.min(...Object.values(rest))).toBeGreaterThan(0);
    expect(owedMinor(db, { id, currency })).toBe(sums.openMinor);
  }
  const kept = db.select().from(companySums).all();
  expect(kept).toHaveLength(all.length);
  expect(kept).toEqual(expect.arrayContaining(all));
  // The sums on a page of trips: all trips, and the open ones.
  for (const id of companies)
    for (const open of ["", "?open=yes"]) {
      const answer = await staff.get(`/admin/companies/${id}/trips${open}`);
      const { sums } = (await answer.json()) as AccountTrips;
      expect(sums).toEqual(
        ["RWF", "USD"].map((currency) => {
          const known = expectedSumsOf(id, currency);
          return {
            currency,
            trips: open ? known.openTrips : known.trips,
            amountMinor: open ? known.openMinor : known.amountMinor,
            readyTrips: known.readyTrips,
            readyMinor: known.readyMinor,
          };
        }),
      );
    }
});
