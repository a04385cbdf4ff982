/** How a test tells that the fleet of another system is here, row by row. */
import { expect } from "bun:test";
import { count } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { riders } from "../../db/schema/accounts";
import { companies, companyMembers, costCentres } from "../../db/schema/companies";
import { documents } from "../../db/schema/documents";
import { drivers } from "../../db/schema/drivers";
import { outbox } from "../../db/schema/notifications";
import { payments } from "../../db/schema/payments";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { vehicles } from "../../db/schema/vehicles";
import type { Deps } from "../../src/deps";
import type { Fleet } from "./other-systems";

/** How many rows there are of all that an import adds. */
export function rowCounts({ db }: Pick<Deps, "db">) {
  const rowsOf = (table: SQLiteTable) => db.select({ n: count() }).from(table).all()[0]?.n;
  return {
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
    search: db.$client.query("SELECT count(*) AS n FROM reservation_search").get(),
  };
}

/** Every row is as the other system had it. */
export function expectMovedIn({ db }: Pick<Deps, "db">, fleet: Fleet): void {
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
