/** What the next booking would lack: each thing is gone once it is there. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { OpeningAnswer } from "../../src/desk/opening-contract";
import { createDriver, createVehicle } from "../support/fleet";
import { openBusiness } from "../support/first-prices";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" }, { fresh: true });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

async function missing(): Promise<OpeningAnswer> {
  const answer = await owner.get("/admin/settings/opening");
  expect(answer.status).toBe(200);
  return (await answer.json()) as OpeningAnswer;
}

test("a new house lacks everything; prices, vehicles, a driver and the opening each count once there", async () => {
  expect(await missing()).toMatchObject({
    missing: ["prices", "vehicle", "driver", "mail", "open"],
    classes: ["Standard", "Executive SUV", "Van", "Accessible van"],
  });
  await openBusiness(server.deps);
  expect((await missing()).missing).toEqual(["vehicle", "driver", "mail"]);

  createDriver(server, { state: "suspended" });
  createDriver(server, { licenseExpiresAt: server.deps.now() - 1 });
  expect((await missing()).missing).toContain("driver");
  createDriver(server);
  expect((await missing()).missing).toEqual(["vehicle", "mail"]);

  createVehicle(server);
  expect((await missing()).classes).toEqual(["Executive SUV", "Van", "Accessible van"]);
  const [, ...others] = server.deps.db.select().from(vehicleClasses).all();
  for (const { id, name } of others)
    createVehicle(server, { classId: id, ...(name === "Van" && { state: "out_of_service" }) });
  expect((await missing()).classes).toEqual(["Van"]);
});

test("the business opens when the owner says so, whatever is missing, and closes again", async () => {
  const read = async () =>
    (await (await owner.get("/admin/settings/opening")).json()) as OpeningAnswer;
  const { open, version, missing: lacks } = await read();
  expect(open).toBe(false);
  expect(lacks).toContain("prices");
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  const put = (browser: Browser, body: object) => browser.put("/admin/settings/opening", body);
  expect((await put(dispatcher, { open: true, version })).status).toBe(403);
  expect((await put(owner, { open: true, version })).status).toBe(200);
  expect((await read()).open).toBe(true);
  // Seen before it was opened.
  expect((await put(owner, { open: false, version })).status).toBe(409);
  expect((await put(owner, { open: false, version: version + 1 })).status).toBe(200);
  expect((await read()).open).toBe(false);
});
