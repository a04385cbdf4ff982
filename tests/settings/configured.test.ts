/** At every start, the environment takes precedence over the screens, but the currency stays once trips exist. */
import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "../../src/app";
import { prepareFirstStart } from "../../src/process/start";
import { readOperator } from "../../src/settings/queries";
import { book } from "../support/booking";
import { openDeps } from "../support/deps";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
afterEach(() => server.close());

async function save(owner: Browser, topic: string, change: object) {
  const path = `/admin/settings/${topic}`;
  const { rules, version } = (await (await owner.get(path)).json()) as {
    rules: object;
    version: number;
  };
  return owner.put(path, { ...rules, version, ...change });
}

/** Returns the operator's settings after a start on the same folder with another environment. */
async function restart(environment: Record<string, string>) {
  const deps = { ...openDeps(server.folder, environment), now: server.deps.now };
  await prepareFirstStart(deps);
  return readOperator(deps);
}

test("each start applies the environment variables and locks their fields, naming the variable", async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  const initialRules = {
    BRAND: "Berlin Cars",
    INVOICE_ADDRESS: "Torstr. 1",
    CURRENCY: "EUR",
    TIME_ZONE: "Europe/Berlin",
    COUNTRY: "DE",
    DISTANCE_UNIT: "mi",
    RIDER_LANGUAGE: "fr",
  };
  expect(await restart(initialRules)).toMatchObject({
    brand: "Berlin Cars",
    brandSlug: "berlincars",
    formerSlugs: ["livery"],
    address: "Torstr. 1",
    currency: "EUR",
    timeZone: "Europe/Berlin",
    country: "DE",
    distanceUnit: "mi",
    riderLanguage: "fr",
  });
  server.close();
  server = await createTestServer(initialRules);
  const owner = await signInAdmin(server);
  const { locked } = (await (await owner.get("/admin/settings/region")).json()) as {
    locked: object;
  };
  expect(locked).toEqual({
    country: "COUNTRY",
    timeZone: "TIME_ZONE",
    currency: "CURRENCY",
    distanceUnit: "DISTANCE_UNIT",
    riderLanguage: "RIDER_LANGUAGE",
  });
  for (const [topic, change, variable] of [
    ["name", { brandSlug: "other" }, "BRAND"],
    ["region", { currency: "USD" }, "CURRENCY"],
    ["contact", { address: "Elsewhere" }, "INVOICE_ADDRESS"],
  ] as const) {
    const refusedAnswer = await save(owner, topic, change);
    const { code, fields } = (await refusedAnswer.json()) as {
      code: string;
      fields: Record<string, string>;
    };
    expect([refusedAnswer.status, code]).toEqual([422, "settings.configured"]);
    expect(fields[Object.keys(change)[0] ?? ""]).toContain(variable);
  }
  // The owner can still change settings that the environment does not set.
  expect((await save(owner, "region", { town: "Potsdam" })).status).toBe(200);
  expect((await save(owner, "contact", { taxNumber: "DE 1" })).status).toBe(200);
});

test("an environment variable does not change the currency once trips exist", async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  const { browser } = await signInRider(server);
  await book(browser);
  expect(await restart({ CURRENCY: "EUR", COUNTRY: "DE" })).toMatchObject({
    currency: "RWF",
    country: "DE",
  });
});

test("a setting keeps its last value when its variable is removed", async () => {
  server = await createTestServer({ BRAND: "Berlin Cars" });
  expect(await restart({})).toMatchObject({ brand: "Berlin Cars", brandSlug: "berlincars" });
  const folder = mkdtempSync(join(tmpdir(), "livery-test-"));
  const deps = openDeps(folder);
  await prepareFirstStart(deps);
  expect(createApp(deps)).toBeDefined();
  expect(readOperator(deps).brand).toBe("Livery");
  deps.db.$client.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the server sends SMS to the owner's new country without a restart", async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  const owner = await signInAdmin(server);
  const ask = () =>
    server.browser().post("/auth/send-otp", { identifier: "+4915112345678", code: "49" });
  expect((await ask()).status).toBe(422);
  expect((await save(owner, "region", { country: "DE" })).status).toBe(200);
  expect((await ask()).status).toBe(200);
});
