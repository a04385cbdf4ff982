/** A day of fifty cars in one hour: whether the server keeps up, its memory stays level, and nothing is lost. */
import { join } from "node:path";
import { riders } from "../../../db/schema/accounts";
import { startSession } from "../../../src/accounts/sessions/session-actions";
import type {
  DriverReservation,
  ReservationAnswer,
  ReservationState,
} from "../../../src/reservations/contract";
import type { DriversOnDuty } from "../../../src/tracking/contract";
import { cpuSeconds, residentMiB } from "../../bench/process";
import { seedFolder } from "../../bench/seed";
import { book, HOTEL, MARKET } from "../../support/booking";
import { openDeps } from "../../support/deps";
import { createInstallation } from "../../support/executable";
import { createDriver, createVehicle } from "../../support/fleet";
import { createVisitor, type Visitor } from "../../support/visitor";
import { type Figure, percentile, type Soak } from "../figures";
import { addStaffSessions } from "../processes";

const MINUTE = 60_000;
const CAR_COUNT = 50;
const SCREEN_COUNT = 10;
const POSITION_INTERVAL_MS = 5_000;
/** The time between two taps of a driver, in ms. A trip has six taps, so a car drives twelve trips in the hour. */
const TAP_INTERVAL_MS = 50_000;
/** How long after the first event a board requests the changes, in ms. */
const DEBOUNCE_MS = 600;
const STEPS = ["en_route", "on_location", "passenger_on_board", "completed"] as const;

