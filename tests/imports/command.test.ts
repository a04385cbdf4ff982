/** A fleet moves in by files of three systems: every row is checked, taken back, and brought again. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { count, eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { companies, companyMembers, costCentres } from "../../db/schema/companies";
import { drivers } from "../../db/schema/drivers";
import { documents } from "../../db/schema/documents";
import { imports } from "../../db/schema/imports";
import { payments } from "../../db/schema/payments";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { riders } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/notifications";
import { vehicles } from "../../db/schema/vehicles";
import { readArguments, runImportCommand, undoFromCommand } from "../../src/imports/command";
import {
  asFrenchOffice,
  asLimousineSystem,
  asTaxiSystem,
  counts,
  fleetOf,
  inOrder,
  type SystemFiles,
} from "../support/other-systems";
import { createTestServer, START, type TestServer } from "../support/server";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

let said: string[] = [];
/** Runs the command on a text; gives its exit code. */
async function run(kind: string, text: string, ...options: string[]): Promise<number> {
  const path = join(server.folder, `${kind}.csv`);
  writeFileSync(path, text);
  const command = readArguments([kind, path, ...options]);
  if (!command) throw new Error(`No such command: ${kind} ${options.join(" ")}`);
  said = [];
  return runImportCommand(server.deps, command, (line) => said.push(line));
}

const rowsOf = (table: SQLiteTable) =>
  server.deps.db.select({ n: count() }).from(table).all()[0]?.n;
const left = () => ({
  vehicles: rowsOf(vehicles),
  drivers: rowsOf(drivers),
  documents: rowsOf(documents),
  companies: rowsOf(companies),
  centres: rowsOf(costCentres),
  members: rowsOf(companyMembers),
  riders: rowsOf(riders),
  trips: rowsOf(reservations),
  events: rowsOf(reservationEvents),
  payments: rowsOf(payments),
  messages: rowsOf(outbox),
  search: server.deps.db.$client.query("SELECT count(*) AS n FROM reservation_search").get(),
});

const wordBytes = () =>
  server.deps.db.$client
    .query<{ n: number }, []>("SELECT sum(length(block)) AS n FROM reservation_search_data")
    .get()?.n;

let fleet = fleetOf(START);

/** Imports all files of a system, the payments by their own file. */
async function moveIn(files: SystemFiles): Promise<void> {
  for (const kind of inOrder) {
    const more = kind === "reservations" ? ["--unpaid"] : [];
    expect([kind, await run(kind, files[kind], ...more), said.slice(-30)]).toEqual([
      kind,
      0,
      expect.anything(),
    ]);
  }
}

/** Every row is as the other system had it. */
function expectMovedIn(): void {
  const { db } = server.deps;
  const cars = db.select().from(vehicles).all();
  expect(cars.map(({ plate, make, model, year }) => [plate, make, model, year])).toEqual(
    fleet.vehicles.map(({ plate, make, model, year }) => [plate, make, model, year]),
  );
  const plates = new Map(cars.map(({ id, plate }) => [id, plate]));
  const people = db.select().from(drivers).all();
  expect(
    people.map((row) => [
      row.firstName,
      row.lastName,
      row.email,
      row.phone,
      plates.get(row.vehicleId ?? "") ?? "",
    ]),
  ).toEqual(fleet.drivers.map((one) => [one.first, one.last, one.email, one.phone, one.plate]));
  expect(
    db
      .select()
      .from(documents)
      .all()
      .map(({ kind, number }) => [kind, number]),
  ).toEqual(fleet.drivers.map(({ licence }) => ["driving_licence", licence]));
  expect(
    db
      .select()
      .from(companies)
      .all()
      .map(({ name, billingAddress, billingEmail }) => [name, billingAddress, billingEmail]),
  ).toEqual(fleet.companies.map(({ name, address, email }) => [name, address, email]));
  expect(
    db
      .select()
      .from(riders)
      .all()
      .map((row) => [row.firstName, row.lastName, row.email, row.phone]),
  ).toEqual(fleet.riders.map((one) => [one.first, one.last, one.email, one.phone]));
  const riderEmails = new Map(
    db
      .select()
      .from(riders)
      .all()
      .map(({ id, email }) => [id, email]),
  );
  const companyNames = new Map(
    db
      .select()
      .from(companies)
      .all()
      .map(({ id, name }) => [id, name]),
  );
  const driverEmails = new Map(people.map(({ id, email }) => [id, email]));
  const trips = db.select().from(reservations).all();
  const stateOf = (trip: (typeof fleet.trips)[number]) =>
    trip.state === "Confirmed" && trip.driver?.plate
      ? "assigned"
      : trip.state.toLowerCase().replace(" ", "_");
  expect(
    trips.map((row) => [
      row.number,
      row.state,
      row.pickupLocal,
      riderEmails.get(row.riderId ?? ""),
      row.passengerName,
      row.pickupName,
      row.dropoffName,
      row.passengers,
      row.fareMinor,
      companyNames.get(row.companyId ?? "") ?? "",
      driverEmails.get(row.driverId ?? "") ?? "",
      row.paidMinor,
    ]),
  ).toEqual(
    fleet.trips.map((trip) => [
      trip.number,
      stateOf(trip),
      trip.local,
      trip.rider.email,
      `${trip.rider.first} ${trip.rider.last}`,
      trip.from,
      trip.to,
      trip.passengers,
      trip.fare,
      trip.company,
      trip.driver && (trip.state === "Completed" || trip.driver.plate) ? trip.driver.email : "",
      trip.isPaid ? trip.fare : 0,
    ]),
  );
}

async function undoAll(): Promise<void> {
  const done = server.deps.db
    .select()
    .from(imports)
    .all()
    .filter(({ state }) => state === "applied");
  for (const { id } of done.toReversed()) await undoFromCommand(server.deps, id, () => {});
}

describe("a fleet moves in", () => {
  // The other systems differ in how it is written.
  for (const [name, write, past] of [
    ["a limousine system", asLimousineSystem, 5_000],
    ["a taxi system", asTaxiSystem, 300],
    ["a French office", asFrenchOffice, 300],
  ] as const)
    test(`from ${name}, is taken back, and moves in again`, async () => {
      fleet = fleetOf(START, past);
      const before = left();
      await moveIn(write(fleet));
      expectMovedIn();
      expect(left()).toMatchObject({
        vehicles: counts.vehicles,
        members: counts.companies * 2,
        centres: counts.companies * 2,
        trips: past + counts.coming,
        messages: before.messages,
      });
      await undoAll();
      expect(left()).toEqual(before);
      // No word of a trip stays in the index, neither as deleted.
      expect(wordBytes()).toBeLessThan(100);
      await moveIn(write(fleet));
      expectMovedIn();
    }, 240_000);
});

test("while an import is undone, log and ledger lose rows of no other", async () => {
  fleet = fleetOf(START, 10);
  await moveIn(asLimousineSystem(fleet));
  const { db } = server.deps;
  db.update(imports).set({ state: "undoing" }).where(eq(imports.kind, "riders")).run();
  for (const table of [reservationEvents, payments])
    expect(() => db.delete(table).run()).toThrow("append-only");
  db.update(imports).set({ state: "undoing" }).where(eq(imports.kind, "reservations")).run();
  for (const table of [payments, reservationEvents]) db.delete(table).run();
  expect(left()).toMatchObject({ events: 0, payments: 0 });
});
