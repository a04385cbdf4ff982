/**
 * Flights on dispatch's list: the text of a row, the trips that a filter keeps, and that flight news reaches open
 * screens.
 */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { followFlights } from "../../src/flights/follow-actions";
import { readTripFlight } from "../../src/flights/queries";
import { declineProposal } from "../../src/flights/trip-actions";
import type { DayPlan } from "../../src/dispatch/board/day-contract";
import type { StaffViews } from "../../src/dispatch/board/view-contract";
import type { ChangedTripRows } from "../../src/dispatch/contract";
import type { LiveEvent } from "../../src/live-events";
import type { ReservationList, RiderReservationAnswer } from "../../src/reservations/contract";
import type { FakeFlight } from "../support/flights";
import { type Browser, START } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { ADA, HOUR, MINUTE, type Scene, startScene } from "./scene";

let scene: Scene;
let staff: Browser;
beforeEach(async () => {
  scene = await startScene();
  staff = await signInAdmin(scene.server);
});
afterEach(() => scene.close());

/** Adds a trip 40 minutes after its flight, which has `flightChange` applied. */
function add(
  number: string,
  hours: number,
  flightChange: Partial<FakeFlight> = {},
  more: object = {},
) {
  const scheduledIn = START + hours * HOUR;
  scene.addFlight({ number, icao: number.replace(/^../, "RWD"), scheduledIn, ...flightChange });
  return scene.addTrip({ pickupAt: scheduledIn + 40 * MINUTE, flightNumber: number, ...more });
}

/** Adds trips whose flights are late, cancelled, diverted, without news and so on. */
async function addFlights() {
  const late = add("WB1", 3, { estimatedIn: START + 3 * HOUR + 40 * MINUTE });
  const slightlyLateTrip = add("WB2", 4, { estimatedIn: START + 4 * HOUR + 14 * MINUTE });
  const cancelled = add("WB3", 5, { cancelled: true });
  const diverted = add("WB4", 6, { divertedTo: "EBB" });
  const tripWithoutFlight = scene.addTrip({ pickupAt: START + 7 * HOUR, flightNumber: null });
  const tripWithoutFlightNews = add("WB5", 60);
  await followFlights(scene.server.deps);
  return {
    late,
    slightlyLate: slightlyLateTrip,
    cancelled,
    diverted,
    tripWithoutFlight,
    flightWithoutNews: tripWithoutFlightNews,
  };
}

const list = async (query: string) =>
  (await (await staff.get(`/admin/reservations?${query}`)).json()) as ReservationList;
const ids = async (query: string) => (await list(query)).reservations.map(({ id }) => id);

test("dispatch sees the flight in a trip's row, and the rider does not", async () => {
  const { rider, browser } = await signInRider(scene.server);
  const landedTrip = add("WB9", -1, { actualIn: START - 50 * MINUTE }, { riderId: rider.id });
  const { late, cancelled, tripWithoutFlight, flightWithoutNews } = await addFlights();
  const rows = new Map((await list("state=confirmed")).reservations.map((row) => [row.id, row]));
  expect(rows.get(late)?.flight).toEqual({
    number: "WB1",
    state: "scheduled",
    at: new Date(START + 3 * HOUR + 40 * MINUTE).toISOString(),
    hasHappened: false,
    delayMinutes: 40,
    proposedPickupAt: new Date(START + 4 * HOUR + 20 * MINUTE).toISOString(),
  });
  expect(rows.get(cancelled)?.flight).toMatchObject({ state: "cancelled", proposedPickupAt: null });
  expect(rows.get(landedTrip)?.flight).toMatchObject({ state: "landed", hasHappened: true });
  expect(rows.get(flightWithoutNews)?.flight).toMatchObject({
    number: "WB5",
    state: "waiting",
    at: null,
  });
  expect(rows.get(tripWithoutFlight)?.flight).toBeUndefined();
  const seen = (await (
    await browser.get(`/reservations/${landedTrip}`)
  ).json()) as RiderReservationAnswer;
  expect(seen.reservation).not.toHaveProperty("flight");
});