export const day: Soak = {
  name: "day",
  description:
    "50 cars drive a day's 600 trips in one hour. Trips are booked by riders, offered, accepted, driven and paid in cash. Each phone sends its position every 5 s, and the board is open on 10 screens that load the changes.",
  short: 0.005,
  async run(share) {
    const installation = createInstallation();
    try {
      const folder = join(installation.folder, "data");
      await seedFolder(folder, Math.ceil(20_000 * share));
      const cars = seedCars(folder, Math.max(3, Math.round(CAR_COUNT * share)));
      const [staff = "", ...screens] = await addStaffSessions(folder, SCREEN_COUNT + 1);
      // Here all riders come from one address, so the rate limits are off.
      const server = await installation.start({ LOG_LEVEL: "error", RATE_LIMITS: "off" });
      const as = (cookie: string) => {
        const visitor = createVisitor(server.url);
        const [name = "", value = ""] = cookie.split("=");
        visitor.cookies.set(name, value);
        return visitor;
      };
      const desk = as(staff);
      const end = Date.now() + 60 * MINUTE * share;
      const pause = TAP_INTERVAL_MS * Math.max(share, 0.005);
      const waits: number[] = [];
      /** The state of each trip after its last successful answer, compared with the server's at the end. */
      const driven = new Map<string, ReservationState>();
      let positions = 0;
      /** The time of each car's last reported position, by its driver. */
      const stateByTrip = new Map<string, string>();

      /** Returns the answer's JSON, or throws an error that names the request. */
      const expectAnswer = async <T>(what: string, ask: () => Promise<Response>): Promise<T> => {
        const startedAt = performance.now();
        const answer = await ask();
        const text = await answer.text();
        waits.push(performance.now() - startedAt);
        if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text}`);
        return JSON.parse(text) as T;
      };

      const report = async (driverId: string, phone: Visitor, turn: number) => {
        const position = {
          latitude: HOTEL.latitude + (turn % 100) * 1e-4,
          longitude: HOTEL.longitude + (turn % 77) * 1e-4,
          accuracyMeters: 8,
          recordedAt: new Date().toISOString(),
        };
        const { accepted } = await expectAnswer<{ accepted: number }>("positions", () =>
          phone.post("/driver/positions", { positions: [position] }),
        );
        positions += accepted;
        if (accepted === 1) stateByTrip.set(driverId, position.recordedAt);
      };

      /** Takes one trip from the rider's booking to the cash in the driver's hand. */
      const drive = async ({ driverId, vehicleId }: Car, rider: Visitor, phone: Visitor) => {
        const pickup = Temporal.Now.zonedDateTimeISO("Africa/Kigali").add({ minutes: 40 });
        const pickupLocal = pickup.toPlainDateTime().toString({ smallestUnit: "minute" });
        const request = { serviceType: "point_to_point", pickup: HOTEL, dropoff: MARKET };
        const { id, version } = await book(rider, { ...request, pickupLocal });
        driven.set(id, "pending");
        await Bun.sleep(pause);
        const confirmed = await expectAnswer<ReservationAnswer>("confirmation", () =>
          desk.post(`/admin/reservations/${id}/confirmation`, { version }),
        );
        const offer = { driverId, vehicleId, version: confirmed.reservation.version };
        await expectAnswer("offer", () => desk.post(`/admin/reservations/${id}/offer`, offer));
        const of = async () =>
          (
            await expectAnswer<{ reservation: DriverReservation }>("trip", () =>
              phone.get(`/driver/reservations/${id}`),
            )
          ).reservation;
        const tap = async (path: string, body: object) =>
          expectAnswer<{ reservation: DriverReservation }>(path, async () =>
            phone.post(
              `/driver/reservations/${id}/${path}`,
              { version: (await of()).version, ...body },
              { "idempotency-key": crypto.randomUUID() },
            ),
          );
        await tap("acceptance", {});
        driven.set(id, "assigned");
        for (const to of STEPS) {
          await Bun.sleep(pause);
          await tap("progress", { to });
          driven.set(id, to);
        }
        const { dueMinor } = await of();
        await tap("cash", { collectedMinor: dueMinor, dueMinor });
        await Bun.sleep(pause);
      };

      const boards = screens.map((cookie) => openBoard(as(cookie), expectAnswer));
      const faults: string[] = [];
      const fail = (error: unknown) => {
        faults.push(String(error));
        if (faults.length <= 5) console.log(`  ${new Date().toISOString()} ${String(error)}`);
      };
      const phones = cars.map(async (car, at) => {
        const rider = as(car.rider);
        const phone = as(car.driver);
        await expectAnswer("shift", () => phone.post("/driver/shift", { on: true }));
        // The drivers start at different times, so that they do not all tap at once.
        await Bun.sleep((pause * 6 * at) / cars.length);
        let turn = at;
        const positionTimer = setInterval(
          () => {
            report(car.driverId, phone, turn++).catch(fail);
          },
          POSITION_INTERVAL_MS * Math.max(share, 0.2),
        );
        try {
          while (Date.now() < end) await drive(car, rider, phone);
        } catch (error) {
          fail(error);
        } finally {
          clearInterval(positionTimer);
        }
      });
      const samples = await sampleUntil(end, server.pid, (60 * MINUTE * share) / 60);
      await Promise.all(phones);
      await Bun.sleep(2 * DEBOUNCE_MS);
      const missedNewsCount = boards.reduce(
        (sum, { states }) =>
          sum + [...driven].filter(([id, state]) => states.get(id) !== state).length,
        0,
      );
      await Promise.all(boards.map((board) => board.close()));
      let lost = 0;
      for (const [id, state] of driven) {
        const found = await expectAnswer<{ reservation: { state: string; dueMinor: number } }>(
          "trip",
          () => desk.get(`/admin/reservations/${id}`),
        );
        if (found.reservation.state !== state || found.reservation.dueMinor !== 0) lost++;
      }
      const board = await expectAnswer<DriversOnDuty>("positions", () =>
        desk.get("/admin/positions"),
      );
      const shown = new Map(
        board.drivers.map(({ driver, position }) => [driver.id, position?.recordedAt]),
      );
      const outdatedTripCount = [...stateByTrip].filter(([id, at]) => shown.get(id) !== at).length;

      const quarter = Math.floor(samples.length / 4);
      const earlySamples = samples.slice(quarter, 2 * quarter);
      const late = samples.slice(-quarter);
      const middle = (part: typeof samples, of: (sample: Sample) => number) =>
        percentile(part.map(of), 50);
      return [
        { of: "trips driven and paid", value: driven.size, unit: "trips" },
        { of: "positions taken", value: positions, unit: "positions" },
        {
          of: "answers that were refusals or errors",
          value: faults.length,
          unit: "",
          aim: { most: 0 },
        },
        { of: "trips that are not as was answered", value: lost, unit: "", aim: { most: 0 } },
        {
          of: "cars that the board does not have where they last were",
          value: outdatedTripCount,
          unit: "",
          aim: { most: 0 },
        },
        {
          of: "trips whose end a screen did not learn, all screens together",
          value: missedNewsCount,
          unit: "",
          aim: { most: 0 },
        },
        {
          of: "of one processor, median of the minutes",
          value: 100 * middle(samples, ({ cpu }) => cpu),
          unit: "%",
        },
        {
          of: "the same, last quarter to second quarter",
          value: middle(late, ({ cpu }) => cpu) / middle(earlySamples, ({ cpu }) => cpu),
          unit: "times",
          aim: { most: 1.3 },
          isTimed: true,
        },
        {
          of: "memory in the second quarter",
          value: middle(earlySamples, ({ mb }) => mb),
          unit: "MB",
        },
        {
          of: "more of it in the last quarter",
          value: middle(late, ({ mb }) => mb) - middle(earlySamples, ({ mb }) => mb),
          unit: "MB",
          aim: { most: 20 },
        },
        { of: "answers, median", value: percentile(waits, 50), unit: "ms" },
        {
          of: "answers, 99 of 100",
          value: percentile(waits, 99),
          unit: "ms",
          aim: { most: 100 },
        },
      ] satisfies Figure[];
    } finally {
      await installation.close();
    }
  },
};

interface Car {
  driverId: string;
  vehicleId: string;
  /** Cookies of the driver's phone and of the rider who books this car's trips. */
  driver: string;
  rider: string;
}

/** Adds cars whose drivers and riders are signed in, directly to a folder that no server is using. */
function seedCars(folder: string, count: number): Car[] {
  const deps = openDeps(folder);
  try {
    const passengers = deps.db.select().from(riders).limit(count).all();
    return passengers.map(({ id: riderId }, at) => {
      const { id: vehicleId } = createVehicle({ deps });
      const { id: driverId } = createDriver(
        { deps },
        { vehicleId, email: `soak${at}@example.com` },
      );
      const session = (audience: "rider" | "driver", accountId: string) => {
        const facts = { audience, accountId, userAgent: "soak", address: "127.0.0.1" };
        return `livery_${audience}=${startSession(deps.db, { ...facts, now: Date.now() }).token}`;
      };
      return {
        driverId,
        vehicleId,
        driver: session("driver", driverId),
        rider: session("rider", riderId),
      };
    });
  } finally {
    deps.db.$client.close();
  }
}

interface Sample {
  /** How many processors it used. */
  cpu: number;
  mb: number;
}

/** Measures the processor time and memory of a process every `everyMs` milliseconds. */
async function sampleUntil(end: number, pid: number, everyMs: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  let before = cpuSeconds(pid);
  let at = performance.now();
  while (Date.now() < end) {
    await Bun.sleep(everyMs);
    const cpu = cpuSeconds(pid);
    const now = performance.now();
    samples.push({ cpu: (cpu - before) / ((now - at) / 1_000), mb: residentMiB(pid) * 1.048576 });
    before = cpu;
    at = now;
  }
  return samples;
}

/** Follows the board as a screen does: it receives changes, and reads the changed rows with the counts. */
function openBoard(
  staff: Visitor,
  expectAnswer: <T>(what: string, ask: () => Promise<Response>) => Promise<T>,
) {
  const states = new Map<string, string>();
  const changed = new Set<string>();
  const leaveController = new AbortController();
  const today = new Date().toISOString().slice(0, 10);
  let reading: Promise<void> | undefined;
  const read = async () => {
    await Bun.sleep(DEBOUNCE_MS);
    const ids = [...changed];
    changed.clear();
    const [rows] = await Promise.all([
      expectAnswer<{ reservations: { id: string; state: string }[] }>("changed", () =>
        staff.get(
          `/admin/reservations/changed?from=${today}&${ids.map((id) => `id=${id}`).join("&")}`,
        ),
      ),
      expectAnswer("counts", () => staff.get(`/admin/reservations/counts?from=${today}`)),
    ]);
    for (const { id, state } of rows.reservations) states.set(id, state);
    reading = changed.size > 0 ? read() : undefined;
  };
  const streamEnd = (async () => {
    const stream = await staff.request("/admin/events", { signal: leaveController.signal });
    let text = "";
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString();
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        if (!event.includes("event: reservation\n")) continue;
        const [, id] = /"id":"([^"]+)"/.exec(event) ?? [];
        if (id) changed.add(id);
        reading ??= read();
      }
    }
  })().catch(() => {
    // The screen was closed.
  });
  return {
    /** The latest state of each trip, by its id. */
    states,
    async close() {
      while (reading) await reading;
      leaveController.abort();
      await streamEnd;
    },
  };
}
