/**
 * A day of 40 arrivals, 12 of them late, 3 early, 1 diverted and 1 cancelled: what the provider knows at each time, how
 * dispatch reacts, and how the day ends. `day.test.ts` plays it minute by minute, `bun run soak flights` in real time
 * on a server with a fast clock.
 */
import type { Db } from "../../db/open";
import { findRow } from "../../db/rows";
import { assignments } from "../../db/schema/dispatch";
import { flights, flightTrips } from "../../db/schema/flights";
import { notifications, outbox } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import type { Candidates } from "../../src/dispatch/contract";
import type { FlightDay } from "../../src/flights/contract";
import { saveFlightRules } from "../../src/flights/rule-actions";
import { defaultRule } from "../../src/flights/rules";
import type { ReservationAnswer } from "../../src/reservations/contract";
import type { FakeFlight } from "../support/flights";
import { type Browser, START, type TestServer } from "../support/server";
import { ADA, type createSceneHelpers, HOUR, MINUTE } from "./scene";

/** The whole day. */
export const ARRIVAL_COUNT = 40;
/** How often dispatch checks the flights, in minutes. */
export const CHECK_INTERVAL_MINUTES = 5;
const PICKUP_DELAY_MINUTES = 40;
const FIRST_ARRIVAL_OFFSET_MS = 54 * MINUTE;

/** The delay of each flight in minutes (negative if early), by its index in the day. */
const off = new Map([
  ...Array.from({ length: 12 }, (_, n) => [3 * n, 20 + n * 10] as const),
  ...([
    [1, -20],
    [16, -25],
    [28, -30],
  ] as const),
]);
const DIVERTED_INDEX = 2;
const CANCELLED_INDEX = 4;
/** This many flights include one of every kind. */
export const MIN_FLIGHTS_PER_KIND = 5;

type DispatchBrowser = Pick<Browser, "get" | "post">;

/** Returns a browser of a dispatcher who signs in again when the session has ended or is locked. */
export async function keepDispatcherSignedIn(
  signIn: () => Promise<DispatchBrowser>,
): Promise<DispatchBrowser> {
  let desk = await signIn();
  const ask = async (send: () => Promise<Response>) => {
    const answer = await send();
    if (answer.status !== 401 && answer.status !== 423) return answer;
    desk = await signIn();
    return send();
  };
  return {
    get: (path) => ask(() => desk.get(path)),
    post: (path, json) => ask(() => desk.post(path, json)),
  };
}

/**
 * Adds the first `count` arrivals of the day, which begins at `START`, and their drivers. A shorter day has its
 * arrivals closer together.
 */
export async function prepareDay(
  { deps }: Pick<TestServer, "deps">,
  { addTrip, addFlight, addPair, assign }: ReturnType<typeof createSceneHelpers>,
  count = ARRIVAL_COUNT,
) {
  await saveFlightRules(deps, ADA, {
    rules: [{ ...defaultRule, mode: "move", internationalMinutes: PICKUP_DELAY_MINUTES }],
    version: 0,
  });
  // Four pairs of driver and vehicle do all planned trips; two spare pairs take over when a flight is late.
  const pairs = Array.from({ length: 4 }, addPair);
  for (let spare = 0; spare < 2; spare++) addPair();
  const spacingMs = (count === ARRIVAL_COUNT ? 34 : 15) * MINUTE;
  const arrivals = Array.from({ length: count }, (_, at) => {
    const scheduledIn = START + FIRST_ARRIVAL_OFFSET_MS + at * spacingMs;
    const number = `WB${300 + at}`;
    const flight = addFlight({ number, icao: `RWD${300 + at}`, scheduledIn });
    const id = addTrip({
      pickupAt: scheduledIn + PICKUP_DELAY_MINUTES * MINUTE,
      flightNumber: number,
      passengerPhone: `+2507880001${10 + at}`,
    });
    return { at, id, flight, actualLandingAt: scheduledIn + (off.get(at) ?? 0) * MINUTE };
  });
  for (const { at, id } of arrivals) await assign(id, pairs[at % pairs.length] ?? addPair());
  return {
    arrivals,
    /** How many minutes the day lasts, until shortly after the last pickup; 24 hours for the whole day. */
    minutes:
      (Math.max(...arrivals.map(({ actualLandingAt }) => actualLandingAt)) - START) / MINUTE +
      PICKUP_DELAY_MINUTES +
      20,
    /** Updates the provider to what can be known at the time `now`. */
    tell: (now: number) => {
      for (const each of arrivals) changeFlight(each, now);
    },
  };
}

type Arrival = { at: number; id: string; flight: FakeFlight; actualLandingAt: number };

