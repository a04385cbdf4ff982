/** The operator's currency and units: they can be changed while no record uses them, and prices stay correct. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/audit";
import type { RegionRulesAnswer } from "../../src/desk/region-contract";
import type { FeeSchedule } from "../../src/fares/contract";
import type { FeeDraftAnswer } from "../../src/fares/fee-contract";
import { versionInForce } from "../../src/fares/queries";
import { convertSchedule } from "../../src/fares/conversion-rules";
import { readOperator } from "../../src/settings/queries";
import { book, quote } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const read = async () =>
  (await (await owner.get("/admin/settings/region")).json()) as RegionRulesAnswer;
async function save(change: object) {
  const { rules, version } = await read();
  return owner.put("/admin/settings/region", { ...rules, version, ...change });
}
const draft = async () => (await (await owner.get("/admin/fees/draft")).json()) as FeeDraftAnswer;
const saveDraft = async (how: (schedule: FeeSchedule) => FeeSchedule) => {
  const { schedule, version } = await draft();
  const answer = await owner.put("/admin/fees/draft", { version, schedule: how(schedule) });
  expect(answer.status).toBe(200);
};
const withHigherPrices = (schedule: FeeSchedule): FeeSchedule => ({
  ...schedule,
  rates: schedule.rates.map((rates) => ({ ...rates, baseMinor: rates.baseMinor + 1_000 })),
});

test("a new currency before the first booking turns prices into a draft and is logged", async () => {
  const before = await draft();
  await saveDraft(withHigherPrices);
  expect((await save({ currency: "EUR", timeZone: "Europe/Paris" })).status).toBe(200);
  expect(readOperator(server.deps)).toMatchObject({
    currency: "EUR",
    timeZone: "Europe/Paris",
    bookingOpen: true,
  });
  // Nobody sees a price that was meant in another currency.
  expect(versionInForce(server.deps.db, server.deps.now())).toBeNull();
  const { options } = await quote(server.browser());
  expect(options.map(({ fareMinor }) => fareMinor)).toEqual(options.map(() => 0));
  const after = await draft();
  expect(after.basedOn).toBeNull();
  // The draft is converted: RWF 3,000 becomes EUR 3,000.00.
  expect(after.schedule.currency).toBe("EUR");
  expect(after.schedule.rates[0]?.baseMinor).toBe(300_000);
  expect(after.faults.filter(({ severity }) => severity === "error")).toEqual([]);
  const actions = server.deps.db.select().from(auditLog).all();
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["settings.region_changed", "fees.withdrawn"]),
  );
  // Changing back loses no figure.
  expect((await save({ currency: "RWF" })).status).toBe(200);
  expect((await draft()).schedule).toEqual(withHigherPrices(before.schedule));
});

test("prices without a draft become the converted draft and are in force once published", async () => {
  const before = await draft();
  expect((await save({ currency: "EUR" })).status).toBe(200);
  const { schedule, version } = await draft();
  expect(schedule).toEqual(
    convertSchedule(before.schedule, { currency: "EUR", distanceUnit: "km" }),
  );
  const json = { version, startsLocal: null, reason: "Looked at in euros" };
  expect((await owner.post("/admin/fees/draft/publication", json)).status).toBe(201);
  expect(versionInForce(server.deps.db, server.deps.now())?.schedule.currency).toBe("EUR");
});

test("a driver's licence keeps its last day in another time zone and does not fix the zone", async () => {
  const added = await owner.post("/admin/drivers", {
    firstName: "Jonas",
    lastName: "Weber",
    hasOneName: false,
    email: "jonas@example.com",
    phone: null,
    licenseId: "B072",
    licenseValidUntil: "2031-01-01",
    vehicleId: null,
  });
  expect(added.status).toBe(201);
  expect((await read()).settled.timeZone).toBeNull();
  expect((await save({ timeZone: "America/New_York" })).status).toBe(200);
  const { driver } = (await added.json()) as { driver: { id: string } };
  const getAnswer = await owner.get(`/admin/drivers/${driver.id}`);
  expect(await getAnswer.json()).toMatchObject({ driver: { licenseValidUntil: "2031-01-01" } });
});

test("a quote from before a change of currency cannot be booked after it", async () => {
  const { browser } = await signInRider(server);
  const quoted = await quote(browser);
  expect((await save({ currency: "EUR" })).status).toBe(200);
  const late = await browser.post("/reservations", {
    quote: quoted.quote,
    vehicleClassId: quoted.options[0]?.vehicleClass.id,
  });
  expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([
    409,
    "quote.expired",
  ]);
});

test("a booking fixes the time zone and the currency, but not the distance unit", async () => {
  const { browser } = await signInRider(server);
  const booked = await book(browser);
  const { settled } = await read();
  expect(settled.timeZone).toContain("trips have been booked");
  for (const change of [{ currency: "EUR" }, { timeZone: "Europe/Paris" }]) {
    const refusedAnswer = await save(change);
    const { code, fields } = (await refusedAnswer.json()) as { code: string; fields: object };
    expect([refusedAnswer.status, code, Object.keys(fields)]).toEqual([
      409,
      "region.settled",
      Object.keys(change),
    ]);
  }
  expect(readOperator(server.deps)).toMatchObject({
    currency: "RWF",
    timeZone: "Africa/Kigali",
    bookingOpen: true,
  });
  const fare = () => browser.get(`/reservations/${booked.id}`).then((answer) => answer.json());
  const agreed = ((await fare()) as { reservation: { fare: unknown } }).reservation.fare;
  expect((await save({ distanceUnit: "mi" })).status).toBe(200);
  const { schedule } = await draft();
  expect(schedule.distanceUnit).toBe("mi");
  expect(schedule.rates[0]?.distanceTiers).toEqual([{ upTo: null, perDistanceMinor: 1_448 }]);
  expect(((await fare()) as { reservation: { fare: unknown } }).reservation.fare).toEqual(agreed);
});

test("the region refuses an invalid country, time zone or currency", async () => {
  for (const name of ["country", "timeZone", "currency"])
    for (const value of ["", "a", "Africa", "1/1", "\u0000", "x".repeat(70)])
      expect([name, value, (await save({ [name]: value })).status]).toEqual([name, value, 400]);
});

test("time zone, currency and unit are fixed while a published price list waits to start", async () => {
  await saveDraft(withHigherPrices);
  const { version } = await draft();
  const publishedAnswer = await owner.post("/admin/fees/draft/publication", {
    version,
    startsLocal: "2026-12-24T00:00",
    reason: "Christmas",
  });
  expect(publishedAnswer.status).toBe(201);
  for (const change of [{ currency: "EUR" }, { timeZone: "Europe/Paris" }, { distanceUnit: "mi" }])
    expect((await save(change)).status).toBe(409);
});

test("a change of the distance unit converts the rates and their tiers", async () => {
  const { schedule } = await draft();
  const [first] = schedule.rates;
  if (!first) throw new Error("no rates");
  const tiers = [
    { upTo: 10, perDistanceMinor: 900 },
    { upTo: null, perDistanceMinor: 700 },
  ];
  const scheduleInMiles = convertSchedule(
    { ...schedule, rates: [{ ...first, distanceTiers: tiers }] },
    { currency: "RWF", distanceUnit: "mi" },
  );
  expect(scheduleInMiles.rates[0]?.distanceTiers).toEqual([
    { upTo: 6.2, perDistanceMinor: 1_448 },
    { upTo: null, perDistanceMinor: 1_127 },
  ]);
});
