/** Four processes assign overlapping trips to one driver at the same moment, again and again. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { reservations } from "../../../db/schema/reservations";
import { vehicleClasses } from "../../../db/schema/vehicles";
import type { Deps } from "../../../src/deps";
import { setAdminPassword } from "../../../src/accounts/staff/staff-invites";
import { prepareFirstStart } from "../../../src/process/start";
import { openBusiness } from "../../support/first-prices";
import { openDeps } from "../../support/deps";
import { createInstallation } from "../../support/executable";
import { createDriver, createVehicle } from "../../support/fleet";
import type { Attempt, Outcome } from "../../support/race-worker";
import { reservationValues } from "../../support/reservations";
import type { Figure, Soak } from "../figures";
import { addStaffSessions } from "../processes";

const DAY = 86_400_000;
const RACER_COUNT = 4;
const ROUND_COUNT = 10_000 / RACER_COUNT;

/** Starts a process that receives attempts by IPC, and waits until it is ready. */
async function startRacer(script: string, ...args: string[]) {
  let answer = Promise.withResolvers<Outcome>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script), ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (message: Outcome) => answer.resolve(message),
    onExit: (_child, code) => answer.reject(new Error(`A racer ended with ${code}`)),
  });
  await answer.promise;
  return {
    run(move: Attempt): Promise<Outcome> {
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
}
type Racer = Awaited<ReturnType<typeof startRacer>>;

/**
 * Adds a trip for each process and round, those of one round at nearly the same time, with a driver and vehicles for
 * them.
 */
async function seed(deps: Deps, rounds: number) {
  await prepareFirstStart(deps);
  await openBusiness(deps);
  const validUntil = deps.now() + 10_000 * DAY;
  const driverId = createDriver({ deps }, { licenseExpiresAt: validUntil }).id;
  const vehicleIds = Array.from(
    { length: RACER_COUNT },
    () => createVehicle({ deps }, { insuranceExpiresAt: validUntil }).id,
  );
  const vehicleClassId = deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
  const trips = await deps.write((tx) =>
    Array.from({ length: rounds }, (_, round) =>
      Array.from({ length: RACER_COUNT }, (_, at) => {
        const row = reservationValues({
          number: 10_000 + round * RACER_COUNT + at,
          pickupAt: deps.now() + (round + 1) * DAY + at * 5 * 60_000,
          vehicleClassId,
        });
        tx.insert(reservations).values(row).run();
        return row.id;
      }),
    ),
  );
  return { driverId, vehicleIds, trips };
}

/** Counts the outcomes of a race. Ends early once `until` returns true. */
async function race(
  racers: Racer[],
  { driverId, vehicleIds, trips }: Awaited<ReturnType<typeof seed>>,
  until: () => boolean = () => false,
): Promise<Record<Outcome, number>> {
  const outcomes: Record<Outcome, number> = {};
  for (const round of trips) {
    const at = performance.timeOrigin + performance.now() + 1.5;
    const results = await Promise.all(
      racers.map((racer, i) =>
        racer.run({
          at,
          reservationId: round[i] ?? "",
          driverId,
          vehicleId: vehicleIds[i] ?? "",
        }),
      ),
    );
    for (const result of results) outcomes[result] = (outcomes[result] ?? 0) + 1;
    if (until()) break;
  }
  return outcomes;
}

/** Counts the pairs of active assignments that have the driver at the same time. */
function overlaps(deps: Deps): number {
  return (
    deps.db.$client
      .query<{ n: number }, []>(
        `SELECT count(*) AS n FROM assignments a JOIN assignments b
           ON a.id < b.id AND a.driver_id = b.driver_id
         WHERE a.active AND b.active AND a.starts_at < b.ends_at AND a.ends_at > b.starts_at`,
      )
      .all()[0]?.n ?? Number.NaN
  );
}

export const assignments: Soak = {
  name: "assignments",
  description:
    "10,000 assignments are made, always four at a time for the same driver: two processes call the server, and two write to the database beside it. Before that, the same is done without the database's triggers, by processes that read first and write later.",
  short: 0.02,
  async run(share) {
    const installation = createInstallation();
    const naiveFolder = join(installation.folder, "naive");
    const racers: Racer[] = [];
    const end = async () => {
      for (const racer of racers.splice(0)) await racer.end();
    };
    const startProcess = (folder: string, kind: string) =>
      startRacer("../../support/race-worker.ts", folder, kind);
    try {
      mkdirSync(naiveFolder);
      const naiveDeps = openDeps(naiveFolder);
      const contestedTrips = await seed(naiveDeps, 500);
      for (const trigger of ["assignments_no_overlap_insert", "assignments_no_overlap_update"])
        naiveDeps.db.$client.run(`DROP TRIGGER ${trigger}`);
      for (let i = 0; i < RACER_COUNT; i++) racers.push(await startProcess(naiveFolder, "naive"));
      await race(racers, contestedTrips, () => overlaps(naiveDeps) > 0);
      const naiveOverlaps = overlaps(naiveDeps);
      naiveDeps.db.$client.close();
      await end();

      const folder = join(installation.folder, "data");
      mkdirSync(folder);
      const deps = openDeps(folder);
      const rounds = Math.ceil(ROUND_COUNT * share);
      const seeded = await seed(deps, rounds);
      await setAdminPassword(deps, "owner@example.com", "correct horse battery");
      const [cookie = ""] = await addStaffSessions(folder, 1);
      const server = await installation.start({ RATE_LIMITS: "off", LOG_LEVEL: "error" });
      for (let i = 0; i < RACER_COUNT / 2; i++) {
        racers.push(await startRacer("../concurrent-requests.ts", server.url, cookie));
        racers.push(await startProcess(folder, "guarded"));
      }
      const outcomes = await race(racers, seeded);
      const found = overlaps(deps);
      const [{ n } = { n: 0 }] = deps.db.$client
        .query<{ n: number }, []>("SELECT count(*) AS n FROM assignments WHERE active = 1")
        .all();
      deps.db.$client.close();
      const { won = 0, "assignment.driver_overlap": told = 0, ...others } = outcomes;
      if (Object.keys(others).length > 0) console.log("told otherwise:", others);
      const unexpectedAnswers = Object.values(others).reduce((sum, count) => sum + count, 0);
      return [
        {
          of: "overlaps of a naive version, until the first",
          value: naiveOverlaps,
          unit: "",
          aim: { least: 1 },
        },
        { of: "assignments asked for", value: rounds * RACER_COUNT, unit: "assignments" },
        { of: "given: one of every four", value: won, unit: "assignments", aim: { least: rounds } },
        { of: "told that the driver is taken", value: told, unit: "assignments" },
        {
          of: "told anything else, a busy database say",
          value: unexpectedAnswers,
          unit: "",
          aim: { most: 0 },
        },
        {
          of: "overlaps, and assignments that nobody was given",
          value: found + Math.abs(n - won),
          unit: "",
          aim: { most: 0 },
        },
      ] satisfies Figure[];
    } finally {
      await end();
      await installation.close();
    }
  },
};
