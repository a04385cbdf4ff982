/** Checks, row by row, that the fleet of another system has been imported. */
import { expect } from "bun:test";
import { count } from "drizzle-orm";
import Papa from "papaparse";
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
import type { ImportKind } from "../../src/imports/contract";
import { cellText } from "../../src/imports/value-rules";
import type { Fleet } from "./other-systems";

/** Counts the rows of every table that an import adds to. */
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

/** Expects every row to be as in the other system, by comparing the export of each kind with the files' content. */
export async function expectImported(
  exportKind: (kind: ImportKind) => string | Promise<string>,
  { vehicles: cars, drivers: staff, companies: companyRows, riders: people, trips }: Fleet,
): Promise<void> {
  const rowsOf = async (kind: ImportKind, ...fields: string[]) =>
    Papa.parse<Record<string, string>>((await exportKind(kind)).trimEnd(), {
      header: true,
    }).data.map((row) => fields.map((field) => cellText(row[field] ?? "no such column")));
  expect(
    await rowsOf("vehicles", "Plate", "Class", "Make", "Model", "Year", "Colour", "Passengers"),
  ).toEqual(
    cars.map((car) => [
      car.plate,
      "Standard",
      car.make,
      car.model,
      String(car.year),
      car.color,
      String(car.seats),
    ]),
  );
  const person = ["First name", "Last name", "E-mail", "Phone"];
  const personOf = (one: Fleet["riders"][number]) => [one.first, one.last, one.email, one.phone];
  expect(
    await rowsOf(
      "drivers",
      ...person,
      "Vehicle",
      "Driving licence number",
      "Driving licence until",
    ),
  ).toEqual(staff.map((one) => [...personOf(one), one.plate, one.licence, one.until]));
  expect(
    (
      await rowsOf(
        "companies",
        "Members",
        "Managers",
        "Name",
        "Billing address",
        "Billing e-mail",
        "Cost centres",
      )
    )
      // Some systems name the people who book for a company, others those who ride.
      .map(([members, managers, ...row]) => [...row, members || managers]),
  ).toEqual(
    companyRows.map((one) => [
      one.name,
      one.address,
      one.email,
      one.centres.join("; "),
      one.members.join("; "),
    ]),
  );
  expect(await rowsOf("riders", ...person)).toEqual(people.map(personOf));
  expect(
    await rowsOf(
      "reservations",
      "Number",
      "State",
      "Pickup date",
      "Pickup time",
      "Rider",
      "Passenger",
      "Pickup",
      "Drop-off",
      "Passengers",
      "Fare",
      "Company",
      "Driver",
      "Vehicle",
    ),
  ).toEqual(
    trips.map((trip) => {
      const isAssigned = trip.state === "Confirmed" && Boolean(trip.driver?.plate);
      const driver = isAssigned || trip.state === "Completed" ? trip.driver : null;
      return [
        String(trip.number),
        isAssigned ? "Assigned" : trip.state.replace(" S", "-s"),
        ...trip.local.split("T"),
        trip.rider.email,
        `${trip.rider.first} ${trip.rider.last}`,
        trip.from,
        trip.to,
        String(trip.passengers),
        String(trip.fare),
        trip.company,
        driver?.email ?? "",
        driver?.plate ?? "",
      ];
    }),
  );
  expect(await rowsOf("payments", "Number", "Date", "Kind", "Method", "Amount")).toEqual(
    trips
      .filter(({ isPaid }) => isPaid)
      .map((trip) => [
        String(trip.number),
        trip.local.slice(0, 10),
        "Paid",
        "Card terminal",
        String(trip.fare),
      ]),
  );
}
