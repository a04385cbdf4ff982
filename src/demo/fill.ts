/** `livery demo`: fills an empty folder with a believable fleet in Kigali. */
import { eq } from "drizzle-orm";
import { fullName } from "../accounts/name-rules";
import {
  demoContact,
  demoDrivers,
  demoOwner,
  demoRiders,
  demoStaff,
  demoVehicles,
} from "../../db/demo";
import { kigaliPlaces } from "../../db/kigali";
import { admins, riders } from "../../db/schema/accounts";
import { assignments, offers } from "../../db/schema/dispatch";
import { drivers } from "../../db/schema/drivers";
import { places } from "../../db/schema/places";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import { vehicleClasses, vehicles } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import { isReachable } from "../accounts/codes/code-actions";
import { hashPassword } from "../accounts/staff/staff-passwords";
import { writeAudit } from "./audit";
import { writeFeedback } from "./feedback";
import { storeDemoPapers, writeApplications } from "./applications";
import { writeAutoDispatch } from "./auto-dispatch";
import { writeAvailability } from "./availability";
import { writeCompany } from "./companies";
import { writeContactMessages } from "./contact";
import { writeWebsite } from "./website";
import type { Fleet, FleetClass, FleetDriver, ReportedTrip } from "./fleet";
import { writeMaintenance } from "./maintenance";
import { writePayouts } from "./payouts";
import { writePositions } from "./positions";
import { createRandom, type Random } from "./random";
import { storeReportPhotos, writeDriverReports } from "./driver-reports";
import { demoAmounts, demoPrice, writeDemoPrices } from "./prices";
import { writeRepeatingTrips } from "./repeating";
import { writeMessages } from "./messages";
import { planTrips } from "./trips";
import type { Deps } from "../deps";
import { replaceDocumentInForce } from "../documents/record-actions";
import { discardFile } from "../files/store";
import { welcomeDriver } from "../notifications/actions";
import { hasDriver } from "../reservations/rules";
import { readOperator } from "../settings/queries";
import { eventColumns } from "../reservations/event-rules";
import { insertRow } from "../../db/rows";

/** Thrown if the folder holds an operator's own data, which the demo must not change. */
export class DemoRefusedError extends Error {
  constructor() {
    super("This data folder is in use. The demo needs an empty one: set DATA_DIR to a new folder.");
  }
}

const SEED = 20_261_120;
const DAY = 86_400_000;
const FIRST_TRIP_NUMBER = 1001;
/** Rows in one statement. SQLite takes at most 32,766 values. */
const ROWS_PER_INSERT = 200;

/**
 * Fills the folder of `deps` in one transaction. The folder must be set up but hold no people or other data. All times
 * are relative to `deps.now()`. Throws `DemoRefusedError`.
 */
export async function fillDemo(deps: Deps): Promise<void> {
  const now = deps.now();
  const random = createRandom(SEED);
  if (hasData(deps.db)) throw new DemoRefusedError();
  const [passwordHash, applicationFiles, photos] = await Promise.all([
    hashPassword(demoOwner.password),
    storeDemoPapers(deps),
    storeReportPhotos(deps),
  ]);
  try {
    await deps.write((tx) =>
      writeDemo(deps, tx, random, now, passwordHash, applicationFiles, photos),
    );
  } catch (error) {
    const storedFiles = [
      ...applicationFiles.flat().map(({ file }) => file),
      ...Object.values(photos),
    ];
    for (const { id } of storedFiles) await discardFile(deps, id);
    throw error;
  }
}