function changeFlight({ at, flight, actualLandingAt }: Arrival, now: number): void {
  const delayMs = actualLandingAt - flight.scheduledIn;
  if (now >= flight.scheduledOut) flight.actualOut = flight.scheduledOut;
  // A delay becomes known in two parts from three hours before the landing, an early landing an hour before.
  if (delayMs > 0 && now >= actualLandingAt - 3 * HOUR)
    flight.estimatedIn = flight.scheduledIn + delayMs / 2;
  if (now >= actualLandingAt - 70 * MINUTE) flight.estimatedIn = actualLandingAt;
  if (at === CANCELLED_INDEX) flight.cancelled = now >= flight.scheduledIn - 4 * HOUR;
  else if (at === DIVERTED_INDEX) {
    if (now >= actualLandingAt - 30 * MINUTE) flight.divertedTo = "EBB";
  } else if (now >= actualLandingAt) flight.actualIn = actualLandingAt;
}

/**
 * Accepts the proposals that the server leaves to dispatch, and assigns a free driver. Returns how many it accepted.
 */
export async function decide(desk: DispatchBrowser): Promise<number> {
  let accepted = 0;
  for (const day of ["2026-11-20", "2026-11-21"]) {
    const { flights: known } = await read<FlightDay>(desk.get(`/admin/flights?day=${day}`));
    for (const { id, version, state, proposedPickupAt } of known.flatMap(({ trips }) => trips)) {
      const path = `/admin/reservations/${id}`;
      if (proposedPickupAt !== null) {
        const seen = { version, pickupAt: proposedPickupAt };
        if (!(await isAccepted(desk.post(`${path}/flight/proposal`, seen)))) continue;
        accepted++;
      } else if (state !== "confirmed") continue;
      const { reservation } = await read<ReservationAnswer>(desk.get(path));
      if (reservation.state !== "confirmed") continue;
      const { drivers } = await read<Candidates>(desk.get(`${path}/candidates`));
      const availableDriver = drivers.find(
        ({ refusals, vehicleId }) => refusals.length === 0 && vehicleId,
      );
      if (!availableDriver) continue;
      const pair = { driverId: availableDriver.driver.id, vehicleId: availableDriver.vehicleId };
      await isAccepted(desk.post(`${path}/assignment`, { ...pair, version: reservation.version }));
    }
  }
  return accepted;
}

/**
 * Returns whether the call succeeded. If the trip or its flight has changed since, dispatch checks it again next time.
 */
async function isAccepted(response: Promise<Response>): Promise<boolean> {
  const answer = await response;
  if (answer.status === 409) return false;
  await read(answer);
  return true;
}

async function read<Of>(response: Response | Promise<Response>): Promise<Of> {
  const answer = await response;
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Of;
}

/** Reads the result of the day from the database. */
export function readDayResult(db: Db, arrivals: readonly Arrival[]) {
  const wrongArrivals = arrivals.flatMap(({ at, id, flight, actualLandingAt }) => {
    const trip = findRow(db, reservations, { id });
    const link = findRow(db, flightTrips, { reservationId: id });
    const state = link && findRow(db, flights, { id: link.flightId })?.state;
    const expected =
      at === CANCELLED_INDEX ? "cancelled" : at === DIVERTED_INDEX ? "diverted" : "landed";
    // If the flight does not come, people decide, so nothing moves.
    const expectedArrivalAt = expected === "landed" ? actualLandingAt : null;
    const pickupAt = (expectedArrivalAt ?? flight.scheduledIn) + PICKUP_DELAY_MINUTES * MINUTE;
    const isCorrect =
      state === expected &&
      trip?.state === "assigned" &&
      trip.landedAt === expectedArrivalAt &&
      Math.abs(trip.pickupAt - pickupAt) < (expectedArrivalAt === null ? 1 : 15 * MINUTE);
    const toldText = (...facts: (string | number | null | undefined)[]) =>
      facts
        .map((fact) => (typeof fact === "number" ? new Date(fact).toISOString() : fact))
        .join(" ");
    const found = toldText(state, trip?.state, trip?.landedAt, trip?.pickupAt);
    return isCorrect
      ? []
      : `${flight.number}: ${found}, not ${toldText(expected, "assigned", expectedArrivalAt, pickupAt)}`;
  });
  const active = db
    .select()
    .from(assignments)
    .all()
    .filter((row) => row.active);
  const doubleBookings = active.flatMap((one) =>
    active.filter(
      (other) =>
        one.id < other.id &&
        (one.driverId === other.driverId || one.vehicleId === other.vehicleId) &&
        one.startsAt < other.endsAt &&
        other.startsAt < one.endsAt,
    ),
  ).length;
  // Counts messages to the passenger of each trip and to each driver for each trip. Nobody drives here, so reminders to
  // drivers do not count as flight news.
  const messages = db
    .select()
    .from(outbox)
    .all()
    .filter(({ kind }) => kind === "booking_changed");
  const notices = db
    .select()
    .from(notifications)
    .all()
    .filter(({ title }) => !title.endsWith("are you on the way?"));
  const messagesByPerson = [
    ...Map.groupBy(messages, ({ recipient }) => recipient).values(),
    ...Map.groupBy(notices, (notice) => `${notice.accountId} ${notice.reservationId}`).values(),
  ];
  return {
    wrong: wrongArrivals,
    doubleBookings,
    messages: messages.length,
    maxNotifications: Math.max(...messagesByPerson.map(({ length }) => length)),
  };
}
