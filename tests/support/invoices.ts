/** Companies' invoices for tests: the trips are inserted into the database, and the rest uses real calls. */
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Invoice, InvoiceAnswer } from "../../src/invoices/contract";
import { fareLine } from "./fare-lines";
import { reservationValues } from "./reservations";
import type { Browser, TestServer } from "./server";

let number = 5_000;

/** Adds a settled trip on a company's account, two days ago. */
export function addAccountTrip(
  server: TestServer,
  companyId: string,
  fareMinor: number,
  values: Partial<typeof reservations.$inferInsert> = {},
): string {
  const id = Bun.randomUUIDv7();
  const row = {
    number: ++number,
    pickupAt: server.deps.now() - 2 * 86_400_000,
    vehicleClassId: server.deps.db.select().from(vehicleClasses).all()[0]?.id ?? "",
    state: "settled" as const,
    payment: "account" as const,
    companyId,
    fareMinor,
    fareLines: [fareLine("base", fareMinor)],
  };
  server.deps.db
    .insert(reservations)
    .values(reservationValues({ id, ...row, ...values }))
    .run();
  return id;
}

/** Invoices a company for one new trip. */
export async function createInvoice(
  server: TestServer,
  accountant: Browser,
  companyId: string,
  fareMinor: number,
  currency = "RWF",
): Promise<Invoice> {
  addAccountTrip(server, companyId, fareMinor, { currency });
  const until = new Date(server.deps.now()).toISOString().slice(0, 10);
  const answer = await accountant.post(`/admin/companies/${companyId}/invoices`, {
    currency,
    until,
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as InvoiceAnswer).invoice;
}