function writeDemo(
  deps: Deps,
  tx: Tx,
  random: Random,
  now: number,
  passwordHash: string,
  applicationFiles: Awaited<ReturnType<typeof storeDemoPapers>>,
  photos: Awaited<ReturnType<typeof storeReportPhotos>>,
): void {
  if (hasData(tx)) throw new DemoRefusedError();
  const staff = writeStaff(tx, random, now, passwordHash);
  writePlaces(tx, random, now);
  writeDemoPrices(deps, tx, staff.dispatchers[0], now);
  const fleetRiders = writeRiders(tx, random, now);
  const fleet: Fleet = {
    now,
    timeZone: readOperator(deps).timeZone,
    speedKmh: readOperator(deps).estimateSpeedKmh,
    classes: readClasses(deps),
    drivers: [],
    riders: fleetRiders,
    reachableRiders: fleetRiders.filter(({ phone }) =>
      isReachable(deps, { type: "phone", value: phone }),
    ),
    places: tx
      .select()
      .from(places)
      .all()
      .map((place) => ({ ...place, detail: place.address })),
    ...staff,
  };
  const fleetDrivers = writeFleet(tx, random, now, fleet.classes);
  const fleetWithDrivers = { ...fleet, drivers: fleetDrivers };
  writeTrips(tx, random, fleetWithDrivers, planTrips(fleetWithDrivers, random));
  writePositions(tx, random, fleetWithDrivers);
  writeCompany(deps, tx, random, fleetWithDrivers);
  writeDriverReports(tx, fleetWithDrivers, photos);
  writePayouts(deps, tx, fleetWithDrivers);
  writeFeedback(deps, tx, random, fleetWithDrivers);
  writeMessages(tx, fleetWithDrivers);
  writeRepeatingTrips(deps, tx, random, fleetWithDrivers);
  writeAvailability(tx, random, fleetWithDrivers);
  writeAutoDispatch(tx, deps.now());
  writeMaintenance(tx, random, fleetWithDrivers);
  writeAudit(deps, tx, fleetWithDrivers);
  writeApplications(tx, random, fleetWithDrivers, applicationFiles);
  writeContactMessages(tx, random, fleetWithDrivers);
  writeWebsite(tx, random, fleetWithDrivers);
  tx.update(settings)
    .set({
      demo: true,
      ...demoContact,
      openedAt: now,
      version: readOperator(deps).version + 1,
      updatedAt: now,
    })
    .where(eq(settings.id, 1))
    .run();
}

function hasData(tx: Tx): boolean {
  return [admins, riders, drivers, vehicles, reservations].some(
    (table) => tx.select({ id: table.id }).from(table).limit(1).all().length > 0,
  );
}

function writeStaff(tx: Tx, random: Random, now: number, passwordHash: string) {
  const since = now - 800 * DAY;
  const person = (admin: { firstName: string; lastName: string; id: string }) => ({
    kind: "admin" as const,
    id: admin.id,
    name: fullName(admin),
    phone: null,
  });
  const { password: _, ...owner } = demoOwner;
  const rows = [
    { ...owner, role: "owner" as const, passwordHash },
    ...demoStaff.map((each) => ({ ...each, passwordHash: null })),
  ].map((each) => ({ ...each, id: random.id(since), createdAt: since, updatedAt: since }));
  tx.insert(admins).values(rows).run();
  const people = rows.map(person);
  const [first, ...others] = people;
  const accountant = people.at(-1);
  if (!first || !accountant) throw new Error("The demo has no staff.");
  return { dispatchers: [first, ...others.slice(0, -1)], accountant };
}

/** Writes places in Kigali if the operator's own list has none. */
function writePlaces(tx: Tx, random: Random, now: number): void {
  const kinds = tx.select({ kind: places.kind }).from(places).all();
  if (kinds.some(({ kind }) => kind === "airport")) return;
  tx.insert(places)
    .values(kigaliPlaces.map((place) => ({ ...place, id: random.id(now), createdAt: now })))
    .run();
}

function writeRiders(tx: Tx, random: Random, now: number) {
  const rows = demoRiders.map((rider) => {
    const since = now - Math.round(random.between(35, 500) * DAY);
    return { ...rider, id: random.id(since), createdAt: since, updatedAt: since };
  });
  tx.insert(riders).values(rows).run();
  return rows.map((rider) => ({
    kind: "rider" as const,
    id: rider.id,
    name: fullName(rider),
    phone: rider.phone,
  }));
}

function readClasses(deps: Deps): Fleet["classes"] {
  const rows = deps.db.select().from(vehicleClasses).all();
  const find = (kind: (typeof rows)[number]["illustration"]): FleetClass => {
    const row = rows.find((each) => each.illustration === kind);
    if (!row) throw new DemoRefusedError();
    return {
      id: row.id,
      passengers: row.passengers,
      luggage: row.luggage,
      mobility: row.mobility,
      price: (trip) => demoPrice(deps, row.id, trip),
    };
  };
  return {
    sedan: find("sedan"),
    suv: find("suv"),
    van: find("van"),
    accessible_van: find("accessible_van"),
  };
}

