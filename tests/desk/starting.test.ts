/** What a new house has yet to do: each step is done by doing it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { feeSchedules } from "../../db/schema/fares";
import { settings } from "../../db/schema/settings";
import type { GettingStarted } from "../../src/desk/contract";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

async function done(): Promise<string[]> {
  const answer = await owner.get("/admin/getting-started");
  expect(answer.status).toBe(200);
  const { steps } = (await answer.json()) as GettingStarted;
  expect(steps.map(({ step }) => step)).toEqual(["vehicle", "driver", "prices", "brand", "mail"]);
  return steps.filter((step) => step.done).map(({ step }) => step);
}

test("a new house has everything to do; vehicle, driver, prices and colour each count once there", async () => {
  expect(await done()).toEqual([]);
  createVehicle(server, { id: "car" });
  expect(await done()).toEqual(["vehicle"]);
  createDriver(server, { id: "driver" });
  expect(await done()).toEqual(["vehicle", "driver"]);
  server.deps.db.update(feeSchedules).set({ publishedBy: "somebody" }).run();
  expect(await done()).toEqual(["vehicle", "driver", "prices"]);
  server.deps.db.update(settings).set({ accent: "#0e4f3d" }).run();
  expect(await done()).toEqual(["vehicle", "driver", "prices", "brand"]);
});

test("it is the owner's", async () => {
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  expect((await dispatcher.get("/admin/getting-started")).status).toBe(403);
});
