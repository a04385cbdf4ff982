/** What is missing for the next booking; each item disappears once it exists. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { reservations } from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { OpenForBookingAnswer } from "../../src/desk/open-for-booking-contract";
import { missingForBookingOf, type BookingNeedsFacts } from "../../src/desk/open-for-booking-rules";
import { book } from "../support/booking";
import { createDriver, createVehicle } from "../support/fleet";
import { openBusiness } from "../support/first-prices";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" }, { isUnopened: true });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

async function missing(): Promise<OpenForBookingAnswer> {
  const answer = await owner.get("/admin/settings/opening");
  expect(answer.status).toBe(200);
  return (await answer.json()) as OpenForBookingAnswer;
}

test("a new business lacks everything, and each thing leaves the list once it is there", async () => {
  expect(await missing()).toMatchObject({
    missing: ["prices", "vehicle", "driver", "mail", "hours", "address", "open"],
    classes: ["Standard", "Executive SUV", "Van", "Accessible van"],
  });
  await openBusiness(server.deps);
  expect((await missing()).missing).toEqual(["vehicle", "driver", "mail", "hours", "address"]);

  createDriver(server, { state: "suspended" });
  createDriver(server, { licenseExpiresAt: server.deps.now() - 1 });
  expect((await missing()).missing).toContain("driver");
  createDriver(server);
  const { db } = server.deps;
  db.update(settings)
    .set({ openingHours: [[], [], [], [], [], [], []], address: "KN 5 Rd" })
    .run();
  expect((await missing()).missing).toEqual(["vehicle", "mail"]);
  // Without an e-mail address, the driver can get a code only by SMS.
  createDriver(server, { email: null });
  expect((await missing()).missing).toEqual(["vehicle", "mail", "sms"]);

  createVehicle(server);
  expect((await missing()).classes).toEqual(["Executive SUV", "Van", "Accessible van"]);
  const [, ...others] = server.deps.db.select().from(vehicleClasses).all();
  for (const { id, name } of others)
    createVehicle(server, { classId: id, ...(name === "Van" && { state: "out_of_service" }) });
  expect((await missing()).classes).toEqual(["Van"]);
  // Nobody may drive it, because its insurance has expired.
  const van = others.find(({ name }) => name === "Van");
  createVehicle(server, { classId: van?.id ?? "", insuranceExpiresAt: server.deps.now() - 1 });
  expect((await missing()).classes).toEqual(["Van"]);
  createVehicle(server, { classId: van?.id ?? "" });
  expect((await missing()).missing).not.toContain("vehicle");
});

test("recent trips with a place in words are counted while addresses cannot be looked up", async () => {
  await openBusiness(server.deps);
  const { browser } = await signInRider(server);
  expect(await missing()).toMatchObject({ placesInWords: 0 });
  const gate = { name: "The blue gate", detail: "", latitude: null, longitude: null };
  const tripInWords = await book(browser, { pickup: gate });
  await book(browser);
  expect(await missing()).toMatchObject({ placesInWords: 1 });
  expect((await missing()).missing).toContain("lookup");
  const pin = { stop: "pickup", version: tripInWords.version, latitude: -1.95, longitude: 30.06 };
  expect((await owner.post(`/admin/reservations/${tripInWords.id}/pin`, pin)).status).toBe(200);
  expect(await missing()).toMatchObject({ placesInWords: 1 });
  server.deps.db
    .update(reservations)
    .set({ createdAt: server.deps.now() - 40 * 86_400_000 })
    .run();
  expect(await missing()).toMatchObject({ placesInWords: 0 });
});

test("missingForBookingOf lists what is missing, the most urgent first", () => {
  const whole: BookingNeedsFacts = {
    hasPrices: true,
    classes: [{ name: "Van", hasVehicle: true }],
    hasDriver: true,
    sendsMail: true,
    sendsSms: false,
    needsSms: false,
    hasOpeningHours: true,
    hasAddress: true,
    findsAddresses: false,
    placesInWords: 0,
    isOpen: true,
  };
  const lacks = (change: Partial<BookingNeedsFacts>) =>
    missingForBookingOf({ ...whole, ...change }).missing;
  expect(lacks({})).toEqual([]);
  expect(lacks({ classes: [{ name: "Van", hasVehicle: false }], isOpen: false })).toEqual([
    "vehicle",
    "open",
  ]);
  expect(lacks({ needsSms: true, sendsMail: false })).toEqual(["mail", "sms"]);
  expect(lacks({ needsSms: true, sendsSms: true })).toEqual([]);
  expect(lacks({ placesInWords: 3 })).toEqual(["lookup"]);
  expect(lacks({ placesInWords: 3, findsAddresses: true })).toEqual([]);
  expect(
    lacks({ hasPrices: false, hasDriver: false, hasOpeningHours: false, hasAddress: false }),
  ).toEqual(["prices", "driver", "hours", "address"]);
});

test("the owner can open the business whatever is missing, and close it again", async () => {
  const read = async () =>
    (await (await owner.get("/admin/settings/opening")).json()) as OpenForBookingAnswer;
  const { open, version, missing: lacks } = await read();
  expect(open).toBe(false);
  expect(lacks).toContain("prices");
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  const put = (browser: Browser, body: object) => browser.put("/admin/settings/opening", body);
  expect((await put(dispatcher, { open: true, version })).status).toBe(403);
  expect((await put(owner, { open: true, version })).status).toBe(200);
  expect((await read()).open).toBe(true);
  // The version from before it was opened.
  expect((await put(owner, { open: false, version })).status).toBe(409);
  expect((await put(owner, { open: false, version: version + 1 })).status).toBe(200);
  expect((await read()).open).toBe(false);
});