function writeFleet(tx: Tx, random: Random, now: number, classes: Fleet["classes"]): FleetDriver[] {
  const cars = demoVehicles.map((vehicle) => {
    const { id: classId, passengers, luggage, mobility } = classes[vehicle.kind];
    const {
      kind: _,
      insuranceDays: __,
      registrationDays: ___,
      outOfServiceDays,
      ...rest
    } = vehicle;
    const createdAt = now - 900 * DAY;
    return {
      ...rest,
      id: random.id(createdAt),
      classId,
      passengers,
      luggage,
      mobility,
      state: outOfServiceDays === undefined ? ("active" as const) : ("out_of_service" as const),
      createdAt,
    };
  });
  tx.insert(vehicles).values(cars).run();
  const documentEnds = cars.map((car, index) => {
    const { insuranceDays = 0, registrationDays = 0 } = demoVehicles[index] ?? {};
    const owner = { vehicleId: car.id };
    const insuranceExpiresAt = daysFromNow(now, insuranceDays);
    const registrationExpiresAt = daysFromNow(now, registrationDays);
    const insurance = { kind: "vehicle_insurance", expiresAt: insuranceExpiresAt } as const;
    const registration = {
      kind: "vehicle_registration",
      expiresAt: registrationExpiresAt,
    } as const;
    replaceDocumentInForce(tx, owner, insurance, car.createdAt);
    replaceDocumentInForce(tx, owner, registration, car.createdAt);
    return Math.min(insuranceExpiresAt, registrationExpiresAt);
  });
  return demoDrivers.map((driver, index) => {
    const car = cars[driver.vehicle];
    const demoVehicle = demoVehicles[driver.vehicle];
    if (!car || !demoVehicle) throw new Error(`The demo has no car ${driver.vehicle}.`);
    const { vehicle: _, licenseDays, joinedDays, dayOff, suspendedDays, ...person } = driver;
    const createdAt = daysFromNow(now, joinedDays);
    const licenseExpiresAt = daysFromNow(now, licenseDays);
    const id = random.id(createdAt);
    insertRow(tx, drivers, {
      ...person,
      id,
      ...(suspendedDays === undefined
        ? { state: "active" as const }
        : {
            state: "suspended" as const,
            suspendedAt: daysFromNow(now, suspendedDays),
            suspendedBy: "Patrick Nshuti",
            suspensionReason:
              "Two complaints about speeding. May drive again after the driving course.",
          }),
      vehicleId: car.id,
      createdAt,
    });
    const number = `1 1998 8 00${String(11_357 + index * 911).padStart(5, "0")} 0 ${10 + index}`;
    const licence = { kind: "driving_licence", number, expiresAt: licenseExpiresAt } as const;
    replaceDocumentInForce(tx, { driverId: id }, licence, createdAt);
    welcomeDriver(tx, id, createdAt);
    return {
      kind: "driver" as const,
      id,
      name: fullName(driver),
      phone: driver.phone,
      dayOff,
      until: Math.min(licenseExpiresAt, daysFromNow(now, suspendedDays ?? licenseDays)),
      vehicle: {
        id: car.id,
        name: `${car.make} ${car.model}, ${car.plate}`,
        kind: demoVehicle.kind,
        until: Math.min(
          documentEnds[driver.vehicle] ?? now,
          daysFromNow(now, demoVehicle.outOfServiceDays ?? demoVehicle.insuranceDays),
        ),
      },
    };
  });
}

function daysFromNow(now: number, days: number): number {
  return now + days * DAY;
}

