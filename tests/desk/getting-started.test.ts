/** The setup of a new business: doing a step completes it, and only postponed steps are stored. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { settings } from "../../db/schema/settings";
import { demoCommand } from "../../src/desk/demo-command";
import type { GettingStarted } from "../../src/desk/getting-started-contract";
import { gettingStartedSteps } from "../../src/desk/getting-started-step-contract";
import { openBusiness } from "../support/first-prices";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" }, { isUnopened: true });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

async function steps() {
  const answer = await owner.get("/admin/getting-started");
  expect(answer.status).toBe(200);
  const gettingStarted = (await answer.json()) as GettingStarted;
  expect(gettingStarted.steps.map(({ step }) => step)).toEqual([...gettingStartedSteps]);
  return gettingStarted.steps;
}
const done = async () => (await steps()).filter((step) => step.done).map(({ step }) => step);
async function save(topic: string, change: object) {
  const path = `/admin/settings/${topic}`;
  const { rules, version } = (await (await owner.get(path)).json()) as {
    rules: object;
    version: number;
  };
  expect((await owner.put(path, { ...rules, ...change, version })).status).toBe(200);
}

test("the steps of a new business count as done once their data exists or their settings are saved", async () => {
  expect(await done()).toEqual([]);
  createVehicle(server, { id: "car" });
  createDriver(server, { id: "driver" });
  expect(await done()).toEqual(["vehicle", "driver"]);
  server.deps.db.update(settings).set({ accent: "#0e4f3d", phone: "+493012345" }).run();
  expect(await done()).toEqual(["contact", "look", "vehicle", "driver"]);
  await save("name", {});
  await save("services", {});
  await save("hours", { openingHours: null });
  expect(await done()).toEqual([
    "name",
    "contact",
    "look",
    "services",
    "vehicle",
    "driver",
    "hours",
  ]);
  await openBusiness(server.deps);
  expect(await done()).toEqual(expect.arrayContaining(["cancellation", "prices", "open"]));
});

test("the owner can leave a step for later and take it up again", async () => {
  const leave = (step: string, left: boolean) =>
    owner.put("/admin/getting-started", { step, left });
  const left = async () => (await steps()).flatMap((each) => (each.left ? each.step : []));
  expect((await leave("area", true)).status).toBe(200);
  expect((await leave("look", true)).status).toBe(200);
  expect((await leave("look", true)).status).toBe(200);
  expect(await left()).toEqual(["look", "area"]);
  expect((await leave("look", false)).status).toBe(200);
  expect(await left()).toEqual(["area"]);
  expect((await leave("cellar", true)).status).toBe(400);
});

test("a dispatcher can neither read nor change the steps", async () => {
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  expect((await dispatcher.get("/admin/getting-started")).status).toBe(403);
  const json = { step: "area", left: true };
  expect((await dispatcher.put("/admin/getting-started", json)).status).toBe(403);
});

test("the command for a demo beside this server has its own folder, port and address", () => {
  const config = { dataDir: "/srv/our rides/data", port: 3000 };
  expect(demoCommand({ ...config, publicUrl: "https://rides.example" }, "linux")).toEqual({
    command:
      "DATA_DIR='/srv/our rides/livery-demo' PORT=3001 PUBLIC_URL=http://rides.example:3001 bun start --demo",
    url: "http://rides.example:3001",
  });
  // A cookie is shared by all ports of a host name, so the demo uses another name.
  expect(
    demoCommand({ ...config, publicUrl: "http://localhost:3000" }, "win32").command,
  ).toStartWith(
    'set "DATA_DIR=/srv/our rides/livery-demo" && set "PORT=3001" && set "PUBLIC_URL=http://127.0.0.1:3001" && ',
  );
});
