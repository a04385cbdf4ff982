import { isReachable } from "../../src/accounts/codes/code-actions";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { amountDue } from "../../src/fares/amount-due-rules";
import { demoOwner, demoRiders } from "../../db/demo";
import { admins, riders } from "../../db/schema/accounts";
import { companies } from "../../db/schema/companies";
import { contactEntries, contactMessages } from "../../db/schema/contact";
import { assignments, offers } from "../../db/schema/dispatch";
import { drivers } from "../../db/schema/drivers";
import { documentsInForce, requiredKindsIn } from "../../src/documents/queries";
import type { DocumentOwner } from "../../src/documents/record-actions";
import { feeSchedules } from "../../db/schema/fares";
import { invoices } from "../../db/schema/invoices";
import { notifications } from "../../db/schema/notifications";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { tripRatings } from "../../db/schema/ratings";
import { vehicleClasses, vehicles } from "../../db/schema/vehicles";
import { readIdentifier } from "../../src/accounts/rules";
import { readServices } from "../../src/content/queries";
import { DemoRefusedError, fillDemo } from "../../src/demo/fill";
import { isDemo } from "../../src/settings/queries";
import { driverRefusals, vehicleRefusals } from "../../src/dispatch/rules";
import { Fare } from "../../src/fares/contract";
import { readPriceListContext, versionInForce, versionOfTrip } from "../../src/fares/queries";
import { priceTrip } from "../../src/fares/rules";
import { reviewSchedule } from "../../src/fares/review-rules";
import { UnreadMessages } from "../../src/messages/contract";
import { MyLostReports } from "../../src/property/contract";
import { LostReportAnswer, LostReportList } from "../../src/property/register-contract";
import { IncidentList } from "../../src/incidents/contract";
import { NoShowEvidence } from "../../src/reservations/waiting/no-show-contract";
import { extendOrders } from "../../src/reservations/standing-orders/order-actions";
import { StandingOrderList } from "../../src/reservations/standing-orders/order-contract";
import { pricedTrip } from "../../src/reservations/quotes/trip-facts";
import {
  type ReservationExtra,
  ReservationState,
  ServiceDetails,
} from "../../src/reservations/contract";
import { Stop } from "../../src/reservations/quotes/quote-contract";
import { localTimeAt } from "../../src/settings/local-time";
import { canMove, hasDriver, occupiedTime, cancellation } from "../../src/reservations/rules";
import { estimateRoute } from "../../src/routing/rules";
import { listDriversOnDuty } from "../../src/tracking/fleet-queries";
import { readReservationTracking } from "../../src/tracking/link-queries";
import { Mobility } from "../../src/vehicles/class-contract";
import { signInRider } from "../support/sign-in";
import { createTestServer, START, type TestServer } from "../support/server";
import { createDriver } from "../support/fleet";
import { createAdmin } from "../support/staff";

const DAY = 86_400_000;

/** Different hours of different weekdays; the board must have trips at all of them. */
const times = [
  START,
  Date.parse("2026-11-21T22:30:00Z"),
  Date.parse("2026-11-23T03:10:00Z"),
  // An evening: the trips of two days ago are settled, and a patient is elsewhere after an hour.
  Date.parse("2026-11-22T16:02:00Z"),
  Date.parse("2026-11-26T11:02:00Z"),
  // A Sunday, because the demo's driver drives least on the days before.
  Date.parse("2026-11-29T10:50:00Z"),
  Date.parse("2026-12-31T21:58:31Z"),
  Date.parse("2027-02-28T13:45:12Z"),
];

async function createDemoAt(now: number, environment: Record<string, string> = {}) {
  const server = await createTestServer(environment);
  server.advance(now - START);
  await fillDemo(server.deps);
  return server;
}

