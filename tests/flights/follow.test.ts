/** Following flights: which answers of a provider are accepted and which are not. */
import { afterEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { findRow } from "../../db/rows";
import { auditLog } from "../../db/schema/audit";
import { drivers } from "../../db/schema/drivers";
import { flights, flightTrips } from "../../db/schema/flights";
import { notifications, staffNews } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import type { CheckedFlight, FlightDay, FlightRules, TripFlight } from "../../src/flights/contract";
import { readTripFlight } from "../../src/flights/queries";
import { declineProposal } from "../../src/flights/trip-actions";
import { alertToken, followFlights } from "../../src/flights/follow-actions";
import { saveFlightRules } from "../../src/flights/rule-actions";
import { defaultRule } from "../../src/flights/rules";
import { activeAlerts } from "../../src/status/alert-rules";
import { readFacts } from "../../src/status/status-facts-queries";
import type { TripAttention } from "../../src/tracking/attention-contract";
import type { FareLine, FeeSchedule } from "../../src/fares/contract";
import type { FeeDraftAnswer } from "../../src/fares/fee-contract";
import type { ReservationAnswer } from "../../src/reservations/contract";
import { formatMoney } from "../../src/settings/money-rules";
import { book as bookTrip } from "../support/booking";
import { createDriver } from "../support/fleet";
import { refusal, START } from "../support/server";
import { messagesTo, signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { ADA, HOUR, MINUTE, type Scene, startScene } from "./scene";

let scene: Scene;
afterEach(() => scene.close());

const saveMoveRule = (changes: Partial<typeof defaultRule> = {}) =>
  saveFlightRules(scene.server.deps, ADA, {
    rules: [{ ...defaultRule, mode: "move", ...changes }],
    version: 0,
  });
const auditOf = (id: string) =>
  scene.server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .all()
    .map(({ action }) => action);
const news = () => scene.server.deps.db.select().from(staffNews).all();

/** Books a trip whose pickup is 40 minutes after its flight, `hours` from now. */
function book(hours: number, more: Parameters<Scene["addTrip"]>[0] | object = {}) {
  const scheduledIn = START + hours * HOUR;
  return scene.addTrip({ pickupAt: scheduledIn + 40 * MINUTE, ...more });
}

test("the server asks about a flight 24, 6 and 2 hours before, then every ten minutes until it lands", async () => {
  scene = await startScene();
  const flight = scene.addFlight({ scheduledIn: START + 30 * HOUR });
  const id = book(30);
  const times: number[] = [];
  let count = 0;
  await scene.pass(31 * 60, () => {
    const minutes = (scene.server.deps.now() - START) / MINUTE;
    if (minutes === 30 * 60 + 5) flight.actualIn = START + 30 * HOUR + 5 * MINUTE;
    if (scene.fake.requests.length > count) times.push(minutes);
    count = scene.fake.requests.length;
  });
  expect(times.slice(0, 3).map((at) => Math.round(at / 60))).toEqual([7, 24, 28]);
  expect(times.length).toBe(3 + 13);
  expect(scene.trip(id).landedAt).toBe(flight.actualIn ?? 0);
  expect(scene.flightOf(id)?.nextAskAt).toBeNull();
});

test("the server stops asking about a flight without active trips until another trip needs it", async () => {
  scene = await startScene();
  const flight = scene.addFlight({ scheduledIn: START + 3 * HOUR });
  const ids = [book(3), book(3)];
  await scene.pass(61);
  const { db } = scene.server.deps;
  const end = (id: string) =>
    db.update(reservations).set({ state: "cancelled" }).where(eq(reservations.id, id)).run();
  const requestCount = scene.fake.requests.length;
  end(ids[0] ?? "");
  await scene.pass(11);
  expect(scene.fake.requests.length).toBe(requestCount + 1);
  end(ids[1] ?? "");
  await scene.pass(30);
  expect(scene.fake.requests.length).toBe(requestCount + 1);
  flight.estimatedIn = flight.scheduledIn + HOUR;
  const late = book(3);
  await scene.pass(1);
  expect(scene.fake.requests.length).toBe(requestCount + 2);
  expect(scene.link(late)?.proposedPickupAt).toBe(START + 4 * HOUR + 40 * MINUTE);
  // The flight is also remembered if the next trip uses its other number.
  end(late);
  await scene.pass(11);
  flight.codeshares = ["SN9711"];
  const shared = book(3, { flightNumber: "SN9711" });
  await scene.pass(15);
  expect(scene.flightOf(shared)).toMatchObject({ number: "WB711" });
  expect(scene.flightOf(shared)?.fetchedAt).toBeGreaterThan(scene.server.deps.now() - 14 * MINUTE);
});

test("the server asks once for all trips of a flight, also under a codeshare’s number", async () => {
  scene = await startScene();
  scene.addFlight({ scheduledIn: START + 5 * HOUR, codeshares: ["SN9711"] });
  const ids = [book(5), book(5), book(5, { flightNumber: "SN9711" })];
  await followFlights(scene.server.deps);
  expect(scene.fake.requests.length).toBe(2);
  await scene.pass(4 * 60);
  expect(new Set(ids.map((id) => scene.flightOf(id)?.id)).size).toBe(1);
  // One request two hours before, then one every ten minutes, for all trips together.
  expect(scene.fake.requests.length).toBe(2 + 7);
  expect(scene.flightOf(ids[2] ?? "")).toMatchObject({ number: "WB711", state: "scheduled" });
});

test("a late flight moves its pickup once, keeps the fare and notifies rider and driver", async () => {
  scene = await startScene();
  await saveMoveRule();
  const flight = scene.addFlight({ scheduledIn: START + 4 * HOUR });
  const { browser, rider } = await signInRider(scene.server);
  const id = book(4, { riderId: rider.id });
  const pair = scene.addPair();
  await scene.assign(id, pair);
  const { fareMinor } = scene.trip(id);
  flight.estimatedIn = flight.scheduledIn + 50 * MINUTE;
  await scene.pass(3 * 60);
  const trip = scene.trip(id);
  expect(trip).toMatchObject({ state: "assigned", fareMinor, driverId: pair.driverId });
  expect(trip.pickupAt).toBe(flight.scheduledIn + 90 * MINUTE);
  expect(trip.pickupLocal).toBe("2026-11-20T15:30");
  const bellNotices = scene.server.deps.db.select().from(notifications).all();
  expect(bellNotices.filter(({ title }) => title.includes("was changed")).length).toBe(1);
  const mails = messagesTo(scene.server, "rider@example.com").filter(
    ({ kind }) => kind === "booking_changed",
  );
  expect(mails.length).toBe(1);
  expect(mails[0]?.text).toContain("Your flight WB711 has a new time");
  // Ten more minutes are not worth a message.
  flight.estimatedIn = flight.scheduledIn + 60 * MINUTE;
  await scene.pass(30);
  expect(scene.trip(id).pickupAt).toBe(trip.pickupAt);
  const own = (await (await browser.get(`/reservations/${id}/flight`)).json()) as TripFlight;
  expect(own.flight).toMatchObject({
    number: "WB711",
    delayMinutes: 60,
    origin: { name: "Brussels" },
  });
  const other = (await signInRider(scene.server, "other@example.com")).browser;
  expect((await other.get(`/reservations/${id}/flight`)).status).toBe(404);
  const email = "eric@example.com";
  createDriver(scene.server, { email });
  const wheel = (await signInDriver(scene.server, email)).browser;
  expect((await wheel.get(`/driver/reservations/${id}/flight`)).status).toBe(404);
});

test("a driver can read the flight of a trip that they are offered", async () => {
  scene = await startScene();
  const id = book(4);
  const { driverId, vehicleId } = scene.addPair();
  const { email } = findRow(scene.server.deps.db, drivers, { id: driverId }) ?? {};
  const { browser } = await signInDriver(scene.server, email ?? "");
  const read = () => browser.get(`/driver/reservations/${id}/flight`);
  expect((await read()).status).toBe(404);
  const desk = await signInAdmin(scene.server, { role: "dispatcher" });
  const to = [{ driverId, vehicleId }];
  const { version } = scene.trip(id);
  await desk.post(`/admin/reservations/${id}/offers`, { version, how: "at_once", to });
  const answer = await read();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ flight: null });
});

