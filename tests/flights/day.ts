/**
 * A day of 40 arrivals, 12 of them late, 3 early, 1 diverted and 1 cancelled: what the provider knows when, what dispatch
 * does about it, and how the day ended. `day.test.ts` plays it minute by minute, `bun run soak flights` in real time on a
 * server with a fast clock.
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
/** How often dispatch looks. */
export const CHECK_INTERVAL_MINUTES = 5;
const PICKUP_DELAY_MINUTES = 40;
const FIRST_ARRIVAL_OFFSET_MS = 54 * MINUTE;

/** By how many minutes flights are off, by their place in the day. */
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
/** Of these one is whatever a flight can be. */
export const MIN_FLIGHTS_PER_KIND = 5;

type DispatchBrowser = Pick<Browser, "get" | "post">;

/** A desk whose dispatcher signs in again when the session has ended, or locked itself. */
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

/** The first so many arrivals of the day, which begins at `START`, with drivers; closer together where they are few. */
export async function prepareDay(
  { deps }: Pick<TestServer, "deps">,
  { addTrip, addFlight, addPair, assign }: ReturnType<typeof createSceneHelpers>,
  count = ARRIVAL_COUNT,
) {
  await saveFlightRules(deps, ADA, {
    rules: [{ ...defaultRule, mode: "move", internationalMinutes: PICKUP_DELAY_MINUTES }],
    version: 0,
  });
  // Four have all that is planned; two more are there for those who come late.
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
    /** Until a while after the last pickup; of the whole day 24 hours. */
    minutes:
      (Math.max(...arrivals.map(({ actualLandingAt }) => actualLandingAt)) - START) / MINUTE +
      PICKUP_DELAY_MINUTES +
      20,
    /** Has the provider know what can be known at a time. */
    tell: (now: number) => {
      for (const each of arrivals) changeFlight(each, now);
    },
  };
}

type Arrival = { at: number; id: string; flight: FakeFlight; actualLandingAt: number };

function changeFlight({ at, flight, actualLandingAt }: Arrival, now: number): void {
  const delayMs = actualLandingAt - flight.scheduledIn;
  if (now >= flight.scheduledOut) flight.actualOut = flight.scheduledOut;
  // A delay is known three hours before, in two parts; an early landing an hour before.
  if (delayMs > 0 && now >= actualLandingAt - 3 * HOUR)
    flight.estimatedIn = flight.scheduledIn + delayMs / 2;
  if (now >= actualLandingAt - 70 * MINUTE) flight.estimatedIn = actualLandingAt;
  if (at === CANCELLED_INDEX) flight.cancelled = now >= flight.scheduledIn - 4 * HOUR;
  else if (at === DIVERTED_INDEX) {
    if (now >= actualLandingAt - 30 * MINUTE) flight.divertedTo = "EBB";
  } else if (now >= actualLandingAt) flight.actualIn = actualLandingAt;
}

/** Dispatch accepts what the server leaves to it, and assigns somebody who can. How many it accepted. */
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

/** Whether it was done; where the trip or its flight has changed since, dispatch looks again the next time. */
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

/** How the day ended, for those who look at the database. */
export function readDayResult(db: Db, arrivals: readonly Arrival[]) {
  const wrongArrivals = arrivals.flatMap(({ at, id, flight, actualLandingAt }) => {
    const trip = findRow(db, reservations, { id });
    const link = findRow(db, flightTrips, { reservationId: id });
    const state = link && findRow(db, flights, { id: link.flightId })?.state;
    const expected =
      at === CANCELLED_INDEX ? "cancelled" : at === DIVERTED_INDEX ? "diverted" : "landed";
    // Of those that do not come, people decide: nothing moves.
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
  // The passenger of each trip, and each driver for each trip. Nobody drives here, so reminders to drivers do not count
  // as news of a flight.
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