function readAllTables(server: TestServer) {
  const { db } = server.deps;
  const steps = Map.groupBy(
    db.select().from(reservationEvents).orderBy(reservationEvents.at, reservationEvents.id).all(),
    (event) => event.reservationId,
  );
  return {
    trips: db.select().from(reservations).orderBy(reservations.number).all(),
    steps: (id: string) => steps.get(id) ?? [],
    assignments: db.select().from(assignments).all(),
    offers: db.select().from(offers).all(),
    drivers: new Map(
      db
        .select()
        .from(drivers)
        .all()
        .map((row) => [row.id, row]),
    ),
    vehicles: new Map(
      db
        .select()
        .from(vehicles)
        .all()
        .map((row) => [row.id, row]),
    ),
    riders: new Map(
      db
        .select()
        .from(riders)
        .all()
        .map((row) => [row.id, row]),
    ),
  };
}

describe.each(times)("the demo made at %i", (now) => {
  let server: TestServer;
  let all: ReturnType<typeof readAllTables>;
  beforeAll(async () => {
    server = await createDemoAt(now);
    all = readAllTables(server);
  });
  afterAll(() => server.close());

  test("has the promised fleet, and trips in every state from a month ago to a week ahead", () => {
    expect(all.drivers.size).toBe(12);
    expect(all.vehicles.size).toBe(10);
    expect(all.riders.size).toBe(60);
    expect(new Set([...all.vehicles.values()].map((car) => car.classId)).size).toBe(4);
    expect(all.trips.length).toBeGreaterThan(400);
    expect(all.trips.length).toBeLessThan(600);
    expect(new Set(all.trips.map((trip) => trip.state))).toEqual(new Set(ReservationState.options));
    const pickups = all.trips.map((trip) => trip.pickupAt);
    expect(Math.min(...pickups)).toBeLessThan(now - 28 * DAY);
    expect(Math.min(...pickups)).toBeGreaterThan(now - 32 * DAY);
    expect(Math.max(...pickups)).toBeGreaterThan(now + 5 * DAY);
    expect(Math.max(...pickups)).toBeLessThan(now + 9 * DAY);
    expect(all.trips.some((trip) => trip.isLateCancellation)).toBe(true);
  });

  test("has trips whose events follow the state rules and end in the trip's state", () => {
    for (const trip of all.trips) {
      const steps = all.steps(trip.id);
      expect(steps).toHaveLength(trip.version);
      expect(steps[0]?.fromState).toBeNull();
      expect(["quote", "pending"]).toContain(steps[0]?.toState ?? "");
      expect(steps[0]?.at).toBe(trip.createdAt);
      expect(steps.at(-1)?.toState).toBe(trip.state);
      expect(steps.at(-1)?.at).toBe(trip.updatedAt);
      for (const [index, step] of steps.slice(1).entries()) {
        const before = steps[index];
        expect(step.fromState).toBe(before?.toState ?? null);
        expect([trip.number, step.fromState, step.toState, true]).toEqual([
          trip.number,
          step.fromState,
          step.toState,
          step.fromState === step.toState
            ? ["stop_visited", "cash_collected"].includes(step.kind)
            : canMove(step.fromState ?? "pending", step.toState),
        ]);
        expect(step.at).toBeGreaterThan(before?.at ?? Number.POSITIVE_INFINITY);
      }
      expect(trip.updatedAt).toBeLessThanOrEqual(now);
    }
  });

  test("has drivers who take their own steps, within 30 minutes of the pickup time", () => {
    for (const trip of all.trips) {
      const driver = all.drivers.get(trip.driverId ?? "");
      for (const step of all.steps(trip.id)) {
        const drivenStates = ["en_route", "on_location", "passenger_on_board", "no_show"];
        if (!drivenStates.includes(step.toState) || step.fromState === step.toState) continue;
        expect(step.actorId).toBe(driver?.id ?? "nobody");
        expect(step.actorName).toBe(`${driver?.firstName} ${driver?.lastName}`);
        expect(Math.abs(step.at - trip.pickupAt)).toBeLessThan(30 * 60_000);
      }
      if (["completed", "settled", "no_show"].includes(trip.state))
        expect(trip.pickupAt).toBeLessThan(now);
      if (trip.pickupAt < now - 3 * 3_600_000 && trip.hours === null)
        expect(hasDriver(trip.state)).toBe(false);
    }
  });

  test("has each kind of trip with its details, one to a place in words and one return on call", () => {
    const upcoming = all.trips.filter((trip) => trip.pickupAt > now);
    const details = upcoming.map((trip) => ServiceDetails.parse(trip.details ?? {}));
    for (const part of ["care", "roadside", "interpreter"] as const)
      expect(details.filter((each) => each[part]).length).toBeGreaterThan(0);
    const [tripInWords, ...more] = all.trips.filter((trip) => !trip.dropoffPinned);
    expect(more).toEqual([]);
    expect(tripInWords).toMatchObject({
      state: "quote",
      source: "web",
      fareMinor: 0,
      fareLines: [],
      dropoffName: "The blue gate behind Kimironko market",
    });
    const [back, ...others] = all.trips.filter((trip) => trip.willCall);
    expect(others).toEqual([]);
    const outbound = all.trips.find((trip) => trip.id === back?.returnOfId);
    expect(back).toMatchObject({
      riderId: outbound?.riderId ?? "nobody",
      pickupName: outbound?.dropoffName ?? "",
      dropoffName: outbound?.pickupName ?? "",
      mobility: outbound?.mobility ?? "",
      driverId: null,
    });
    expect(back?.pickupAt).toBeGreaterThan(outbound?.pickupAt ?? Number.POSITIVE_INFINITY);
  });

  test("has the fares that the price list gives for route and time", () => {
    for (const trip of all.trips.filter((each) => each.dropoffPinned)) {
      const inForce = versionInForce(server.deps.db, trip.pickupAt);
      if (!inForce) throw new Error("no schedule");
      const stops = z.array(Stop).parse(trip.stops);
      const { geometry, ...route } = estimateRoute([
        { latitude: trip.pickupLatitude, longitude: trip.pickupLongitude },
        ...stops.map(({ latitude, longitude }) => ({
          latitude: latitude ?? 0,
          longitude: longitude ?? 0,
        })),
        { latitude: trip.dropoffLatitude, longitude: trip.dropoffLongitude },
      ]);
      expect(trip).toMatchObject({ ...route, routeGeometry: geometry });
      expect(trip.pickupLocal).toBe(localTimeAt(trip.pickupAt, "Africa/Kigali"));
      expect(trip.feeScheduleId).toBe(inForce.id);
      const fare = Fare.parse({
        currency: trip.currency,
        totalMinor: trip.fareMinor,
        lines: trip.fareLines,
      });
      const hours = trip.hours === null ? {} : { hours: trip.hours };
      const end = (side: "pickup" | "dropoff") => ({
        name: trip[`${side}Name`],
        detail: trip[`${side}Detail`],
        latitude: trip[`${side}Latitude`],
        longitude: trip[`${side}Longitude`],
      });
      const priced = pricedTrip(
        server.deps,
        inForce.schedule,
        {
          serviceType: trip.serviceType,
          pickup: end("pickup"),
          dropoff: end("dropoff"),
          pickupLocal: trip.pickupLocal,
          stops,
          extras: (trip.extras as ReservationExtra[]).map(({ id, quantity }) => ({ id, quantity })),
          ...hours,
        },
        {
          pickupAt: trip.pickupAt,
          bookedAt: trip.pickupAt - 86_400_000,
          timeZone: "Africa/Kigali",
          route,
          riderId: null,
        },
      );
      const agreed = priced && priceTrip(inForce.schedule, trip.vehicleClassId, priced);
      expect(fare.lines.slice(0, agreed?.lines.length)).toEqual(agreed?.lines ?? []);
      const later = fare.lines.slice(agreed?.lines.length);
      expect(later.every(({ kind }) => kind === "wait" || kind === "tax")).toBe(true);
    }
  });

  test("has two versions of the price list, and trips with flat prices, extras and surcharges", () => {
    const versions = server.deps.db.select().from(feeSchedules).all();
    expect(versions.map(({ number }) => number).sort()).toEqual([1, 2]);
    const now = versionInForce(server.deps.db, server.deps.now());
    expect(now?.schedule.flatPrices.length).toBeGreaterThan(0);
    expect(now && reviewSchedule(now.schedule, readPriceListContext(server.deps))).toEqual([]);
    const priced = all.trips.filter((trip) => trip.fareLines.length > 0);
    const kinds = priced.flatMap((trip) => Fare.shape.lines.parse(trip.fareLines));
    for (const kind of ["flat", "extra", "night", "weekday"])
      expect(kinds.filter((line) => line.kind === kind).length).toBeGreaterThan(0);
  });

  test("pays drivers for the trips that they drove", () => {
    for (const trip of all.trips) {
      const over = trip.state === "completed" || trip.state === "settled";
      if (over) expect(trip.payMinor).toBeGreaterThan(0);
      if (!over && trip.state !== "no_show" && trip.state !== "cancelled")
        expect(trip.payLines).toBeNull();
    }
  });

  test("can reach every passenger who gets news of the driver", () => {
    const driverTrips = all.trips.filter(({ driverNewsTo }) => driverNewsTo === "passenger");
    expect(driverTrips).not.toEqual([]);
    for (const { passengerPhone } of driverTrips)
      expect(
        isReachable(server.deps, { type: "phone", value: passengerPhone ?? "" }),
        `${passengerPhone}`,
      ).toBe(true);
  });

  test("charges cancellations and no-shows by the rules", () => {
    for (const trip of all.trips) {
      const last = all.steps(trip.id).at(-1);
      if (trip.state === "cancelled") {
        const decision = cancellation(
          versionOfTrip(server.deps.db, trip)?.schedule ?? null,
          { ...trip, startsAt: trip.pickupAt, state: last?.fromState ?? "pending" },
          trip.updatedAt,
        );
        expect(decision).toMatchObject({
          allowed: true,
          isLateCancellation: trip.isLateCancellation,
          feeMinor: trip.cancellationFeeMinor ?? Number.NaN,
        });
      } else {
        expect(trip.isLateCancellation).toBe(false);
        expect(trip.cancellationFeeMinor).toBe(trip.state === "no_show" ? trip.fareMinor : null);
      }
    }
  });

  test("has no driver or vehicle in two places at once, and only assignments that are allowed", () => {
    const byId = new Map(all.trips.map((trip) => [trip.id, trip]));
    const held = all.assignments.filter((row) => {
      const trip = byId.get(row.reservationId);
      return row.active || (trip?.driverId === row.driverId && trip.state !== "cancelled");
    });
    for (const of of ["driverId", "vehicleId"] as const)
      for (const rows of Map.groupBy(held, (row) => row[of]).values()) {
        const each = new Map(rows.map((row) => [row.reservationId, row])).values();
        const sorted = [...each].sort((a, b) => a.startsAt - b.startsAt);
        for (const [index, row] of sorted.slice(1).entries())
          expect(row.startsAt).toBeGreaterThanOrEqual(sorted[index]?.endsAt ?? 0);
      }
    const papersOf = (owner: DocumentOwner) => ({
      documents: documentsInForce(server.deps.db, owner),
      required: requiredKindsIn(server.deps.db),
    });
    for (const row of all.assignments) {
      const trip = byId.get(row.reservationId);
      const driver = all.drivers.get(row.driverId);
      const car = all.vehicles.get(row.vehicleId);
      if (!trip || !driver || !car) throw new Error("a row hangs in the air");
      expect(row).toMatchObject(occupiedTime(trip));
      const needs = { ...trip, mobility: Mobility.parse(trip.mobility) };
      const past = trip.pickupAt < now;
      const papers = papersOf({ driverId: driver.id });
      const carDocuments = papersOf({ vehicleId: car.id });
      expect([
        ...driverRefusals(
          past ? { ...driver, ...papers, state: "active" } : { ...driver, ...papers },
          needs,
          null,
        ),
        ...vehicleRefusals(
          past ? { ...car, ...carDocuments, state: "active" } : { ...car, ...carDocuments },
          needs,
          null,
          null,
        ),
      ]).toEqual([]);
      expect(car.classId).toBe(trip.vehicleClassId);
    }
    for (const trip of all.trips) {
      const active = all.assignments.filter((a) => a.active && a.reservationId === trip.id);
      expect(active).toHaveLength(hasDriver(trip.state) ? 1 : 0);
      if (active[0]) {
        expect(active[0].driverId).toBe(trip.driverId ?? "");
        expect(active[0].vehicleId).toBe(trip.vehicleId ?? "");
      }
    }
  });

  test("has an event for each offer, and an open offer only on an offered trip", () => {
    for (const trip of all.trips) {
      const mine = all.offers.filter((offer) => offer.reservationId === trip.id);
      const steps = all.steps(trip.id);
      expect(mine).toHaveLength(steps.filter((step) => step.toState === "offered").length);
      const open = mine.filter((offer) => offer.state === "open");
      expect(open).toHaveLength(trip.state === "offered" ? 1 : 0);
      for (const offer of open) {
        expect(offer.expiresAt).toBeGreaterThan(now + 30 * 60_000);
        expect(offer.expiresAt).toBeLessThan(trip.pickupAt);
        const time = occupiedTime(trip);
        const overlappingAssignments = all.assignments.filter(
          (held) =>
            held.active &&
            (held.driverId === offer.driverId || held.vehicleId === offer.vehicleId) &&
            held.startsAt < time.endsAt &&
            held.endsAt > time.startsAt,
        );
        expect(overlappingAssignments).toEqual([]);
      }
      for (const offer of mine.filter((each) => each.state !== "open")) {
        const answerStep = steps.find((step) => step.at === offer.answeredAt);
        expect(answerStep?.fromState).toBe("offered");
        expect(answerStep?.toState).toBe(offer.state === "accepted" ? "assigned" : "confirmed");
      }
    }
  });

  test("has trips under way today, for dispatch, for rider@ and for driver@", () => {
    const near = all.trips.filter((trip) => Math.abs(trip.pickupAt - now) < 4 * 3_600_000);
    const count = (state: string) => near.filter((trip) => trip.state === state).length;
    expect(count("en_route")).toBe(2);
    expect(count("on_location")).toBe(1);
    expect(count("passenger_on_board")).toBe(2);
    expect(count("assigned")).toBeGreaterThanOrEqual(2);
    expect(count("confirmed")).toBeGreaterThanOrEqual(2);
    expect(count("offered")).toBe(2);
    const underWay = near.filter((trip) =>
      ["en_route", "on_location", "passenger_on_board"].includes(trip.state),
    );
    const ridersUnderWay = underWay.flatMap((trip) => trip.riderId ?? []);
    expect(new Set(ridersUnderWay).size).toBe(ridersUnderWay.length);
    const rider = [...all.riders.values()].find((row) => row.email === "rider@example.com");
    const driver = [...all.drivers.values()].find((row) => row.email === "driver@example.com");
    const theirs = all.trips.filter((trip) => trip.riderId === rider?.id);
    expect(theirs.filter((trip) => trip.state === "settled").length).toBeGreaterThan(3);
    for (const state of ["pending", "confirmed", "assigned", "completed", "cancelled", "no_show"])
      expect(theirs.map((trip) => trip.state)).toContain(state as never);
    expect(theirs.filter((trip) => trip.pickupAt > now).length).toBeGreaterThanOrEqual(3);
    const [next] = theirs
      .filter((trip) => trip.state === "assigned" && trip.driverId === driver?.id)
      .sort((a, b) => a.pickupAt - b.pickupAt);
    expect(next?.pickupAt).toBeLessThan(now + 3_600_000);
    const driven = all.trips.filter((trip) => trip.driverId === driver?.id);
    expect(driven.map((trip) => trip.state)).toContain("completed");
    const openOffers = all.offers.filter(
      (offer) => offer.state === "open" && offer.driverId === driver?.id,
    );
    expect(openOffers).toHaveLength(1);
  });

  test("has drivers on shift around town, and the track of each trip under way", () => {
    const { drivers: driversOnDuty } = listDriversOnDuty(server.deps);
    const free = driversOnDuty.filter(({ trips }) => trips.length === 0);
    expect([driversOnDuty.length, free.length]).toEqual([9, 4]);
    for (const { position, onShiftSince } of driversOnDuty) {
      expect(onShiftSince).not.toBeNull();
      expect(now - Date.parse(position?.recordedAt ?? "")).toBe(1_000);
      expect(Math.abs((position?.latitude ?? 0) + 1.95)).toBeLessThan(0.2);
      expect(Math.abs((position?.longitude ?? 0) - 30.08)).toBeLessThan(0.2);
    }
    for (const trip of driversOnDuty.flatMap(({ trips }) => trips)) {
      const { track, position } = readReservationTracking(server.deps, trip.id);
      expect(position).not.toBeNull();
      expect(track.length).toBeGreaterThan(5);
    }
  });
});