test("if the driver can’t take the new pickup time, dispatch sees other drivers and decides", async () => {
  scene = await startScene();
  await saveMoveRule();
  const flight = scene.addFlight({ scheduledIn: START + 4 * HOUR });
  const id = book(4);
  const [pair, other] = [scene.addPair(), scene.addPair()];
  await scene.assign(id, pair);
  const next = book(5.5, { flightNumber: null, serviceType: "point_to_point" });
  await scene.assign(next, pair);
  flight.estimatedIn = flight.scheduledIn + 80 * MINUTE;
  await scene.pass(1);
  const { pickupAt, version } = scene.trip(id);
  expect(pickupAt).toBe(flight.scheduledIn + 40 * MINUTE);
  expect(news()).toMatchObject([{ topic: "flight" }]);
  const staff = await signInAdmin(scene.server);
  const path = `/admin/reservations/${id}/flight`;
  const { proposal } = (await (await staff.get(path)).json()) as TripFlight;
  expect(proposal).toMatchObject({
    refusals: expect.stringMatching(/^Has trip #1002 at that time/),
  });
  expect(proposal?.others.length).toBe(1);
  expect(
    await refusal(await staff.post(`${path}/proposal`, { ...proposal, version: version + 1 })),
  ).toEqual([409, "reservation.stale"]);
  const proposalAnswer = await staff.post(`${path}/proposal`, { ...proposal, version });
  expect((await proposalAnswer.json()) as TripFlight).toMatchObject({ proposal: null });
  expect(scene.trip(id)).toMatchObject({
    state: "confirmed",
    pickupAt: flight.scheduledIn + 120 * MINUTE,
  });
  await scene.assign(id, other);
  await scene.pass(20);
  expect(scene.link(id)?.proposedPickupAt).toBeNull();
  expect(news().length).toBe(1);
});

test("a declined proposal comes back only after another change of the flight", async () => {
  scene = await startScene();
  const flight = scene.addFlight({ scheduledIn: START + 2 * HOUR, estimatedIn: START + 3 * HOUR });
  const id = book(2);
  await scene.pass(1);
  expect(scene.link(id)?.proposedPickupAt).toBe(START + 3 * HOUR + 40 * MINUTE);
  const staff = await signInAdmin(scene.server);
  const { version } = scene.trip(id);
  const answer = await staff.delete(`/admin/reservations/${id}/flight/proposal`, {
    version,
    pickupAt: new Date(START + 3 * HOUR + 40 * MINUTE).toISOString(),
  });
  expect(answer.status).toBe(200);
  expect(auditOf(id)).toEqual(["flight.proposal_declined"]);
  await scene.pass(75);
  expect(scene.link(id)?.proposedPickupAt).toBeNull();
  flight.estimatedIn = START + 3.5 * HOUR;
  await scene.pass(15);
  expect(scene.link(id)?.proposedPickupAt).toBe(START + 3.5 * HOUR + 40 * MINUTE);
});

test("a proposal that has changed since it was read can be neither accepted nor declined", async () => {
  scene = await startScene();
  const flight = scene.addFlight({ scheduledIn: START + 2 * HOUR, estimatedIn: START + 3 * HOUR });
  const id = book(2);
  await scene.pass(1);
  const pickupAt = readTripFlight(scene.server.deps, id).proposal?.pickupAt;
  flight.estimatedIn = START + 3.5 * HOUR;
  await scene.pass(61);
  const staff = await signInAdmin(scene.server);
  const { version, ...before } = scene.trip(id);
  for (const call of ["post", "delete"] as const) {
    const refusedAnswer = await staff[call](`/admin/reservations/${id}/flight/proposal`, {
      version,
      pickupAt,
    });
    expect([refusedAnswer.status, await refusedAnswer.json()]).toMatchObject([
      409,
      {
        code: "flight.proposal_changed",
        message: "The proposed pickup is now Fri 20 Nov 2026, 14:10. Check it again.",
      },
    ]);
  }
  expect(scene.trip(id)).toMatchObject(before);
  expect(scene.link(id)?.proposedPickupAt).toBe(START + 3.5 * HOUR + 40 * MINUTE);
});

test("a proposed pickup time that has passed is replaced by one for now", async () => {
  scene = await startScene();
  scene.addFlight({ scheduledIn: START + HOUR, actualIn: START + 1.5 * HOUR });
  const id = book(1);
  await scene.pass(95);
  expect(scene.link(id)?.proposedPickupAt).toBe(START + 1.5 * HOUR + 40 * MINUTE);
  await scene.pass(67);
  const staff = await signInAdmin(scene.server);
  const path = `/admin/reservations/${id}/flight`;
  const { proposal } = (await (await staff.get(path)).json()) as TripFlight;
  const pickupAt = START + 165 * MINUTE;
  expect(proposal?.pickupAt).toBe(new Date(pickupAt).toISOString());
  const { flights: day } = (await (await staff.get("/admin/flights")).json()) as FlightDay;
  expect(day[0]?.trips[0]?.proposedPickupAt).toBe(proposal?.pickupAt ?? "");
  const { version } = scene.trip(id);
  expect((await staff.post(`${path}/proposal`, { ...proposal, version })).status).toBe(200);
  expect(scene.trip(id).pickupAt).toBe(pickupAt);
});

test("a proposal cannot be accepted once the driver has set off", async () => {
  scene = await startScene();
  scene.addFlight({ scheduledIn: START + 2 * HOUR, estimatedIn: START + 3 * HOUR });
  const id = book(2);
  await scene.pass(1);
  const staff = await signInAdmin(scene.server);
  const { pickupAt, version } = scene.trip(id);
  const { db } = scene.server.deps;
  for (const state of ["en_route", "on_location", "passenger_on_board"] as const) {
    db.update(reservations).set({ state }).where(eq(reservations.id, id)).run();
    const seen = { version, pickupAt: new Date(START).toISOString() };
    const answer = await staff.post(`/admin/reservations/${id}/flight/proposal`, seen);
    expect(await refusal(answer)).toEqual([409, "reservation.stale"]);
  }
  expect(scene.trip(id).pickupAt).toBe(pickupAt);
});

test("a pickup that people change is not moved again while the flight keeps its time", async () => {
  scene = await startScene();
  await saveMoveRule();
  const flight = scene.addFlight({ scheduledIn: START + 5 * HOUR });
  // The rider planned two hours for lunch at the airport.
  const id = scene.addTrip({ pickupAt: START + 7 * HOUR });
  flight.estimatedIn = START + 6 * HOUR;
  await scene.pass(1);
  expect(scene.trip(id).pickupAt).toBe(START + 8 * HOUR);
  const { db } = scene.server.deps;
  const pickupAt = START + 7 * HOUR;
  db.update(reservations).set({ pickupAt }).where(eq(reservations.id, id)).run();
  await scene.pass(4 * 60);
  expect(scene.trip(id).pickupAt).toBe(pickupAt);
});

test("a landed trip keeps the minutes that people planned between landing and pickup", async () => {
  scene = await startScene();
  const flight = scene.addFlight({ scheduledIn: START + 2 * HOUR });
  const [lunchTrip, usual] = [scene.addTrip({ pickupAt: START + 4 * HOUR }), book(2)];
  await scene.pass(115);
  flight.actualIn = START + 112 * MINUTE;
  await scene.pass(15);
  expect(scene.trip(lunchTrip)).toMatchObject({
    landedAt: flight.actualIn,
    minutesAfterLanding: 120,
  });
  expect(scene.trip(usual)).toMatchObject({ landedAt: flight.actualIn, minutesAfterLanding: 40 });
});

test("a rule does not move a pickup many hours after its flight, and dispatch decides", async () => {
  scene = await startScene();
  await saveMoveRule();
  scene.addFlight({ scheduledIn: START + 2 * HOUR, estimatedIn: START + 3 * HOUR });
  const id = scene.addTrip({ pickupAt: START + 8 * HOUR });
  await scene.pass(60);
  expect(scene.trip(id).pickupAt).toBe(START + 8 * HOUR);
  expect(scene.link(id)?.proposedPickupAt).toBe(START + 3 * HOUR + 40 * MINUTE);
  expect(news().length).toBe(1);
});

test("a trip booked after its flight landed or was cancelled gets the known news", async () => {
  scene = await startScene();
  const flight = scene.addFlight({ scheduledIn: START + HOUR });
  const vanishedFlight = scene.addFlight({
    number: "KL535",
    icao: "KLM535",
    scheduledIn: START + HOUR,
  });
  book(1);
  book(1, { flightNumber: "KL535" });
  vanishedFlight.cancelled = true;
  await scene.pass(55);
  flight.actualIn = START + 55 * MINUTE;
  await scene.pass(20);
  expect(news().length).toBe(1);
  const requestCount = scene.fake.requests.length;
  const [late, unknownFlightTrip] = [book(2), book(2, { flightNumber: "KL535" })];
  await scene.pass(1);
  expect(scene.trip(late).landedAt).toBe(flight.actualIn);
  expect(news().map(({ subjectId }) => subjectId)).toContain(unknownFlightTrip);
  expect(scene.fake.requests.length).toBe(requestCount);
});

test("cancelled and diverted flights move no pickup, and dispatch and the driver are notified once", async () => {
  scene = await startScene();
  await saveMoveRule();
  const flight = scene.addFlight({ scheduledIn: START + 3 * HOUR });
  const vanishedFlight = scene.addFlight({
    number: "KL535",
    icao: "KLM535",
    scheduledIn: START + 3 * HOUR,
  });
  const [first, second] = [book(3), book(3, { flightNumber: "KLM535" })];
  await scene.assign(first, scene.addPair());
  await scene.pass(1);
  flight.cancelled = true;
  vanishedFlight.divertedTo = "EBB";
  await scene.pass(3 * 60);
  expect(scene.flightOf(first)?.state).toBe("cancelled");
  expect(scene.flightOf(second)).toMatchObject({ state: "diverted", divertedTo: "Entebbe" });
  expect(scene.trip(first).pickupAt).toBe(START + 3 * HOUR + 40 * MINUTE);
  expect(news().map(({ topic }) => topic)).toEqual(["flight", "flight"]);
  const bells = scene.server.deps.db.select().from(notifications).all();
  expect(bells.filter(({ title }) => title === "Flight WB711 was cancelled").length).toBe(1);
});

test("a landing at another airport does not count as the trip's landing", async () => {
  scene = await startScene();
  const flight = scene.addFlight({ scheduledIn: START + 3 * HOUR });
  const id = book(3);
  await scene.pass(65);
  Object.assign(flight, { divertedTo: "EBB", actualIn: START + 66 * MINUTE });
  await scene.pass(15);
  expect(scene.flightOf(id)?.state).toBe("diverted");
  expect(scene.trip(id).landedAt).toBeNull();
});

test.each(["failing", "no JSON", "refusing the key"] as const)(
  "the server asks a faulty provider less and less often and moves nothing: %s",
  async (failureMode) => {
    scene = await startScene();
    scene.addFlight({ scheduledIn: START + HOUR, estimatedIn: START + 3 * HOUR });
    const id = book(1);
    scene.fake.failureMode = failureMode;
    const alert = async () =>
      activeAlerts(await readFacts(scene.server.deps), new Set(), 0).get("flights");
    await scene.pass(30);
    expect(scene.fake.requests.length).toBeLessThan(10);
    expect([scene.link(id)?.proposedPickupAt, await alert()]).toEqual([null, undefined]);
    await scene.pass(10);
    expect(await alert()).toBe("Flights without an answer for half an hour: 1.");
    scene.fake.failureMode = "well";
    await scene.pass(11);
    expect(scene.link(id)?.proposedPickupAt).not.toBeNull();
    expect(await alert()).toBeUndefined();
  },
);

test("the server gives a silent provider three seconds and asks again later", async () => {
  scene = await startScene();
  scene.addFlight({ scheduledIn: START + HOUR, estimatedIn: START + 3 * HOUR });
  const id = book(1);
  scene.fake.failureMode = "stalling";
  await scene.pass(1);
  expect(scene.fake.requests.length).toBe(1);
  expect(scene.link(id)?.proposedPickupAt).toBeNull();
  scene.fake.failureMode = "well";
  await scene.pass(11);
  expect(scene.link(id)?.proposedPickupAt).not.toBeNull();
}, 30_000);

test("a landing before midnight belongs to the pickup after midnight, not to the next day's flight", async () => {
  scene = await startScene();
  await saveMoveRule();
  const landing = Date.parse("2026-11-20T23:40+02:00");
  const [flight] = [0, 1].map((days) =>
    scene.addFlight({ scheduledIn: landing + days * 24 * HOUR }),
  );
  const id = scene.addTrip({ pickupAt: Date.parse("2026-11-21T00:20+02:00") });
  await scene.pass(12 * 60);
  expect(scene.flightOf(id)).toMatchObject({ scheduledIn: landing });
  Object.assign(flight ?? {}, { estimatedIn: landing + 40 * MINUTE });
  await scene.pass(60);
  expect(scene.trip(id).pickupAt).toBe(landing + 80 * MINUTE);
  Object.assign(flight ?? {}, { actualIn: landing + 35 * MINUTE });
  await scene.pass(120);
  expect(scene.trip(id).landedAt).toBe(landing + 35 * MINUTE);
});

test("an answer about another flight or another airport is ignored", async () => {
  scene = await startScene();
  const id = book(3);
  const flight = scene.addFlight({ scheduledIn: START + 3 * HOUR, destination: "EBB" });
  await followFlights(scene.server.deps);
  expect(scene.flightOf(id)).toMatchObject({ state: "unknown", scheduledIn: null });
  flight.destination = "KGL";
  flight.codeshares = ["WB711"];
  flight.number = "QR9";
  flight.icao = "QTR9";
  scene.fake.failureMode = () => Response.json({ flights: [{ ident: "QTR9", fa_flight_id: "x" }] });
  await scene.pass(125);
  expect(scene.flightOf(id)?.state).toBe("unknown");
  expect(news().length).toBe(1);
});

test("the attention list shows only flights that need a decision", async () => {
  scene = await startScene();
  const flight = scene.addFlight({ scheduledIn: START + HOUR });
  const vanishedFlight = scene.addFlight({
    number: "KL535",
    icao: "KLM535",
    scheduledIn: START + HOUR,
  });
  const late = scene.addFlight({ number: "QR9", icao: "QTR9", scheduledIn: START + 2 * HOUR });
  const ids = [book(1), book(1, { flightNumber: "KL535" }), book(2, { flightNumber: "QR9" })];
  vanishedFlight.cancelled = true;
  late.estimatedIn = START + 3 * HOUR;
  await scene.pass(65, () => {
    if (scene.server.deps.now() >= START + HOUR) flight.actualIn = START + HOUR;
  });
  expect(scene.trip(ids[0] ?? "").landedAt).toBe(START + HOUR);
  const staff = await signInAdmin(scene.server);
  const found = (await (await staff.get("/admin/attention")).json()) as TripAttention;
  expect(found.flights.map(({ number, why }) => [number, why])).toEqual([
    [1002, "flight cancelled"],
    [1003, "pickup should move"],
  ]);
});

test("the server keeps following a flight whose number changes on its day", async () => {
  scene = await startScene();
  await saveMoveRule();
  const flight = scene.addFlight({ scheduledIn: START + 2 * HOUR });
  const id = book(2);
  await followFlights(scene.server.deps);
  Object.assign(flight, { number: "WB711D", icao: "RWD711D", estimatedIn: START + 3 * HOUR });
  await scene.pass(30);
  expect(scene.trip(id).pickupAt).toBe(START + 3 * HOUR + 40 * MINUTE);
  expect(scene.flightOf(id)).toMatchObject({ number: "WB711", operatedAs: "WB711D" });
});

test("a flight that the provider no longer knows is reported to dispatch after its landing time", async () => {
  scene = await startScene("aerodatabox");
  await saveMoveRule();
  const flight = scene.addFlight({ scheduledIn: START + 2 * HOUR });
  const id = book(2);
  await scene.pass(30);
  Object.assign(flight, { number: "WB711D", icao: "RWD711D", estimatedIn: START + 3 * HOUR });
  await scene.pass(2 * 60);
  expect(scene.flightOf(id)?.state).toBe("scheduled");
  await scene.pass(60);
  expect(scene.flightOf(id)?.state).toBe("unknown");
  expect(scene.trip(id).pickupAt).toBe(START + 2 * HOUR + 40 * MINUTE);
  expect(news()).toMatchObject([{ topic: "flight", subjectId: id }]);
});

test.each(["aeroapi", "aerodatabox"] as const)(
  "a flight across the date line is followed with %s",
  async (kind) => {
    scene = await startScene(kind);
    await saveMoveRule();
    // It leaves Auckland half an hour after midnight, which is still noon of the day before in London.
    const flight = scene.addFlight({
      origin: "AKL",
      scheduledOut: Date.parse("2026-11-21T00:30+13:00"),
      scheduledIn: START + 20 * HOUR,
    });
    const id = book(20);
    await followFlights(scene.server.deps);
    flight.estimatedIn = flight.scheduledIn + HOUR;
    await scene.pass(14 * 60 + 5);
    expect(scene.trip(id).pickupAt).toBe(flight.scheduledIn + 100 * MINUTE);
  },
);

test("no pickup moves just because time passes while the provider reports no landing", async () => {
  scene = await startScene();
  await saveMoveRule();
  const flight = scene.addFlight({ scheduledIn: START + HOUR });
  const other = { number: "KL535", icao: "KLM535", scheduledIn: START + HOUR };
  const late = scene.addFlight({ ...other, estimatedIn: START + 4 * HOUR });
  const [id, declined] = [book(1), book(1, { flightNumber: "KL535" })];
  // The driver has another trip at that time, so the new pickup is only proposed, and dispatch declines.
  const pair = scene.addPair();
  const next = scene.addTrip({ pickupAt: START + 4.5 * HOUR, flightNumber: null });
  for (const each of [declined, next]) await scene.assign(each, pair);
  await scene.pass(1);
  const proposed = readTripFlight(scene.server.deps, declined).proposal?.pickupAt ?? "";
  const { version } = scene.trip(declined);
  await declineProposal(scene.server.deps, ADA, declined, { version, pickupAt: proposed });
  await scene.pass(6 * 60);
  expect(scene.trip(id).pickupAt).toBe(flight.scheduledIn + 40 * MINUTE);
  expect(scene.trip(declined).pickupAt).toBe(late.scheduledIn + 40 * MINUTE);
  expect(scene.link(declined)?.proposedPickupAt).toBeNull();
  expect(news().length).toBe(1);
  // A delay that arrives too late moves the pickup once, to the current time.
  flight.estimatedIn = START + 4 * HOUR;
  const before = scene.trip(id).version;
  await scene.pass(60);
  expect(scene.trip(id).version).toBe(before + 1);
  expect(scene.trip(id).pickupAt).toBeGreaterThan(START + 6 * HOUR);
});

test("impossible flight times move no pickup and count as no landing, and dispatch decides", async () => {
  scene = await startScene();
  await saveMoveRule();
  const scheduledIn = START + 6 * HOUR;
  scene.addFlight({ scheduledIn, estimatedIn: scheduledIn + 40 * HOUR });
  const other = { number: "KL535", icao: "KLM535", scheduledIn };
  scene.addFlight({ ...other, actualIn: START - HOUR });
  const ids = [book(6), book(6, { flightNumber: "KL535" })];
  await scene.pass(1);
  for (const id of ids) {
    expect(scene.trip(id)).toMatchObject({ pickupAt: scheduledIn + 40 * MINUTE, landedAt: null });
    expect(scene.link(id)?.proposedPickupAt).not.toBeNull();
  }
  expect(news().length).toBe(2);
});

test.each([
  ["days ahead", { estimatedIn: 40 * HOUR }],
  ["long past", { estimatedIn: -40 * HOUR }],
  ["that of the day before", { actualIn: -24 * HOUR }],
] as const)(
  "a flight with a time that is %s is still followed, and the true time moves the pickup",
  async (_, wrongFlight) => {
    scene = await startScene();
    await saveMoveRule();
    const at = START + 6 * HOUR;
    const flight = scene.addFlight({ scheduledIn: at });
    const id = book(6);
    await scene.pass(1);
    for (const [name, time] of Object.entries(wrongFlight))
      Object.assign(flight, { [name]: at + time });
    await scene.pass(4 * 60);
    expect(scene.link(id)?.proposedPickupAt).not.toBeNull();
    const right = { ref: "another", estimatedIn: at + 50 * MINUTE, actualIn: undefined };
    Object.assign(flight, right);
    await scene.pass(11);
    expect(scene.trip(id).pickupAt).toBe(at + 90 * MINUTE);
    expect(scene.link(id)?.proposedPickupAt).toBeNull();
  },
);

test("a flight that disappears becomes unknown after its scheduled landing, even if it was days late", async () => {
  scene = await startScene();
  const flight = scene.addFlight({ scheduledIn: START + HOUR, estimatedIn: START + 41 * HOUR });
  const id = book(1);
  await scene.pass(11);
  expect(scene.flightOf(id)?.estimatedIn).toBe(flight.estimatedIn ?? 0);
  scene.fake.flights.length = 0;
  await scene.pass(2 * 60);
  expect(scene.flightOf(id)?.state).toBe("unknown");
});

test("a pickup time that people choose is not measured against an impossible flight time", async () => {
  scene = await startScene();
  await saveMoveRule();
  const at = START + 6 * HOUR;
  const flight = scene.addFlight({ scheduledIn: at, estimatedIn: at + 40 * HOUR });
  const id = scene.addTrip({ pickupAt: at + 2 * HOUR });
  await scene.pass(1);
  const { db } = scene.server.deps;
  db.update(reservations)
    .set({ pickupAt: at + 3 * HOUR })
    .where(eq(reservations.id, id))
    .run();
  flight.estimatedIn = at + HOUR;
  await scene.pass(4 * 60);
  expect(scene.trip(id).pickupAt).toBe(at + 4 * HOUR);
});

test.each([
  ["is not said any more", { hidesArrivalTimes: true }],
  ["is one of another day", { scheduledIn: START + 46 * HOUR }],
] as const)(
  "the server keeps the known schedule if the provider's schedule %s",
  async (_, changes) => {
    scene = await startScene();
    await saveMoveRule();
    const scheduledIn = START + 6 * HOUR;
    const flight = scene.addFlight({ scheduledIn });
    const id = book(6);
    await scene.pass(1);
    Object.assign(flight, changes, { estimatedIn: scheduledIn + 40 * HOUR });
    await scene.pass(4 * 60);
    expect(scene.flightOf(id)).toMatchObject({ scheduledIn, estimatedIn: flight.estimatedIn });
    expect(scene.trip(id).pickupAt).toBe(scheduledIn + 40 * MINUTE);
    expect(scene.link(id)?.proposedPickupAt).not.toBeNull();
  },
);

test("a pickup moved past the end of summer time gets the right one of the two hours", async () => {
  scene = await startScene("aeroapi", { TIME_ZONE: "Europe/London" });
  await saveMoveRule();
  // At 02:00 on 31 October 2027 the clocks in London go back, so 01:10 happens twice.
  const landsAt = Date.parse("2027-10-30T22:30:00Z");
  scene.server.advance(landsAt - 6 * HOUR - START);
  const flight = scene.addFlight({ scheduledIn: landsAt });
  const id = scene.addTrip({ pickupAt: landsAt + 40 * MINUTE, timeZone: "Europe/London" });
  flight.estimatedIn = landsAt + 2 * HOUR;
  await scene.pass(1);
  expect(scene.trip(id)).toMatchObject({
    pickupAt: Date.parse("2027-10-31T01:10:00Z"),
    pickupLocal: "2027-10-31T01:10",
  });
});

test("a typed flight time in the hour that the clocks skip is refused", async () => {
  scene = await startScene("aeroapi", { TIME_ZONE: "Europe/London" });
  scene.server.advance(Date.parse("2027-03-27T20:00:00Z") - START);
  const id = scene.addTrip({ pickupAt: Date.parse("2027-03-28T02:00:00Z") });
  const staff = await signInAdmin(scene.server);
  const type = (estimatedLocal: string) =>
    staff.put(`/admin/reservations/${id}/flight`, {
      ...{ version: 1, scheduledLocal: "2027-03-28T00:30", estimatedLocal },
    });
  expect(await refusal(await type("2027-03-28T01:30"))).toEqual([422, "trip.time_gap"]);
  expect((await type("2027-03-28T02:30")).status).toBe(200);
  // The local time is an hour later only because the clocks change.
  expect(scene.flightOf(id)?.estimatedIn).toBe(Date.parse("2027-03-28T01:30:00Z"));
});

test("a landing in the future does not count", async () => {
  scene = await startScene();
  scene.addFlight({ scheduledIn: START + HOUR, actualIn: START + HOUR });
  const id = book(1);
  await followFlights(scene.server.deps);
  expect(scene.trip(id).landedAt).toBeNull();
  expect(scene.flightOf(id)?.state).toBe("departed");
});

test("of two flights with one number on a day, the server follows the one near the pickup", async () => {
  scene = await startScene();
  scene.addFlight({ scheduledIn: START + 2 * HOUR });
  scene.addFlight({ scheduledIn: START + 12 * HOUR, terminal: "2" });
  // The flight lands before midnight, the pickup is after it.
  const id = book(12);
  await followFlights(scene.server.deps);
  expect(scene.flightOf(id)).toMatchObject({ scheduledIn: START + 12 * HOUR, terminal: "2" });
});

test("trips of two flights with one number on a day each follow their own", async () => {
  scene = await startScene();
  await saveMoveRule();
  for (const hours of [2, 12]) scene.addFlight({ scheduledIn: START + hours * HOUR });
  const [first, second] = [book(2), book(12)];
  await followFlights(scene.server.deps);
  expect(scene.flightOf(first)?.scheduledIn).toBe(START + 2 * HOUR);
  expect(scene.flightOf(second)?.scheduledIn).toBe(START + 12 * HOUR);
  // Another trip from the same flight, whose passenger has lunch at the airport.
  const third = scene.addTrip({ pickupAt: START + 6.5 * HOUR });
  await scene.pass(5);
  expect(scene.flightOf(third)?.id).toBe(scene.flightOf(first)?.id);
});

test("a flight half a day late is still followed, instead of the next day's flight", async () => {
  scene = await startScene("aerodatabox");
  await saveMoveRule();
  const at = START + 6 * HOUR;
  const flight = scene.addFlight({ scheduledIn: at, scheduledOut: at - HOUR });
  scene.addFlight({ scheduledIn: at + 24 * HOUR, scheduledOut: at + 23 * HOUR });
  const id = book(6);
  await scene.pass(1);
  flight.estimatedIn = at + 13 * HOUR;
  await scene.pass(14 * 60);
  expect(scene.trip(id).pickupAt).toBe(at + 13 * HOUR + 40 * MINUTE);
  expect(scene.flightOf(id)?.scheduledIn).toBe(at);
});

test("a trip that cannot be changed does not hold up other flights", async () => {
  scene = await startScene();
  await saveMoveRule();
  const ids = Array.from({ length: 6 }, (_, at) => {
    const scheduledIn = START + 2 * HOUR + at * MINUTE;
    const number = `WB${20 + at}`;
    scene.addFlight({ number, scheduledIn, estimatedIn: scheduledIn + HOUR });
    return scene.addTrip({ pickupAt: scheduledIn + 40 * MINUTE, flightNumber: number });
  });
  const { deps } = scene.server;
  deps.db.$client.run(
    `CREATE TRIGGER broken BEFORE UPDATE ON reservations WHEN OLD.id = '${ids[0]}'
      BEGIN SELECT raise(ABORT, 'broken'); END`,
  );
  await followFlights(deps);
  const last = scene.trip(ids[5] ?? "");
  expect(last.pickupAt).toBeGreaterThan(START + 3 * HOUR + 40 * MINUTE);
  const requestCount = scene.fake.requests.length;
  await followFlights(deps);
  expect(scene.fake.requests.length).toBe(requestCount);
});

test("the daily budget ends the requests to the provider, and staff are notified once", async () => {
  scene = await startScene("aeroapi", { FLIGHT_DAILY_QUESTIONS: "3" });
  for (let at = 0; at < 6; at++) {
    scene.addFlight({ number: `WB${20 + at}`, scheduledIn: START + 3 * HOUR });
    book(3, { flightNumber: `WB${20 + at}` });
  }
  await scene.pass(60);
  expect(scene.fake.requests.length).toBe(3);
  expect(news().filter(({ topic }) => topic === "flight_budget").length).toBe(1);
  // The next day has its own budget.
  await scene.pass(16 * 60);
  expect(scene.fake.requests.length).toBeGreaterThan(3);
});

test("an alert makes the server ask the provider, and a forged, repeated or late one does nothing", async () => {
  scene = await startScene("aeroapi", { PUBLIC_URL: "https://rides.example.com" });
  const flight = scene.addFlight({ scheduledIn: START + 5 * HOUR });
  const id = book(5);
  await followFlights(scene.server.deps);
  const token = alertToken(scene.server.deps);
  expect(scene.fake.alerts).toMatchObject([
    {
      ident: "WB711",
      events: { arrival: true, cancelled: true, diverted: true, filed: false },
      target_url: `https://rides.example.com/backend/flights/alerts/${token}`,
    },
  ]);
  const { app } = scene.server;
  const alert = (to: string, ref: string) =>
    app.request(`http://livery.test/backend/flights/alerts/${to}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        alert_id: 17,
        event_code: "arrival",
        flight: { ident: "RWD711", fa_flight_id: ref },
      }),
    });
  const ref = scene.flightOf(id)?.providerRef ?? "";
  expect((await alert("forged", ref)).status).toBe(404);
  const before = scene.fake.requests.length;
  flight.estimatedIn = START + 6 * HOUR;
  await scene.pass(5);
  expect(scene.fake.requests.length).toBe(before);
  for (const each of [ref, ref, "another"]) expect((await alert(token, each)).status).toBe(200);
  await scene.pass(5);
  expect(scene.fake.requests.length).toBe(before + 1);
  expect(scene.link(id)?.proposedPickupAt).toBe(START + 6 * HOUR + 40 * MINUTE);
  // The departure message arrives only after the flight has landed.
  scene.server.advance(6 * HOUR);
  flight.actualIn = scene.server.deps.now();
  await followFlights(scene.server.deps);
  const landedTrip = scene.trip(id);
  expect(landedTrip.landedAt).toBe(flight.actualIn);
  const requestCount = scene.fake.requests.length;
  expect((await alert(token, ref)).status).toBe(200);
  await scene.pass(5);
  expect(scene.fake.requests.length).toBe(requestCount);
  expect(scene.trip(id)).toEqual(landedTrip);
});

test("a plan without alerts is asked for them once, and its flights are asked about as usual", async () => {
  scene = await startScene("aeroapi", { PUBLIC_URL: "https://rides.example.com" });
  scene.fake.hasAlerts = false;
  scene.addFlight({ scheduledIn: START + 2 * HOUR });
  book(2);
  await scene.pass(51);
  expect(scene.fake.alerts.length).toBe(1);
  // One request at once, then one every ten minutes.
  expect(scene.fake.requests.length).toBe(1 + 6);
});

test("alerts are requested once although the provider did not answer", async () => {
  scene = await startScene("aeroapi", { PUBLIC_URL: "https://rides.example.com" });
  scene.fake.alertFailures = 1;
  scene.addFlight({ scheduledIn: START + 2 * HOUR });
  book(2);
  await scene.pass(51);
  expect(scene.fake.alerts.length).toBe(1);
});

test("without a provider, dispatch types the flight times, and a rule proposes the pickup", async () => {
  scene = await startScene();
  const { deps } = scene.server;
  Object.assign(deps.config, { flights: null });
  const [id, other] = [book(4), book(4)];
  await followFlights(deps);
  expect(deps.db.select().from(flights).all()).toEqual([]);
  const staff = await signInAdmin(scene.server);
  const path = `/admin/reservations/${id}/flight`;
  const type = (json: object) => staff.put(path, { version: scene.trip(id).version, ...json });
  expect((await type({ scheduledLocal: null, estimatedLocal: null })).status).toBe(400);
  expect((await type({ scheduledLocal: "2026-11-20T25:00", estimatedLocal: null })).status).toBe(
    400,
  );
  const typeAnswer = await type({
    scheduledLocal: "2026-11-20T14:00",
    estimatedLocal: "2026-11-20T15:30",
  });
  expect(typeAnswer.status).toBe(200);
  expect(auditOf(id)).toEqual(["flight.typed"]);
  const { flight, proposal } = (await (await staff.get(path)).json()) as TripFlight;
  expect(flight).toMatchObject({ isTyped: true, delayMinutes: 90, state: "scheduled" });
  expect(proposal).toMatchObject({ pickupAt: "2026-11-20T14:10:00.000Z", refusals: "" });
  // The other trip of the same flight has the typed times too.
  expect(scene.flightOf(other)).toMatchObject({ isTyped: true });
  const { flights: day } = (await (
    await staff.get("/admin/flights?day=2026-11-20")
  ).json()) as FlightDay;
  expect(day.map(({ trips }) => trips.length)).toEqual([2]);
});

test("a trip that reaches its departing flight too late gets a warning", async () => {
  scene = await startScene();
  const leaves = START + 5 * HOUR;
  const flight = scene.addFlight({
    origin: "KGL",
    destination: "BRU",
    scheduledOut: leaves,
    scheduledIn: leaves + 8 * HOUR,
  });
  const at = { latitude: -1.9686, longitude: 30.1395 };
  const id = scene.addTrip({
    serviceType: "airport_dropoff",
    pickupAt: leaves - 65 * MINUTE,
    pickupLatitude: -1.9489,
    pickupLongitude: 30.0615,
    dropoffLatitude: at.latitude,
    dropoffLongitude: at.longitude,
  });
  await followFlights(scene.server.deps);
  const staff = await signInAdmin(scene.server);
  const found = (await (await staff.get(`/admin/reservations/${id}/flight`)).json()) as TripFlight;
  const warnedTrip = {
    flight: { direction: "departure", scheduledAt: new Date(leaves).toISOString() },
    warning:
      "The trip arrives only 40 minutes before the flight leaves. Allow 120 minutes for an international flight.",
    proposal: null,
  };
  expect(found).toMatchObject(warnedTrip);
  // The flight has not left on the day before.
  flight.actualOut = leaves - 24 * HOUR;
  await scene.pass(3 * 60 + 1);
  expect(scene.flightOf(id)?.actualOut).toBe(flight.actualOut);
  expect(readTripFlight(scene.server.deps, id)).toMatchObject(warnedTrip);
});

test.each(["aeroapi", "aerodatabox"] as const)(
  "a rider who types a flight number reads its route or the days it flies: %s",
  async (kind) => {
    scene = await startScene(kind);
    const friday = START + 4 * HOUR;
    scene.addFlight({ scheduledIn: friday });
    scene.addFlight({ scheduledIn: friday + 48 * HOUR });
    const { browser } = await signInRider(scene.server);
    const check = async (number: string, pickupLocal: string) => {
      const answer = await browser.post("/flights/check", {
        number,
        direction: "arrival",
        pickupLocal,
      });
      return (await answer.json()) as CheckedFlight;
    };
    expect(await check("wb 711", "2026-11-20T14:45")).toMatchObject({
      flight: {
        number: "WB711",
        origin: { code: "BRU" },
        scheduledAt: new Date(friday).toISOString(),
      },
      missing: null,
    });
    const requestCount = scene.fake.requests.length;
    expect(await check("WB711", "2026-11-21T14:45")).toMatchObject({
      flight: null,
      missing: { flies: [5, 7] },
    });
    expect(await check("ZZ9999", "2026-11-20T14:45")).toEqual({
      flight: null,
      missing: { flies: [] },
    });
    // Sending the same times again uses no request.
    await check("WB 711", "2026-11-20T14:50");
    expect(scene.fake.requests.length).toBe(requestCount + 2);
    scene.fake.failureMode = "failing";
    expect(await check("WB 712", "2026-11-20T14:45")).toEqual({ flight: null, missing: null });
  },
);

test("the server follows flights with AeroDataBox, too", async () => {
  scene = await startScene("aerodatabox");
  await saveMoveRule();
  const flight = scene.addFlight({ scheduledIn: START + 3 * HOUR, belt: "2", terminal: "1" });
  const id = book(3);
  flight.estimatedIn = flight.scheduledIn + 30 * MINUTE;
  await scene.pass(80);
  expect(scene.trip(id).pickupAt).toBe(flight.scheduledIn + 70 * MINUTE);
  flight.actualIn = flight.scheduledIn + 35 * MINUTE;
  await scene.pass(150);
  expect(scene.trip(id).landedAt).toBe(flight.actualIn);
  expect(scene.flightOf(id)).toMatchObject({
    airline: "RwandAir",
    belt: "2",
    terminal: "1",
    state: "landed",
  });
});

test("flights without a known departure belong to the trips of their own days", async () => {
  scene = await startScene("aerodatabox");
  await saveMoveRule();
  for (const hours of [3, 22])
    scene.addFlight({ scheduledIn: START + hours * HOUR, hidesDepartureTimes: true });
  const [first, second] = [book(3), book(22)];
  await followFlights(scene.server.deps);
  expect(scene.flightOf(first)?.scheduledIn).toBe(START + 3 * HOUR);
  expect(scene.flightOf(second)?.scheduledIn).toBe(START + 22 * HOUR);
  expect(scene.trip(second).pickupAt).toBe(START + 22 * HOUR + 40 * MINUTE);
});

test("a fare that is not from the price list stays when the flight moves the pickup", async () => {
  scene = await startScene();
  await saveMoveRule({ repricesHours: true });
  const flight = scene.addFlight({ scheduledIn: START + 4 * HOUR, estimatedIn: START + 14 * HOUR });
  const id = book(4);
  await scene.pass(1);
  // The price of this trip was agreed and differs from the price list, so it stays.
  expect(scene.trip(id)).toMatchObject({ fareMinor: 13_900 });
  expect(scene.trip(id).pickupAt).toBe((flight.estimatedIn ?? 0) + 40 * MINUTE);
});

test.each([
  [false, "stays"],
  [true, "has the night's surcharge"],
])("if a pickup moves into the night with repricing %p, the price %s", async (repricesHours) => {
  scene = await startScene();
  const { deps } = scene.server;
  const owner = await signInAdmin(scene.server);
  const { schedule, version } = (await (
    await owner.get("/admin/fees/draft")
  ).json()) as FeeDraftAnswer;
  const night: FeeSchedule["surcharges"][number] = {
    id: "night",
    name: "Night",
    when: { kind: "night", from: "22:00", to: "06:00" },
    amount: { kind: "percent", percent: 50 },
    group: null,
    serviceTypes: [],
    vehicleClassIds: [],
  };
  const saved = (await (
    await owner.put("/admin/fees/draft", {
      version,
      schedule: { ...schedule, surcharges: [night] },
    })
  ).json()) as FeeDraftAnswer;
  expect(
    (
      await owner.post("/admin/fees/draft/publication", {
        ...{ version: saved.version, startsLocal: null, reason: "Nights" },
      })
    ).status,
  ).toBe(201);
  await saveMoveRule({ repricesHours });
  const { browser } = await signInRider(scene.server);
  const booked = await bookTrip(browser, { pickupLocal: "2026-11-20T21:00" });
  await deps.write((tx) => tx.update(reservations).set({ flightNumber: "WB711" }).run());
  const fareMinor = scene.trip(booked.id).fareMinor;
  const scheduledIn = Date.parse("2026-11-20T18:20:00Z");
  scene.addFlight({ scheduledIn, estimatedIn: scheduledIn + 2 * HOUR });
  await followFlights(deps);
  const after = scene.trip(booked.id);
  expect(after.pickupLocal > "2026-11-20T22:00").toBe(true);
  expect(after.fareMinor > fareMinor).toBe(repricesHours);
  expect((after.fareLines as FareLine[]).some(({ kind }) => kind === "night")).toBe(repricesHours);
  // The timeline has both times, and both prices if the price changed.
  const { reservation } = (await (
    await owner.get(`/admin/reservations/${booked.id}`)
  ).json()) as ReservationAnswer;
  const [entry] = reservation.timeline.filter((each) => each.event.kind === "changed");
  expect(entry?.event).toEqual({
    kind: "changed",
    time: {
      before: "2026-11-20T19:00:00.000Z",
      after: new Date(after.pickupAt).toISOString(),
    },
    ...(repricesHours && {
      fareFromMinor: fareMinor,
      fareMinor: after.fareMinor,
      currency: "RWF",
    }),
  });
  const money = (minor: number) => formatMoney(minor, "RWF", "en", "symbol");
  expect(entry?.facts?.find(({ name }) => name === "fare")?.text).toBe(
    repricesHours ? `${money(fareMinor)} → ${money(after.fareMinor)}` : undefined,
  );
});

test("only an owner saves the flight rules, as a whole and not over a newer version", async () => {
  scene = await startScene();
  const owner = await signInAdmin(scene.server);
  const path = "/admin/settings/flights";
  const first = (await (await owner.get(path)).json()) as FlightRules;
  expect(first).toMatchObject({ version: 0, rules: [{ airport: "" }], questions: { limit: 500 } });
  const rules = [defaultRule, { ...defaultRule, airport: "kgl", mode: "move" }];
  expect((await owner.put(path, { rules, version: 0 })).status).toBe(200);
  expect(await refusal(await owner.put(path, { rules, version: 0 }))).toEqual([
    409,
    "request.conflict",
  ]);
  for (const wrongRules of [
    [],
    [rules[1]],
    [defaultRule, defaultRule],
    [{ ...defaultRule, airport: "Kigali" }],
  ])
    expect((await owner.put(path, { rules: wrongRules, version: 1 })).status).toBe(400);
  const dispatcher = await signInAdmin(scene.server, { role: "dispatcher" });
  expect((await dispatcher.put(path, { rules, version: 1 })).status).toBe(403);
});

test("a trip whose flight number changes follows only the new flight", async () => {
  scene = await startScene();
  scene.addFlight({ scheduledIn: START + 5 * HOUR });
  scene.addFlight({ number: "KL535", icao: "KLM535", scheduledIn: START + 5 * HOUR });
  const id = book(5);
  await followFlights(scene.server.deps);
  const { db } = scene.server.deps;
  db.update(reservations).set({ flightNumber: "KL535" }).where(eq(reservations.id, id)).run();
  await scene.pass(1);
  expect(scene.flightOf(id)?.number).toBe("KL535");
  expect(db.select().from(flightTrips).all().length).toBe(1);
});
