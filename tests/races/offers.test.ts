/** Two processes, each with its own connection, accept the same trip at the same moment, again and again. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { assignments, offers } from "../../db/schema/dispatch";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { offerToSeveral } from "../../src/dispatch/assignment/offer-actions";
import { createDriver, createVehicle } from "../support/fleet";
import type { Attempt, Outcome } from "../support/race-worker";
import { reservationValues } from "../support/reservations";
import { createTestServer, type TestServer } from "../support/server";

const DAY = 86_400_000;
const ROUND_COUNT = 100;

let server: TestServer;
let racers: ReturnType<typeof spawn>[] = [];

/** Starts a process that opens the database and then makes the attempts it receives. */
function spawn(folder: string) {
  let answer = Promise.withResolvers<Outcome>();
  const ready = answer.promise;
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, "../support/race-worker.ts"), folder, "accepting"],
    {
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (message: Outcome) => answer.resolve(message),
      onExit: (_child, code) => answer.reject(new Error(`A racer ended with ${code}`)),
    },
  );
  return {
    ready,
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

beforeEach(async () => {
  // The racing processes use the machine's clock.
  server = await createTestServer();
  server.advance(Date.now() - server.deps.now());
});
afterEach(async () => {
  await Promise.all(racers.map((racer) => racer.end()));
  racers = [];
  server.close();
});

test("of two drivers who accept at once, one gets the trip and the other a refusal", async () => {
  const { db } = server.deps;
  const vehicleClassId = db.select().from(vehicleClasses).all()[0]?.id ?? "";
  const validUntil = server.deps.now() + 10_000 * DAY;
  const pairs = [0, 1].map(() => ({
    driverId: createDriver(server, { licenseExpiresAt: validUntil }).id,
    vehicleId: createVehicle(server, { insuranceExpiresAt: validUntil }).id,
  }));
  const boss = { kind: "admin", id: "dispatcher", name: "Dispatch" } as const;
  racers = pairs.map(() => spawn(server.folder));
  await Promise.all(racers.map(({ ready }) => ready));
  const outcomes: Record<string, number> = {};
  for (let round = 0; round < ROUND_COUNT; round++) {
    const row = reservationValues({
      number: 10_000 + round,
      pickupAt: server.deps.now() + (round + 2) * DAY,
      vehicleClassId,
    });
    db.insert(reservations).values(row).run();
    const reservationId = row.id ?? "";
    const input = { version: 1, how: "at_once" as const, to: pairs, seconds: 600 };
    await offerToSeveral(server.deps, boss, reservationId, input);
    const at = performance.timeOrigin + performance.now() + 1.5;
    const results = await Promise.all(
      racers.map((racer, i) =>
        racer.run({ at, reservationId, ...(pairs[i] ?? { driverId: "", vehicleId: "" }) }),
      ),
    );
    for (const result of results) outcomes[result] = (outcomes[result] ?? 0) + 1;
    const held = db
      .select()
      .from(assignments)
      .where(eq(assignments.reservationId, reservationId))
      .all();
    expect(held).toHaveLength(1);
    const states = db
      .select()
      .from(offers)
      .where(eq(offers.reservationId, reservationId))
      .all()
      .map(({ driverId, state }) => [driverId === held[0]?.driverId, state]);
    expect(states.toSorted().reverse()).toEqual([
      [true, "accepted"],
      [false, "taken"],
    ]);
  }
  expect(outcomes).toEqual({ won: ROUND_COUNT, "offer.taken": ROUND_COUNT });
}, 120_000);