describe("the demo fleet", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createDemoAt(START);
  });
  afterAll(() => server.close());

  test("has a company with trips on account, and an invoice for some of them", () => {
    const [company, ...more] = server.deps.db.select().from(companies).all();
    expect(more).toEqual([]);
    const trips = server.deps.db
      .select()
      .from(reservations)
      .where(eq(reservations.companyId, company?.id ?? ""))
      .all();
    const [invoice] = server.deps.db.select().from(invoices).all();
    const billedTrips = trips.filter(({ invoiceId }) => invoiceId === invoice?.id);
    expect(billedTrips.length).toBeGreaterThan(3);
    expect(trips.length).toBeGreaterThan(billedTrips.length);
    expect(invoice?.totalMinor).toBe(
      billedTrips.reduce(
        (sum, { state, fareMinor, cancellationFeeMinor }) =>
          sum + (state === "settled" ? fareMinor : (cancellationFeeMinor ?? 0)),
        0,
      ),
    );
  });

  test("has an enquiry by each form, in the words of its choices", () => {
    const { db } = server.deps;
    const said = db
      .select({ topic: contactMessages.topic, body: contactEntries.body })
      .from(contactMessages)
      .innerJoin(contactEntries, eq(contactEntries.messageId, contactMessages.id))
      .where(eq(contactEntries.kind, "written"))
      .all();
    for (const [topic, fact] of [
      ["care", "Mobility: Stays in a wheelchair"],
      ["interpreter", "Interpreter: Meets us there"],
      ["roadside", "Problem: Flat battery"],
      ["company", "Trips a month: 11 to 50"],
      ["service", "Service: School runs"],
    ] as const)
      expect(said.find((each) => each.topic === topic)?.body).toContain(fact);
    expect(readServices(server.deps).map(({ slug }) => slug)).toEqual([
      "home-care",
      "language-translation",
      "depanage",
      "school-runs",
    ]);
  });

  test("has ratings, lost and found items, messages and repeating trips", async () => {
    const { db } = server.deps;
    const ratings = db.select().from(tripRatings).all();
    expect(ratings.length).toBeGreaterThan(50);
    expect(new Set(ratings.map(({ stars }) => stars)).size).toBe(5);
    expect(ratings.some(({ stars, seenAt }) => stars < 4 && seenAt !== null)).toBe(true);

    const [rider] = demoRiders;
    const { browser } = await signInRider(server, rider?.email ?? "");
    const { reports } = MyLostReports.parse(await (await browser.get("/lost-reports")).json());
    expect(reports).toMatchObject([{ state: "matched", what: "Reading glasses in a blue case" }]);
    const { standingOrders } = StandingOrderList.parse(
      await (await browser.get("/standing-orders")).json(),
    );
    expect(standingOrders).toMatchObject([{ state: "active", weekdays: [2, 4] }]);
    const { trips } = UnreadMessages.parse(await (await browser.get("/messages/unread")).json());
    expect(trips).toMatchObject([{ unread: 1 }]);

    const staff = server.browser();
    await staff.post("/admin/login", { email: demoOwner.email, password: demoOwner.password });
    const open = LostReportList.parse(
      await (await staff.get("/admin/lost-reports?state=open")).json(),
    ).reports;
    const { report } = LostReportAnswer.parse(
      await (await staff.get(`/admin/lost-reports/${open[0]?.id}`)).json(),
    );
    expect(report.matches[0]?.item.what).toBe("Brown leather bag");
    expect(await (await staff.get("/admin/messages")).json()).toMatchObject({ unread: [{}] });
  });

  test("has drivers with a stop, cash, no-shows and incidents", async () => {
    const { trips, steps } = readAllTables(server);
    const tripsWithStops = trips.filter(({ stops }) => stops.length > 0);
    expect(tripsWithStops.map(({ state }) => state)).toContain("offered");
    const ridersUnderWay = tripsWithStops.find(({ state }) => state === "passenger_on_board");
    expect(steps(ridersUnderWay?.id ?? "").at(-1)?.facts).toEqual({
      stop: "arrived",
      stopNumber: 1,
    });

    const cashTrips = trips.filter(
      ({ state, payment }) => (state === "completed" || state === "settled") && payment === "cash",
    );
    expect(cashTrips.filter(({ paidMinor }) => paidMinor === 0)).toHaveLength(1);
    const short = cashTrips.filter(({ paidMinor, fareMinor }) => paidMinor < fareMinor);
    expect(short.length).toBeGreaterThan(1);
    // A settled trip is paid or its amount is waived.
    for (const trip of cashTrips.filter(({ state }) => state === "settled"))
      expect(amountDue(trip)).toBe(0);

    const staff = server.browser();
    await staff.post("/admin/login", { email: demoOwner.email, password: demoOwner.password });
    const missed = trips.filter(({ state }) => state === "no_show");
    for (const { id } of missed) {
      const { evidence } = z
        .object({ evidence: NoShowEvidence.nullable() })
        .parse(await (await staff.get(`/admin/reservations/${id}/no-show`)).json());
      expect(steps(id).at(-1)?.facts).toMatchObject({
        hasPosition: true,
        distanceMeters: evidence?.distanceMeters,
      });
      if (evidence?.photo) expect((await staff.get(evidence.photo.slice(8))).status).toBe(200);
    }
    const { incidents } = IncidentList.parse(await (await staff.get("/admin/incidents")).json());
    expect(incidents.map(({ state, assigned }) => [state, assigned !== null])).toEqual([
      ["open", false],
      ["open", true],
      ["closed", true],
    ]);
  });

  test("books its repeating trips soon after the start", async () => {
    const started = await createDemoAt(START);
    expect(await extendOrders(started.deps)).toBeGreaterThan(10);
    started.close();
  });

  test("is marked as a demo in the settings", async () => {
    expect(isDemo(server.deps)).toBe(true);
    expect(await (await server.browser().get("/settings")).json()).toMatchObject({ demo: true });
  });

  test("is the same each time it is made", async () => {
    const secondDemo = await createDemoAt(START);
    const rows = (of: TestServer) => {
      const { db } = of.deps;
      return JSON.stringify([
        // The ids of classes and price lists differ in each folder.
        db
          .select()
          .from(reservations)
          .all()
          .map(({ vehicleClassId: _, feeScheduleId: __, ...row }) => row),
        db.select().from(reservationEvents).all(),
        db.select().from(assignments).all(),
        db.select().from(offers).all(),
        db.select().from(drivers).all(),
        db.select().from(riders).all(),
      ]);
    };
    expect(rows(secondDemo)).toBe(rows(server));
    secondDemo.close();
  });

  test("has people with addresses at example.com, and an owner who can sign in as promised", async () => {
    const { db } = server.deps;
    const people = [...db.select().from(riders).all(), ...db.select().from(drivers).all()];
    for (const { email, phone } of people) {
      expect(email).toEndWith("@example.com");
      expect(readIdentifier(email ?? "")?.value).toBe(email ?? "");
      expect(readIdentifier(phone ?? "")?.value).toBe(phone ?? "");
    }
    for (const of of ["email", "phone"] as const)
      expect(new Set(people.map((person) => person[of])).size).toBe(72);
    expect(demoRiders).toHaveLength(60);
    const browser = server.browser();
    const { email, password } = demoOwner;
    const answer = await browser.post("/admin/login", { email, password });
    expect(await answer.json()).toMatchObject({ admin: { role: "owner", names: "Diane Umutoni" } });
    expect(
      db
        .select()
        .from(admins)
        .all()
        .filter((row) => row.passwordHash !== null),
    ).toHaveLength(1);
    const list = z
      .object({ reservations: z.array(z.unknown()) })
      .parse(await (await browser.get("/admin/reservations?limit=100")).json());
    expect(list.reservations).toHaveLength(100);
  });

  test("gives every driver the first three notifications", () => {
    const { db } = server.deps;
    const notificationsByDriver = Map.groupBy(
      db.select().from(notifications).all(),
      (row) => row.accountId,
    );
    expect(notificationsByDriver.size).toBe(12);
    for (const rows of notificationsByDriver.values()) {
      expect(rows).toHaveLength(3);
      expect(rows.every((row) => row.readAt === null)).toBe(true);
    }
  });

  test("numbers its trips in the order of booking", () => {
    const { trips } = readAllTables(server);
    expect(trips[0]?.number).toBe(1001);
    for (const [index, trip] of trips.slice(1).entries()) {
      expect(trip.number).toBe((trips[index]?.number ?? 0) + 1);
      expect(trip.createdAt).toBeGreaterThanOrEqual(trips[index]?.createdAt ?? 0);
    }
  });

  test("follows the operator's currency and time zone", async () => {
    const demoAbroad = await createDemoAt(START, {
      CURRENCY: "EUR",
      TIME_ZONE: "Europe/Paris",
      DISTANCE_UNIT: "mi",
    });
    const { trips } = readAllTables(demoAbroad);
    expect(trips.length).toBeGreaterThan(400);
    expect(trips.every((trip) => trip.currency === "EUR")).toBe(true);
    expect(trips.every((trip) => trip.timeZone === "Europe/Paris")).toBe(true);
    demoAbroad.close();
  });

  test("refuses a folder in use and leaves it unchanged", async () => {
    await expect(fillDemo(server.deps)).rejects.toBeInstanceOf(DemoRefusedError);
    const used = await createTestServer();
    await createAdmin(used);
    await expect(fillDemo(used.deps)).rejects.toBeInstanceOf(DemoRefusedError);
    expect(isDemo(used.deps)).toBe(false);
    expect(used.deps.db.select().from(vehicles).all()).toHaveLength(0);
    expect(used.deps.db.select().from(vehicleClasses).all()).toHaveLength(4);
    used.close();
    const booked = await createTestServer();
    createDriver(booked);
    await expect(fillDemo(booked.deps)).rejects.toBeInstanceOf(DemoRefusedError);
    booked.close();
  });
});
