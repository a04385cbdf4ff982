/**
 * A day of 40 arrivals, 12 of them late, 3 early, 1 diverted and 1 cancelled, minute by minute on the server's clock: in
 * the end every pickup is right, nobody is booked twice, and nobody was told more than three times.
 */
import { expect, test } from "bun:test";
import { assignments } from "../../db/schema/dispatch";
import { notifications, outbox } from "../../db/schema/notifications";
import { candidatesFor } from "../../src/dispatch/assignment/candidate-queries";
import { saveFlightRules } from "../../src/flights/rule-actions";
import { firstRule } from "../../src/flights/rules";
import { readTripFlight } from "../../src/flights/queries";
import { acceptProposal } from "../../src/flights/trip-actions";
import { readFlightDay } from "../../src/flights/queries";
import { START } from "../support/server";
import { ADA, HOUR, MINUTE, startScene } from "./scene";

const COUNT = 40;
const RULE_MINUTES = 40;

/** By how many minutes each flight is off, in the order of the day. */
const late = new Map(
  [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36].map((at, n) => [at, 20 + n * 10]),
);
const early = new Map([
  [4, -20],
  [16, -25],
  [28, -30],
]);
const DIVERTED = 10;
const CANCELLED = 20;

test(
  "a day of 40 arrivals ends with every pickup right",
  async () => {
    const scene = await startScene("aeroapi", { FLIGHT_DAILY_QUESTIONS: "5000" });
    const { server, fake, addTrip, addFlight, trip, addPair, assign, pass } = scene;
    const { deps } = server;
    await saveFlightRules(deps, ADA, {
      rules: [{ ...firstRule, mode: "move", internationalMinutes: RULE_MINUTES }],
      version: 0,
    });
    const pairs = Array.from({ length: 8 }, addPair);
    const day = Array.from({ length: COUNT }, (_, at) => {
      const scheduledIn = START + 2 * HOUR + at * 15 * MINUTE;
      const number = `WB${300 + at}`;
      const flight = addFlight({ number, icao: `RWD${300 + at}`, scheduledIn });
      const id = addTrip({
        pickupAt: scheduledIn + RULE_MINUTES * MINUTE,
        flightNumber: number,
        passengerPhone: `+2507880001${10 + at}`,
      });
      const off = (late.get(at) ?? early.get(at) ?? 0) * MINUTE;
      return { at, id, flight, landsAt: scheduledIn + off, off };
    });
    for (const { at, id } of day) await assign(id, pairs[at % pairs.length] ?? addPair());

    const decided = new Set<string>();
    await pass(15 * 60, async () => {
      const now = deps.now();
      for (const { at, flight, landsAt, off } of day) {
        flight.actualOut = now >= flight.scheduledOut ? flight.scheduledOut : undefined;
        // A delay is known three hours before, in two parts; an early landing an hour before.
        if (off > 0 && now >= landsAt - 3 * HOUR) flight.estimatedIn = flight.scheduledIn + off / 2;
        if (now >= landsAt - 70 * MINUTE) flight.estimatedIn = landsAt;
        if (at === CANCELLED && now >= flight.scheduledIn - 4 * HOUR) flight.cancelled = true;
        else if (at === DIVERTED && now >= landsAt - 30 * MINUTE) flight.divertedTo = "EBB";
        else if (now >= landsAt && at !== DIVERTED) flight.actualIn = landsAt;
      }
      // Dispatch accepts what the server left to it, and assigns somebody who can.
      for (const { id } of day) {
        const pickupAt = readTripFlight(deps, id).proposal?.pickupAt;
        if (!pickupAt) continue;
        decided.add(id);
        await acceptProposal(deps, ADA, id, { version: trip(id).version, pickupAt });
        if (trip(id).state !== "confirmed") continue;
        const { drivers } = candidatesFor(deps, deps.db, trip(id));
        const able = drivers.find(({ refusals, vehicleId }) => refusals.length === 0 && vehicleId);
        if (able) await assign(id, { driverId: able.driver.id, vehicleId: able.vehicleId ?? "" });
      }
    });

    for (const { at, id, landsAt, flight } of day) {
      const { pickupAt, landedAt, state } = trip(id);
      if (at === CANCELLED || at === DIVERTED) {
        // People decide; nothing moved.
        expect([at, pickupAt]).toEqual([at, flight.scheduledIn + RULE_MINUTES * MINUTE]);
        continue;
      }
      expect([at, state]).toEqual([at, "assigned"]);
      expect([at, landedAt]).toEqual([at, landsAt]);
      const off = Math.abs(pickupAt - (landsAt + RULE_MINUTES * MINUTE));
      expect([at, off < 15 * MINUTE]).toEqual([at, true]);
    }
    // Some drivers could not wait for their late flight.
    expect(decided.size).toBeGreaterThan(0);

    const active = deps.db
      .select()
      .from(assignments)
      .all()
      .filter((row) => row.active);
    for (const one of active)
      for (const other of active)
        if (
          one.id < other.id &&
          (one.driverId === other.driverId || one.vehicleId === other.vehicleId)
        )
          expect(one.endsAt <= other.startsAt || other.endsAt <= one.startsAt).toBe(true);

    // The passenger of each trip, and each driver for each trip.
    const mails = deps.db
      .select()
      .from(outbox)
      .all()
      .filter(({ kind }) => kind === "booking_changed");
    const told = Map.groupBy(mails, ({ recipient }) => recipient);
    expect(mails.length).toBeGreaterThan(12);
    for (const [of, all] of told) expect([of, all.length <= 3]).toEqual([of, true]);
    const bells = deps.db.select().from(notifications).all();
    const perTrip = Map.groupBy(
      bells,
      ({ accountId, reservationId }) => `${accountId} ${reservationId}`,
    );
    for (const [of, all] of perTrip) expect([of, all.length <= 3]).toEqual([of, true]);

    const { flights } = readFlightDay(deps, "2026-11-20");
    expect(flights.length).toBe(COUNT);
    expect(flights.filter(({ flight }) => flight?.state === "landed").length).toBe(COUNT - 2);
    expect(flights.find(({ number }) => number === `WB${300 + DIVERTED}`)?.flight).toMatchObject({
      state: "diverted",
      divertedTo: "Entebbe",
    });
    // 24, 6 and 2 hours before, then every ten minutes: no flight is asked about more than that.
    expect(fake.asked.length).toBeLessThan(COUNT * 36);
    await scene.close();
  },
  { timeout: 300_000 },
);
