/**
 * Two processes, each with its own connection to one database, assign overlapping trips to the same driver or the same
 * vehicle at the same moment, a thousand times.
 */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { createDriver, createVehicle } from "../support/fleet";
import type { Attempt, Outcome } from "../support/race-worker";
import { reservationValues } from "../support/reservations";
import { createTestServer, type TestServer } from "../support/server";

const DAY = 86_400_000;

let server: TestServer;
let racers: Racer[];

beforeEach(async () => {
  server = await createTestServer();
  racers = [];
});
afterEach(async () => {
  await Promise.all(racers.map((racer) => racer.end()));
  server.close();
});

interface Racer {
  run(move: Attempt): Promise<Outcome>;
  end(): Promise<void>;
}

/** Starts a process of `race-worker.ts` and waits until it has opened the database. */
async function startRacer(kind: "guarded" | "naive" | "outage"): Promise<Racer> {
  let answer = Promise.withResolvers<Outcome>();
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "../support/race-worker.ts"), server.folder, kind],
    {
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (message: Outcome) => answer.resolve(message),
      onExit: (_child, code) => answer.reject(new Error(`A racer ended with ${code}`)),
    },
  );
  const racer: Racer = {
    run(move) {
      answer = Promise.withResolvers();
      child.send(move);
      return answer.promise;
    },
    async end() {
      answer.promise.catch(() => {});
      child.kill();
      await child.exited;
    },
  };
  racers.push(racer);
  await answer.promise;
  return racer;
}

/** Adds two trips for each round, which overlap and can both be assigned. Rounds are a day apart. */
function seedRounds(rounds: number): [string, string][] {
  const vehicleClassId = server.deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
  return server.deps.db.transaction((tx) =>
    Array.from({ length: rounds }, (_, round) => {
      const pickupAt = server.deps.now() + (round + 1) * DAY;
      const rows = [0, 1].map((halfNumber) =>
        reservationValues({
          number: 10_000 + round * 2 + halfNumber,
          pickupAt: pickupAt + halfNumber * 20 * 60_000,
          vehicleClassId,
        }),
      );
      tx.insert(reservations).values(rows).run();
      return rows.map((row) => row.id) as [string, string];
    }),
  );
}

/** Races `rounds` times for one driver (each time with another car) or for one car. */
async function race(
  contestedBy: "driver" | "vehicle",
  rounds: number,
  until?: (outcomes: Record<string, number>) => boolean,
) {
  const validUntil = server.deps.now() + 10_000 * DAY;
  const drivers = [0, 1].map(() => createDriver(server, { licenseExpiresAt: validUntil }).id);
  const vehicles = [0, 1].map(() => createVehicle(server, { insuranceExpiresAt: validUntil }).id);
  const outcomes: Record<string, number> = {};
  for (const pair of seedRounds(rounds)) {
    const at = performance.timeOrigin + performance.now() + 1.5;
    const results = await Promise.all(
      racers.map((racer, i) =>
        racer.run({
          at,
          reservationId: pair[i] ?? "",
          driverId: drivers[contestedBy === "driver" ? 0 : i] ?? "",
          vehicleId: vehicles[contestedBy === "vehicle" ? 0 : i] ?? "",
        }),
      ),
    );
    const outcome = results.sort().join(" + ");
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (until?.(outcomes)) break;
  }
  return outcomes;
}

/** Counts the pairs of active assignments that have the same driver or vehicle at the same time. */
function overlaps(): number {
  return (
    server.deps.db.$client
      .query<{ n: number }, []>(
        `SELECT count(*) AS n FROM assignments a JOIN assignments b ON a.id < b.id
           AND (a.driver_id = b.driver_id OR a.vehicle_id = b.vehicle_id)
         WHERE a.active AND b.active AND a.starts_at < b.ends_at AND a.ends_at > b.starts_at`,
      )
      .get()?.n ?? Number.NaN
  );
}

function dropTriggers(): void {
  for (const trigger of ["assignments_no_overlap_insert", "assignments_no_overlap_update"])
    server.deps.db.$client.run(`DROP TRIGGER ${trigger}`);
}

test.each([
  ["driver", "assignment.driver_overlap + won"],
  ["vehicle", "assignment.vehicle_overlap + won"],
] as const)(
  "of two simultaneous assignments of one %s one is refused with the reason, 1,000 times",
  async (contestedBy, outcome) => {
    racers = [];
    await Promise.all([startRacer("guarded"), startRacer("guarded")]);
    expect(await race(contestedBy, 1000)).toEqual({ [outcome]: 1000 });
    expect(overlaps()).toBe(0);
    const [{ n } = { n: 0 }] = server.deps.db.$client
      .query<{ n: number }, []>("SELECT count(*) AS n FROM assignments WHERE active = 1")
      .all();
    expect(n).toBe(1000);
  },
  120_000,
);

test("an outage of a vehicle either blocks a simultaneous assignment or lists it, 500 times", async () => {
  await Promise.all([startRacer("guarded"), startRacer("outage")]);
  const outcomes = await race("vehicle", 500);
  const { "assignment.refused + out": refused = 0, "told + won": told = 0, ...others } = outcomes;
  expect(others).toEqual({});
  expect(refused + told).toBe(500);
}, 120_000);

test("without the trigger, a check before the write assigns a vehicle that is out of service", async () => {
  server.deps.db.$client.run("DROP TRIGGER assignments_no_outage_insert");
  await Promise.all([startRacer("naive"), startRacer("outage")]);
  const outcomes = await race("vehicle", 1000, (raceOutcome) => "out + won" in raceOutcome);
  expect(outcomes["out + won"]).toBe(1);
}, 120_000);

test("the trigger refuses a vehicle out of service even if the check comes before the write", async () => {
  await Promise.all([startRacer("naive"), startRacer("outage")]);
  const outcomes = await race("vehicle", 1000, (raceOutcome) =>
    Object.keys(raceOutcome).some((outcome) => outcome.includes("outage.vehicle")),
  );
  expect(outcomes["out + won"]).toBeUndefined();
  expect(Object.keys(outcomes).join()).toContain("outage.vehicle");
}, 120_000);

test("without triggers, a check before the write allows overlapping assignments", async () => {
  dropTriggers();
  await Promise.all([startRacer("naive"), startRacer("naive")]);
  const outcomes = await race("driver", 1000, () => overlaps() > 0);
  expect(outcomes["won + won"]).toBe(1);
  expect(overlaps()).toBe(1);
}, 120_000);

test("the triggers refuse overlapping assignments even if the check comes before the write", async () => {
  await Promise.all([startRacer("naive"), startRacer("naive")]);
  const outcomes = await race("driver", 200);
  expect(outcomes["won + won"]).toBeUndefined();
  expect(overlaps()).toBe(0);
  expect(Object.keys(outcomes).join()).toContain("overlap.driver");
}, 60_000);