test("the call for a day's flights refuses a day outside the calendar", async () => {
  for (const day of ["9999-12-31", "0001-01-01"])
    expect((await staff.get(`/admin/flights?day=${day}`)).status).toBe(400);
});

test("dispatch filters trips by any flight and by late, diverted or cancelled ones", async () => {
  const { late, slightlyLate, cancelled, diverted, flightWithoutNews } = await addFlights();
  for (const sort of ["pickupAt", "createdAt"]) {
    const all = new Set([late, slightlyLate, cancelled, diverted, flightWithoutNews]);
    expect(new Set(await ids(`flight=any&sort=${sort}`))).toEqual(all);
    expect(new Set(await ids(`flight=any&service=airport_pickup&sort=${sort}`))).toEqual(all);
    expect(await ids(`flight=late&sort=${sort}`)).toEqual([late]);
    expect(await ids(`flight=diverted&state=confirmed&state=pending&sort=${sort}`)).toEqual([
      diverted,
    ]);
    expect(await ids(`flight=cancelled&from=2026-11-20&sort=${sort}`)).toEqual([cancelled]);
    expect(await ids(`flight=cancelled&state=pending&sort=${sort}`)).toEqual([]);
  }
  expect(await ids("flight=late&q=uwase")).toEqual([late]);
  expect((await staff.get("/admin/reservations?flight=early")).status).toBe(400);

  // The filter also works in the day view, in updates after flight news and in saved views.
  const day = (await (await staff.get("/admin/day?day=2026-11-20&flight=late")).json()) as DayPlan;
  expect(day.trips.filter(({ matches }) => matches).map(({ id }) => id)).toEqual([late]);
  const changed = (await (
    await staff.get(`/admin/reservations/changed?id=${late}&id=${slightlyLate}&flight=late`)
  ).json()) as ChangedTripRows;
  expect(changed.listed).toEqual([late]);
  expect(
    (await staff.post("/admin/views", { name: "Late flights", search: { flight: "late" } })).status,
  ).toBe(200);
  const { own } = (await (await staff.get("/admin/views")).json()) as StaffViews;
  expect(own.map(({ search, count }) => [search, count])).toEqual([[{ flight: "late" }, 1]]);
});

test("a long list of late flights pages in the order of the pickups, across states", async () => {
  const estimatedIn = START + 4 * HOUR;
  const all = Array.from({ length: 7 }, (_, at) =>
    add(
      `WB${10 + at}`,
      1 + at / 4,
      { estimatedIn },
      { state: at % 2 ? "pending" : "confirmed", pickupAt: START + (4 - at / 10) * HOUR },
    ),
  );
  await followFlights(scene.server.deps);
  const found: string[] = [];
  for (let cursor = ""; ;) {
    const page = await list(`flight=late&state=pending&state=confirmed&limit=3${cursor}`);
    found.push(...page.reservations.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(found).toEqual(all.toReversed());
});

test("open screens get news of a flight marked flightOnly, not as a new booking", async () => {
  const id = add("WB1", 3, {}, { state: "pending" });
  await followFlights(scene.server.deps);
  const receivedEvents: LiveEvent[] = [];
  scene.server.deps.bus.listen((event) => receivedEvents.push(event));
  const [flight] = scene.fake.flights;
  if (flight) flight.estimatedIn = START + 4 * HOUR;
  await scene.pass(70);
  const news = () =>
    receivedEvents.filter((event) => event.type === "reservation" && event.id === id);
  expect(news()[0]).toMatchObject({ version: 1, state: "pending", flightOnly: true });
  receivedEvents.length = 0;
  const pickupAt = readTripFlight(scene.server.deps, id).proposal?.pickupAt ?? "";
  await declineProposal(scene.server.deps, ADA, id, { version: 1, pickupAt });
  expect(news()).toMatchObject([{ flightOnly: true }]);
});
