/** How early and how late riders may book, and the meaning of "as soon as possible". */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { BookingRulesAnswer } from "../../src/reservations/quotes/booking-rules-contract";
import type { ReservationAnswer } from "../../src/reservations/contract";
import type { Settings } from "../../src/settings/contract";
import { quote, trip } from "../support/booking";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const MINUTE = 60_000;

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
});
afterEach(() => server.close());

async function save(change: object) {
  const owner = await signInAdmin(server);
  const { rules, version } = (await (
    await owner.get("/admin/booking-rules")
  ).json()) as BookingRulesAnswer;
  return owner.put("/admin/booking-rules", { ...rules, ...change, version });
}

test("a pickup within the lead time is refused with the earliest time", async () => {
  // It is 10:00 in Kigali.
  const answer = await server.browser().post("/quotes", trip({ pickupLocal: "2026-11-20T10:20" }));
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    code: "trip.too_soon",
    message: "The earliest pickup is Fri 20 Nov 2026, 10:30.",
    fields: { pickupLocal: "The earliest pickup is Fri 20 Nov 2026, 10:30." },
  });
  await quote(server.browser(), { pickupLocal: "2026-11-20T10:30" });
});

test("dispatch sets the lead time, also for one service, and how far ahead riders can book", async () => {
  const savedAnswer = await save({
    leadMinutes: 120,
    leadMinutesByService: { airport_pickup: 0 },
    maxDaysAhead: 10,
  });
  expect(savedAnswer.status).toBe(200);
  const ask = async (change: Record<string, unknown>) => {
    const answer = await server.browser().post("/quotes", trip(change));
    return answer.ok ? "ok" : ((await answer.json()) as { code: string }).code;
  };
  expect(await ask({ pickupLocal: "2026-11-20T10:05" })).toBe("ok");
  expect(await ask({ serviceType: "point_to_point", pickupLocal: "2026-11-20T11:55" })).toBe(
    "trip.too_soon",
  );
  expect(await ask({ serviceType: "point_to_point", pickupLocal: "2026-11-20T12:00" })).toBe("ok");
  expect(await ask({ pickupLocal: "2026-12-05T10:00" })).toBe("trip.too_far_ahead");
  const settings = (await (await server.browser().get("/settings")).json()) as Settings;
  expect(settings.booking).toEqual({
    leadMinutes: 120,
    leadMinutesByService: { airport_pickup: 0 },
    maxDaysAhead: 10,
  });
});

test("only owners and dispatchers change the booking rules, and only the current version", async () => {
  const accountant = await signInAdmin(server, { role: "accountant" });
  const read = await accountant.get("/admin/booking-rules");
  const { rules, version } = (await read.json()) as BookingRulesAnswer;
  expect((await accountant.put("/admin/booking-rules", { ...rules, version })).status).toBe(403);
  const owner = await signInAdmin(server);
  const put = (change: object) =>
    owner.put("/admin/booking-rules", { ...rules, version, ...change });
  expect((await put({ leadMinutes: -1 })).status).toBe(400);
  expect((await put({ leadMinutesByService: { teleport: 5 } })).status).toBe(400);
  for (const setOffMinutes of [14, 1_441, 30.5])
    expect((await put({ setOffMinutes })).status).toBe(400);
  expect((await put({ leadMinutes: 45 })).status).toBe(200);
  expect((await put({ leadMinutes: 50 })).status).toBe(409);
});

test("as soon as possible is now plus the lead time, calculated again at booking", async () => {
  const { browser } = await signInRider(server);
  const quoted = await quote(browser, { pickupLocal: "asap" });
  expect(quoted.pickupAt).toBe("2026-11-20T08:30:00.000Z");
  server.advance(11 * MINUTE);
  const answer = await browser.post("/reservations", {
    quote: quoted.quote,
    vehicleClassId: quoted.options[0]?.vehicleClass.id,
  });
  const { reservation } = (await answer.json()) as ReservationAnswer;
  expect(reservation).toMatchObject({
    pickupAt: "2026-11-20T08:45:00.000Z",
    pickupLocal: "2026-11-20T10:45",
    fareMinor: quoted.options[0]?.fareMinor,
  });
});

test("a rider cannot move a trip into the lead time", async () => {
  const { browser } = await signInRider(server);
  const quoted = await quote(browser);
  const made = (await (
    await browser.post("/reservations", {
      quote: quoted.quote,
      vehicleClassId: quoted.options[0]?.vehicleClass.id,
    })
  ).json()) as ReservationAnswer;
  const answer = await browser.post(`/reservations/${made.reservation.id}/change-quote`, {
    version: 1,
    pickupLocal: "2026-11-20T10:10",
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    422,
    "trip.too_soon",
  ]);
});