function writeTrips(tx: Tx, random: Random, fleet: Fleet, trips: readonly ReportedTrip[]): void {
  const rows: (typeof reservations.$inferInsert)[] = [];
  const events: (typeof reservationEvents.$inferInsert)[] = [];
  const assignmentRows: (typeof assignments.$inferInsert)[] = [];
  const offerRows: (typeof offers.$inferInsert)[] = [];
  const ids = new Map<ReportedTrip, string>();
  for (const [index, one] of trips.entries()) {
    const { trip, steps } = one;
    const [first] = steps;
    const lastStep = steps.at(-1);
    if (!first || !lastStep) throw new Error("A demo trip has no steps.");
    const id = random.id(first.at);
    ids.set(one, id);
    const { kind, rider, pickup, dropoff, fare, version, startsAt, endsAt, ...rest } = trip;
    const { placeInWords, outboundTrip, ...plain } = rest;
    const { fare: finalFare, ...money } = demoAmounts(fleet.classes[kind].id, one);
    rows.push({
      ...plain,
      id,
      number: FIRST_TRIP_NUMBER + index,
      state: lastStep.to,
      isLateCancellation: one.isLate,
      version: steps.length,
      riderId: rider?.id ?? null,
      timeZone: fleet.timeZone,
      pickupName: pickup.name,
      pickupDetail: pickup.detail,
      pickupLatitude: pickup.latitude,
      pickupLongitude: pickup.longitude,
      dropoffName: dropoff.name,
      dropoffDetail: dropoff.detail,
      dropoffLatitude: dropoff.latitude,
      dropoffLongitude: dropoff.longitude,
      estimate: true,
      vehicleClassId: fleet.classes[kind].id,
      driverId: one.driver?.id ?? null,
      vehicleId: one.driver?.vehicle.id ?? null,
      fareMinor: finalFare.totalMinor,
      currency: fare.currency,
      fareLines: finalFare.lines,
      feeScheduleId: version.id,
      ...money,
      cancellationFeeMinor: one.feeMinor,
      ...(outboundTrip && { returnOfId: ids.get(outboundTrip) ?? null, willCall: true }),
      ...(placeInWords !== null && {
        dropoffName: placeInWords,
        dropoffDetail: "",
        dropoffLatitude: 0,
        dropoffLongitude: 0,
        dropoffPinned: false,
        distanceMeters: 0,
        durationSeconds: 0,
        fareMinor: 0,
        fareLines: [],
      }),
      createdAt: first.at,
      updatedAt: lastStep.at,
      arrivedAt: steps.find(({ to }) => to === "on_location")?.at ?? null,
      boardedAt: steps.find(({ to }) => to === "passenger_on_board")?.at ?? null,
      endedAt: steps.find(({ to }) => to === "completed")?.at ?? null,
    });
    for (const [position, step] of steps.entries())
      events.push({
        id: random.id(step.at),
        reservationId: id,
        at: step.at,
        actorKind: step.actor.kind,
        actorId: step.actor.id,
        actorName: step.actor.name,
        fromState: steps[position - 1]?.to ?? null,
        toState: step.to,
        reason: step.reason,
        ...eventColumns(step.event),
      });
    const hasActiveDriver = hasDriver(lastStep.to);
    const endStep = steps.find((step) => step.to === "completed" || step.to === "no_show");
    for (const assignment of one.assignments)
      assignmentRows.push({
        id: random.id(assignment.at),
        reservationId: id,
        driverId: assignment.driver.id,
        vehicleId: assignment.driver.vehicle.id,
        startsAt,
        endsAt,
        active: hasActiveDriver && assignment.endedAt === null,
        createdAt: assignment.at,
        endedAt: assignment.endedAt ?? endStep?.at ?? null,
      });
    for (const offer of one.offers)
      offerRows.push({
        id: random.id(offer.at),
        reservationId: id,
        driverId: offer.driver.id,
        vehicleId: offer.driver.vehicle.id,
        state: offer.state,
        reason: offer.reason,
        createdAt: offer.at,
        expiresAt: offer.expiresAt,
        answeredAt: offer.answeredAt,
      });
  }
  for (const chunk of chunksOf(rows)) tx.insert(reservations).values(chunk).run();
  for (const chunk of chunksOf(events)) tx.insert(reservationEvents).values(chunk).run();
  for (const chunk of chunksOf(assignmentRows)) tx.insert(assignments).values(chunk).run();
  for (const chunk of chunksOf(offerRows)) tx.insert(offers).values(chunk).run();
}

function* chunksOf<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    yield rows.slice(start, start + ROWS_PER_INSERT);
}
