/**
 * Two servers on the loopback address: one offers a trip, and the other, the affiliate's own Livery, receives it as a
 * company's booking.
 */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { insertRow } from "../../db/rows";
import { apiKeys } from "../../db/schema/api-keys";
import { affiliates, farmOuts, type StoredFarmOut } from "../../db/schema/affiliates";
import { outbox, staffNews } from "../../db/schema/notifications";
import { idempotencyKeys, reservations } from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import type { Affiliate, AffiliateStatement, FarmOutsAnswer } from "../../src/affiliates/contract";
import { syncDuePeerBookings } from "../../src/affiliates/peer/peer-actions";
import { sweepRetainedRecords } from "../../src/privacy/retention-actions";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import type { Reservation } from "../../src/reservations/contract";
import { type RunningServer, startServer } from "../../src/server/server";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  market,
} from "../pages/driver/scene";
import { createApiKey } from "../support/api-keys";
import { createCompany } from "../support/companies";
import { lastMessage, messagesTo } from "../support/sign-in";
import { json } from "../tracking/scene";

const SWIFT_EMAIL = "ops@swift.example";

/** Our server offers trips, and their server drives them. */
let ours: DriverScene;
let theirs: DriverScene;
let running: RunningServer;
/** A proxy between the two servers, which can lose a call or its answer. */
let line: Bun.Server<undefined>;
let failure: { call: string; how: "before" | "after" } | null = null;
/** An answer of their server, which the proxy can alter. */
type PeerAnswer = {
  booking?: {
    fareMinor: number;
    driver: { firstName: string } | null;
    timeline: { at: string; from: string | null; to: string }[];
  };
  options?: object[];
  /** Present in the quote for a change. */
  fareMinor?: number;
};
let alterAnswer: ((answer: PeerAnswer) => PeerAnswer) | null = null;
let trip: Reservation;
let affiliate: Affiliate;

beforeEach(async () => {
  ours = await createDriverScene();
  theirs = await createDriverScene({ PORT: "0", HOST: "127.0.0.1" });
  running = startServer(theirs.server.deps, new AbortController());
  failure = null;
  alterAnswer = null;
  line = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: forward });
  ours.server.deps.config.allowsLoopback = true;
  ours.server.deps.db.update(settings).set({ phone: "+250788999111" }).run();
  const { id: companyId } = await createCompany(theirs.staff, { name: "Livery of ours" });
  const { token } = await createApiKey(theirs.staff, { companyId });
  ({ affiliate } = await json<{ affiliate: Affiliate }>(
    await ours.staff.post("/admin/affiliates", {
      ...{ name: "Swift Cars", email: SWIFT_EMAIL, rateKind: "percent", ratePercent: 100 },
      peerUrl: `http://127.0.0.1:${line.port}`,
      peerKey: token,
    }),
  ));
  trip = await book(ours, { passengerPhone: "+250788000777", note: "By the side door" });
});
afterEach(async () => {
  await line.stop(true);
  await running.stop();
  ours.server.close();
  theirs.server.close();
});

async function forward(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const call = `${request.method} ${pathname.replace("/backend/partner/v1", "")}`;
  const isBroken = failure !== null && call.startsWith(failure.call);
  const lost = new Response("lost", { status: 502 });
  if (isBroken && failure?.how === "before") return lost;
  const answer = await fetch(`http://127.0.0.1:${running.port}${pathname}`, {
    method: request.method,
    headers: request.headers,
    body: request.method === "GET" ? null : await request.text(),
  });
  if (isBroken) return lost;
  return alterAnswer ? Response.json(alterAnswer((await answer.json()) as PeerAnswer)) : answer;
}

const path = (of: string) => `/admin/reservations/${trip.id}${of}`;
const look = async () =>
  (await json<{ reservation: Reservation }>(await ours.staff.get(path("")))).reservation;
const offers = async () =>
  (await json<FarmOutsAnswer>(await ours.staff.get(path("/farm-out")))).farmOuts;
const offer = async (more: object = {}) =>
  json(
    await ours.staff.post(path("/farm-out"), {
      ...{ version: (await look()).version, affiliateId: affiliate.id },
      ...{ costMinor: trip.fareMinor, minutes: 30, ...more },
    }),
  );
const stored = () => ours.server.deps.db.select().from(farmOuts).all().at(-1) as StoredFarmOut;
/** Polls their server now, even if this is not due yet. */
const follow = async () => {
  ours.server.deps.db.run("UPDATE farm_outs SET peer_due_at = 0 WHERE peer_due_at IS NOT NULL");
  await syncDuePeerBookings(ours.server.deps);
};
const bookings = () => theirs.server.deps.db.select().from(reservations).all();
const theirTrip = async () =>
  (
    await json<{ reservation: Reservation }>(
      await theirs.staff.get(`/admin/reservations/${bookings()[0]?.id}`),
    )
  ).reservation;
const confirmAtPeer = async () => {
  const { id, version } = await theirTrip();
  await json(await theirs.staff.post(`/admin/reservations/${id}/confirmation`, { version }));
};

test("a trip is booked, accepted and driven in the affiliate's Livery and followed in ours", async () => {
  await offer();
  expect(messagesTo(ours.server, SWIFT_EMAIL)).toEqual([]);
  await follow();
  expect(bookings()).toMatchObject([
    {
      state: "pending",
      passengerName: trip.passenger.name,
      pickupAt: Date.parse(trip.pickupAt),
      payment: "account",
      billingReference: String(trip.number),
      // The booking contains neither the customer's price nor, before they accept, a phone number.
      note: "By the side door",
    },
  ]);
  expect((await offers())[0]).toMatchObject({ state: "open", peerNumber: 1001, peerNote: "" });
  await confirmAtPeer();
  await follow();
  expect(await look()).toMatchObject({ state: "assigned", affiliate: { name: "Swift Cars" } });
  await follow();
  expect((await theirTrip()).note).toContain("+250788000777");
  let there = await assign(theirs, await theirTrip());
  await follow();
  expect((await look()).affiliate).toMatchObject({
    driver: { firstName: "Eric" },
    vehicle: { plate: theirs.car.plate, make: "Toyota" },
  });
  expect(messagesTo(ours.server, "rider@example.com")[0]?.kind).toBe("driver_assigned");
  there = await drive(theirs, there, "en_route");
  theirs.server.advance(60_000);
  ours.server.advance(60_000);
  await json(
    await theirs.phone.post("/driver/positions", {
      positions: [
        {
          ...{ latitude: -1.96, longitude: 30.12, accuracyMeters: 9 },
          recordedAt: new Date(theirs.server.deps.now()).toISOString(),
        },
      ],
    }),
  );
  await follow();
  expect((await look()).state).toBe("en_route");
  expect(await json(await ours.staff.get(path("/tracking")))).toMatchObject({
    position: { latitude: -1.96 },
  });
  await drive(theirs, there, "on_location", "passenger_on_board", "completed");
  await follow();
  const done = await look();
  expect(done).toMatchObject({ state: "completed", payMinor: null });
  expect(done.timeline.map(({ to }) => to)).toEqual(
    expect.arrayContaining(["en_route", "on_location", "passenger_on_board", "completed"]),
  );
  // Their price is the cost.
  expect(done.affiliate?.costMinor).toBe(bookings()[0]?.fareMinor ?? -1);
  // Their price may be corrected until the trip is settled, or for a week.
  expect(stored().peerDueAt).toBe(ours.server.deps.now() + 3_600_000);
  ours.server.advance(9 * 86_400_000);
  await follow();
  expect(stored().peerDueAt).toBeNull();
  // Their messages reach the office, but never the customer.
  const told = theirs.server.deps.db.select().from(outbox).all();
  expect(told.map(({ recipient }) => recipient)).not.toContain("+250788000777");
}, 60_000);

test("a lost call or answer neither loses nor repeats a booking", async () => {
  await offer();
  for (const call of ["POST /quotes", "POST /bookings", "GET /bookings"]) {
    for (const how of ["before", "after"] as const) {
      failure = { call, how };
      // The second run continues from where the first one stopped.
      await follow();
      await follow();
      expect((await offers())[0]?.peerNote).toContain("Swift Cars: The server answered 502.");
    }
  }
  failure = null;
  await follow();
  expect(bookings()).toHaveLength(1);
  expect((await offers())[0]).toMatchObject({ state: "open", peerNote: "" });
  await confirmAtPeer();
  await follow();
  for (const how of ["before", "after"] as const) {
    failure = { call: "PUT /bookings", how };
    await follow();
  }
  failure = null;
  await follow();
  expect((await theirTrip()).note).toContain("+250788000777");
  expect((await look()).state).toBe("assigned");
  expect((await offers())[0]?.peerNote).toBe("");
}, 60_000);

test("the affiliate's server address cannot change while trips are booked there", async () => {
  const { isUninsured: _, id, ...known } = affiliate;
  const change = async (more: object) => {
    const { affiliate: now } = await json<{ affiliate: Affiliate }>(
      await ours.staff.get(`/admin/affiliates/${id}`),
    );
    const body = { ...known, version: now.version, ...more };
    return ours.staff.put(`/admin/affiliates/${id}`, body);
  };
  await offer();
  await follow();
  for (const other of [
    { peerUrl: "" },
    { peerUrl: "https://elsewhere.example", peerKey: "livery_other" },
  ]) {
    const refused = await change(other);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: "affiliate.booked_there",
      fields: { peerUrl: expect.any(String) },
    });
  }
  await json(await change({ name: "Swift Cars Ltd" }));
  await json(await ours.staff.delete(path("/offer"), { version: (await look()).version }));
  expect((await change({ peerUrl: "" })).status).toBe(409);
  await follow();
  await json(await change({ peerUrl: "" }));
}, 60_000);

test("a new API key is refused while a booking under the old one is in doubt", async () => {
  const change = async (more: object) => {
    const { isUninsured: _, id, ...known } = affiliate;
    const at = `/admin/affiliates/${id}`;
    const { version } = (await json<{ affiliate: Affiliate }>(await ours.staff.get(at))).affiliate;
    return ours.staff.put(at, { ...known, version, ...more });
  };
  await offer();
  failure = { call: "POST /bookings", how: "after" };
  await follow();
  const other = { peerKey: "livery_other" };
  const refused = await change(other);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: "affiliate.booked_there",
    fields: { peerKey: expect.any(String) },
  });
  await json(await change({ name: "Swift Cars Ltd" }));
  // A withdrawn offer blocks nothing; with the new key it could only be booked a second time.
  await json(await ours.staff.delete(path("/offer"), { version: (await look()).version }));
  await json(await change(other));
  expect(stored()).toMatchObject({ peerDueAt: null, peerRequest: null });
  expect((await offers())[0]?.peerNote).toBe(
    "The affiliate may have booked the trip. Please call them.",
  );
  expect(bookings()).toHaveLength(1);
}, 60_000);

test("dispatch is asked to call the affiliate if a withdrawn offer's booking is in doubt", async () => {
  await offer();
  failure = { call: "POST /bookings", how: "after" };
  await follow();
  failure = null;
  theirs.server.deps.db.delete(idempotencyKeys).run();
  theirs.server.advance(20 * 60_000);
  await json(await ours.staff.delete(path("/offer"), { version: (await look()).version }));
  await follow();
  expect(stored()).toMatchObject({ peerDueAt: null, peerRequest: null });
  expect((await offers())[0]?.peerNote).toBe(
    "The affiliate may have booked the trip. Please call them.",
  );
}, 60_000);

test("an offer withdrawn during its booking is cancelled at the affiliate", async () => {
  await offer();
  failure = { call: "POST /bookings", how: "after" };
  await follow();
  failure = null;
  expect(stored().peerId).toBeNull();
  expect(bookings()).toMatchObject([{ state: "pending" }]);
  await json(await ours.staff.delete(path("/offer"), { version: (await look()).version }));
  for (const how of ["before", "after"] as const) {
    failure = { call: "POST /bookings/", how };
    await follow();
  }
  failure = null;
  await follow();
  expect(bookings()).toMatchObject([{ state: "cancelled" }]);
  expect(stored().peerDueAt).toBeNull();
}, 60_000);

test("a booking whose answer was lost for days is found and not repeated", async () => {
  const pickupLocal = new Date(ours.server.deps.now() + 20 * 86_400_000).toISOString().slice(0, 16);
  trip = await book(ours, { pickupLocal });
  await offer({ minutes: 10_080 });
  failure = { call: "POST /bookings", how: "after" };
  await follow();
  failure = null;
  for (const { server } of [ours, theirs]) server.advance(3 * 86_400_000);
  await sweepExpiredRecords(theirs.server.deps);
  await follow();
  expect(bookings()).toHaveLength(1);
  expect(stored()).toMatchObject({ state: "open", peerId: bookings()[0]?.id, peerAway: "" });
}, 60_000);

test("a booking in doubt is followed until the affiliate's server finds it", async () => {
  await offer();
  failure = { call: "POST /bookings", how: "after" };
  await follow();
  failure = null;
  const { db } = theirs.server.deps;
  const [known] = db.select().from(idempotencyKeys).all();
  db.update(idempotencyKeys).set({ bodyHash: "another" }).run();
  await follow();
  expect((await offers())[0]).toMatchObject({ state: "open" });
  expect(stored().peerAway).toBe(
    "Swift Cars: The affiliate may have booked the trip. Please call them.",
  );
  await json(await ours.staff.delete(path("/offer"), { version: (await look()).version }));
  await follow();
  expect(stored().peerDueAt).not.toBeNull();
  db.update(idempotencyKeys).set({ bodyHash: known?.bodyHash }).run();
  db.update(apiKeys).set({ revokedAt: 1 }).run();
  await follow();
  expect(stored().peerDueAt).not.toBeNull();
  db.update(apiKeys).set({ revokedAt: null }).run();
  await follow();
  expect(bookings()).toMatchObject([{ state: "cancelled" }]);
  expect(stored()).toMatchObject({ peerDueAt: null, peerAway: "" });
}, 60_000);

/** Erases the customer's account. */
const erase = async () => {
  await ours.rider.post("/users/confirmation-code");
  const { code: otp } = lastMessage(ours.server, "rider@example.com");
  await json(await ours.rider.post("/users/erasure", { otp }));
};

test("a booking in doubt is cancelled at the affiliate even if its customer is erased", async () => {
  await offer();
  failure = { call: "POST /bookings", how: "after" };
  await follow();
  await json(await ours.staff.post(path("/cancellation"), { version: (await look()).version }));
  expect(stored().peerAway).not.toBe("");
  await erase();
  expect(stored().peerAway).toBe("");
  failure = null;
  await follow();
  expect(bookings()).toMatchObject([{ state: "cancelled" }]);
  expect(stored()).toMatchObject({ peerDueAt: null, peerRequest: null });
}, 60_000);

test("a fee for the affiliate's cancellation needs approval even if the customer is erased", async () => {
  const { id, version } = await waiting();
  await json(await theirs.staff.post(`/admin/reservations/${id}/cancellation`, { version }));
  await follow();
  await json(await ours.staff.post(path("/cancellation"), { version: (await look()).version }));
  await erase();
  await follow();
  const proposedMinor = (await theirTrip()).cancellationFeeMinor ?? 0;
  expect(proposedMinor).toBeGreaterThan(0);
  expect((await offers())[0]).toMatchObject({ state: "withdrawn", feeMinor: 0, proposedMinor });
}, 60_000);

test("changing or cancelling an accepted trip changes or cancels it at the affiliate", async () => {
  await accepted();
  await changeOurTrip({ pickupLocal: "2026-11-20T16:00" });
  await follow();
  expect((await theirTrip()).pickupAt).toBe("2026-11-20T14:00:00.000Z");
  expect((await offers())[0]?.peerNote).toBe("");
  await json(await ours.staff.post(path("/cancellation"), { version: (await look()).version }));
  await follow();
  expect((await theirTrip()).state).toBe("cancelled");
}, 60_000);

test("a trip that the affiliate rejects or prices too high returns to dispatch with a notice", async () => {
  await offer({ costMinor: 1 });
  await follow();
  expect(bookings()).toEqual([]);
  expect(await look()).toMatchObject({ state: "confirmed" });
  expect((await offers())[0]?.reason).toMatch(/^The affiliate’s price is /);
  await offer();
  await follow();
  const { id, version } = await theirTrip();
  const reject = { version, reason: "No car" };
  await json(await theirs.staff.post(`/admin/reservations/${id}/rejection`, reject));
  await follow();
  expect((await offers())[0]).toMatchObject({
    state: "declined",
    reason: "Rejected in the affiliate’s Livery",
  });
  expect((await look()).state).toBe("confirmed");
  const topics = ours.server.deps.db.select().from(staffNews).all();
  expect(topics.map(({ topic }) => topic)).toContain("offers_declined");
}, 60_000);

test("a booking above the agreed cost is cancelled at the affiliate and costs nothing", async () => {
  await offer();
  alterAnswer = ({ booking, ...answer }) =>
    booking ? { booking: { ...booking, fareMinor: trip.fareMinor + 1 } } : answer;
  await follow();
  expect(await look()).toMatchObject({ state: "confirmed" });
  expect((await offers())[0]).toMatchObject({ state: "declined", costMinor: trip.fareMinor });
  expect((await offers())[0]?.reason).toMatch(/^The affiliate’s price is /);
  await follow();
  expect(bookings()).toMatchObject([{ state: "cancelled" }]);
  expect(stored().peerDueAt).toBeNull();
}, 60_000);

test.each([
  ["no price", { onRequest: true }, {}],
  ["no vehicle", {}, { vehicles: [{}, {}] }],
])(
  "a trip for which the affiliate has %s is not booked",
  async (what, quote, option) => {
    await offer();
    alterAnswer = ({ options, ...answer }) =>
      options
        ? { ...answer, ...quote, options: options.map((one) => ({ ...one, ...option })) }
        : answer;
    await follow();
    expect(bookings()).toEqual([]);
    expect((await offers())[0]?.reason).toBe(`The affiliate has ${what} for this trip`);
  },
  60_000,
);

test("a driver's name from the affiliate's server is cut to 120 characters", async () => {
  await offer();
  await follow();
  await confirmAtPeer();
  await assign(theirs, await theirTrip());
  alterAnswer = ({ booking, ...answer }) => {
    if (!booking) return answer;
    const driver = booking.driver && { ...booking.driver, firstName: "x\n".repeat(500) };
    return { booking: { ...booking, driver } };
  };
  await follow();
  expect(stored().driverName).toHaveLength(120);
  expect(stored().driverName).not.toContain("\n");
}, 60_000);

const accepted = async () => {
  await offer();
  await follow();
  await confirmAtPeer();
  await follow();
};
/** Brings the driver to the pickup. */
const waiting = async () => {
  await accepted();
  for (const { server } of [ours, theirs]) server.advance(300_000);
  await drive(theirs, await assign(theirs, await theirTrip()), "en_route", "on_location");
  await follow();
  return theirTrip();
};
/** Alters the times (ms UTC) of steps in their timeline. */
const tell = (times: Record<string, number>) => {
  alterAnswer = ({ booking, ...answer }) => {
    if (!booking) return answer;
    const timeline = booking.timeline.map((entry) => {
      const moment = entry.from === entry.to ? undefined : times[entry.to];
      return moment === undefined ? entry : { ...entry, at: new Date(moment).toISOString() };
    });
    return { booking: { ...booking, timeline } };
  };
};
const row = () => ours.server.deps.db.select().from(reservations).all()[0];

test("the affiliate's early no-show notifies dispatch once and counts only after our own wait", async () => {
  const { id, version } = await waiting();
  await json(
    await theirs.staff.post(`/admin/reservations/${id}/no-show`, {
      version,
      reason: "Nobody came",
    }),
  );
  await follow();
  await follow();
  expect(row()).toMatchObject({ state: "on_location", cancellationFeeMinor: null });
  expect((await offers())[0]?.peerNote).toStartWith(
    "The affiliate reported a no-show before the wait",
  );
  const told = ours.server.deps.db.select().from(staffNews).all();
  expect(told.filter(({ topic }) => topic === "late_driver")).toHaveLength(1);
  const waited = Date.parse(trip.pickupAt) + 3_600_000;
  ours.server.advance(waited - ours.server.deps.now());
  tell({ no_show: waited });
  await follow();
  expect(row()).toMatchObject({ state: "no_show", cancellationFeeMinor: expect.any(Number) });
}, 60_000);

test("the affiliate's steps keep their order if its clock is wrong", async () => {
  const there = await waiting();
  const arrivedAt = row()?.arrivedAt ?? 0;
  await drive(theirs, there, "passenger_on_board");
  tell({ passenger_on_board: arrivedAt - 60_000 });
  await follow();
  expect(row()).toMatchObject({ state: "passenger_on_board", arrivedAt, boardedAt: arrivedAt });
}, 60_000);

/** Accepts so late that a cancellation costs a fee. */
const acceptLate = async () => {
  const pickupLocal = new Date(ours.server.deps.now() + 210 * 60_000).toISOString().slice(0, 16);
  trip = await book(ours, { pickupLocal });
  await accepted();
};
const statement = async (): Promise<AffiliateStatement> =>
  json(await ours.staff.get(`/admin/affiliates/${affiliate.id}/statement?month=2026-11`));

test("a lower price from the affiliate becomes the cost, and a higher one needs approval", async () => {
  await drive(theirs, await waiting(), "passenger_on_board", "completed");
  await follow();
  const agreed = stored().costMinor;
  const correctFare = async (fareMinor: number) => {
    const { id, version } = await theirTrip();
    const fare = { version, fareMinor, reason: "Another way" };
    await json(await theirs.staff.put(`/admin/reservations/${id}/fare`, fare));
    await follow();
  };
  await correctFare(agreed - 500);
  expect((await offers())[0]).toMatchObject({ costMinor: agreed - 500, proposedMinor: null });
  await correctFare(agreed + 1_000);
  const [one] = await offers();
  expect(one).toMatchObject({ costMinor: agreed - 500, proposedMinor: agreed + 1_000 });
  expect((await statement()).sums).toMatchObject([{ costMinor: agreed - 500 }]);
  const bill = { farmOutId: one?.id, amountMinor: agreed + 1_000 };
  const other = await ours.staff.post(path("/farm-out/bill"), { ...bill, amountMinor: agreed });
  expect(other.status).toBe(409);
  await json(await ours.staff.post(path("/farm-out/bill"), bill));
  expect((await ours.staff.post(path("/farm-out/bill"), bill)).status).toBe(409);
  expect((await offers())[0]).toMatchObject({ costMinor: agreed + 1_000, proposedMinor: null });
  expect((await statement()).sums).toMatchObject([{ costMinor: agreed + 1_000 }]);
}, 60_000);

test("a booking is declined if the affiliate raises its price before confirming it", async () => {
  await offer();
  await follow();
  const { id, version, fareMinor } = await theirTrip();
  const raisedFare = { version, fareMinor: fareMinor + 1, reason: "A long way" };
  await json(await theirs.staff.put(`/admin/reservations/${id}/agreed-price`, raisedFare));
  await confirmAtPeer();
  await follow();
  expect((await offers())[0]).toMatchObject({ state: "declined" });
  expect((await offers())[0]?.reason).toMatch(/^The affiliate’s price is /);
  await follow();
  expect((await theirTrip()).state).toBe("cancelled");
}, 60_000);

test("a late cancellation by dispatch costs the affiliate's fee on both servers", async () => {
  await acceptLate();
  await json(await ours.staff.post(path("/cancellation"), { version: (await look()).version }));
  for (const how of ["before", "after"] as const) {
    failure = { call: "POST /bookings/", how };
    await follow();
  }
  failure = null;
  await follow();
  const feeMinor = (await theirTrip()).cancellationFeeMinor ?? 0;
  expect(feeMinor).toBeGreaterThan(0);
  expect((await offers())[0]).toMatchObject({ state: "withdrawn", feeMinor, proposedMinor: null });
  expect((await statement()).trips).toMatchObject([
    {
      state: "cancelled",
      costMinor: feeMinor,
      revenueMinor: (await look()).cancellationFeeMinor ?? -1,
    },
  ]);
}, 60_000);

test("a trip that the affiliate gives back by the link owes a fee only if dispatch approves it", async () => {
  await acceptLate();
  const [, token] = /affiliate\/([\w-]+)/.exec((await offers())[0]?.url ?? "") ?? [];
  await json(
    await ours.server.browser().post(`/affiliate/${token}`, { act: "decline", reason: "" }),
  );
  await follow();
  const feeMinor = (await theirTrip()).cancellationFeeMinor ?? 0;
  expect(feeMinor).toBeGreaterThan(0);
  const feeRequest = { state: "declined", feeMinor: null, proposedMinor: feeMinor };
  expect((await offers())[0]).toMatchObject(feeRequest);
}, 60_000);

test("a withdrawn offer owes a fee only with dispatch's approval, even if it was confirmed", async () => {
  const pickupLocal = new Date(ours.server.deps.now() + 210 * 60_000).toISOString().slice(0, 16);
  trip = await book(ours, { pickupLocal });
  await offer();
  await follow();
  await confirmAtPeer();
  await json(await ours.staff.delete(path("/offer"), { version: (await look()).version }));
  await follow();
  const feeMinor = (await theirTrip()).cancellationFeeMinor ?? 0;
  expect(feeMinor).toBeGreaterThan(0);
  const feeRequest = { state: "withdrawn", feeMinor: null, proposedMinor: feeMinor };
  expect((await offers())[0]).toMatchObject(feeRequest);
}, 60_000);

test("the fee for a trip that the affiliate cancels needs dispatch's approval", async () => {
  await acceptLate();
  const { id, version } = await theirTrip();
  await json(await theirs.staff.post(`/admin/reservations/${id}/cancellation`, { version }));
  await follow();
  await follow();
  const feeMinor = (await theirTrip()).cancellationFeeMinor ?? 0;
  const [one] = await offers();
  expect(one).toMatchObject({
    ...{ state: "declined", reason: "Cancelled in the affiliate’s Livery" },
    ...{ feeMinor: null, proposedMinor: feeMinor },
  });
  expect((await statement()).trips).toEqual([]);
  const bill = { farmOutId: one?.id, amountMinor: feeMinor };
  await json(await ours.staff.post(path("/farm-out/bill"), bill));
  expect((await statement()).sums).toMatchObject([{ costMinor: feeMinor }]);
}, 60_000);

test("a trip that the affiliate cancels at the pickup stays open and notifies dispatch once", async () => {
  const { id, version } = await waiting();
  await json(await theirs.staff.post(`/admin/reservations/${id}/cancellation`, { version }));
  await follow();
  await follow();
  expect(row()).toMatchObject({ state: "on_location" });
  expect((await offers())[0]?.peerNote).toStartWith(
    "The affiliate cancelled the trip at the pickup",
  );
  const told = ours.server.deps.db.select().from(staffNews).all();
  expect(told.filter(({ topic }) => topic === "late_driver")).toHaveLength(1);
}, 60_000);

/** Changes a trip as its own dispatch does. */
const change = async ({ staff }: DriverScene, { id, version }: Reservation, to: object) => {
  const at = `/admin/reservations/${id}`;
  const { quote } = await json<{ quote: string }>(
    await staff.post(`${at}/change-quote`, { version, ...to }),
  );
  await json(await staff.put(at, { version, quote }));
};
const changeOurTrip = async (to: object) => change(ours, await look(), to);

test("the extra cost of a change needs dispatch's approval, even if the answer is lost", async () => {
  await accepted();
  await changeOurTrip({ stops: [market] });
  failure = { call: "PUT /bookings", how: "after" };
  await follow();
  failure = null;
  await follow();
  const { fareMinor } = await theirTrip();
  expect(fareMinor).toBeGreaterThan(trip.fareMinor);
  const told = { costMinor: trip.fareMinor, proposedMinor: fareMinor, peerNote: "" };
  expect((await offers())[0]).toMatchObject(told);
  await changeOurTrip({ stops: [] });
  await follow();
  await follow();
  expect((await offers())[0]).toMatchObject({ costMinor: trip.fareMinor, proposedMinor: null });
}, 60_000);

test("a moved pin and a removed greeting sign reach the affiliate's server", async () => {
  await accepted();
  const sign = async (greetingSign: string) => {
    await json(await ours.staff.put(path(""), { version: (await look()).version, greetingSign }));
    await follow();
    return (await theirTrip()).details.greetingSign;
  };
  expect(await sign("Ms Uwase")).toBe("Ms Uwase");
  expect(await sign("")).toBeUndefined();
  await changeOurTrip({ pickup: { ...trip.pickup, latitude: -1.97 } });
  await follow();
  expect((await theirTrip()).pickup.latitude).toBe(-1.97);
}, 60_000);

test.each([
  ["before", "WB203", "The affiliate refused the change"],
  ["after", "WB203", ""],
  ["after", "", ""],
] as const)(
  "a name changed before set-off is refused only if it never arrived: lost %s, flight %p",
  async (how, flightNumber, expectedText) => {
    trip = await book(ours, { flightNumber });
    await accepted();
    const name = { version: (await look()).version, passengerName: "Chantal Mukamana" };
    await json(await ours.staff.put(path(""), name));
    failure = { call: "PUT /bookings", how };
    await follow();
    failure = null;
    for (const { server } of [ours, theirs]) server.advance(300_000);
    await drive(theirs, await assign(theirs, await theirTrip()), "en_route");
    await follow();
    const [one] = await offers();
    expect(one?.peerNote.slice(0, "The affiliate refused the change".length)).toBe(expectedText);
  },
  60_000,
);

test("undoing a change whose answer was lost undoes it at the affiliate", async () => {
  await accepted();
  await changeOurTrip({ stops: [market] });
  failure = { call: "PUT /bookings", how: "after" };
  await follow();
  failure = null;
  expect((await theirTrip()).stops).toHaveLength(1);
  await changeOurTrip({ stops: [] });
  await follow();
  await follow();
  const { stops, fareMinor } = await theirTrip();
  expect(stops).toEqual([]);
  expect((await offers())[0]).toMatchObject({ costMinor: fareMinor, proposedMinor: null });
}, 60_000);

test("a change made only by the affiliate needs dispatch's approval to raise the cost", async () => {
  await offer();
  await follow();
  await change(theirs, await theirTrip(), { passengers: 2 });
  await confirmAtPeer();
  const agreed = stored().costMinor;
  alterAnswer = (answer) => ({
    ...answer,
    ...(answer.fareMinor !== undefined && { fareMinor: agreed * 9 }),
  });
  await follow();
  expect((await theirTrip()).note).toContain("+250788000777");
  expect((await offers())[0]).toMatchObject({ state: "accepted", costMinor: agreed, peerNote: "" });
  alterAnswer = ({ booking }) => ({
    ...(booking && { booking: { ...booking, fareMinor: agreed * 9 } }),
  });
  await follow();
  expect((await offers())[0]).toMatchObject({ costMinor: agreed, proposedMinor: agreed * 9 });
}, 60_000);

test("a trip that ended here first is still checked for the affiliate's bill", async () => {
  const there = await waiting();
  await drive(theirs, there, "passenger_on_board");
  await follow();
  const [, token] = /affiliate\/([\w-]+)/.exec((await offers())[0]?.url ?? "") ?? [];
  const completed = { act: "step", to: "completed" };
  await json(await ours.server.browser().post(`/affiliate/${token}`, completed));
  await follow();
  expect(stored().peerDueAt).toBe(ours.server.deps.now() + 3_600_000);
}, 60_000);

test("a trip that the affiliate cancels at the pickup costs only the fee of its server", async () => {
  const { id, version } = await waiting();
  const cancellation = { version, waiveFee: true };
  await json(await theirs.staff.post(`/admin/reservations/${id}/cancellation`, cancellation));
  await follow();
  expect((await offers())[0]).toMatchObject({ state: "accepted", costMinor: 0 });
}, 60_000);

test("a driven trip of an unreachable server is checked every hour and dropped after a week", async () => {
  await drive(theirs, await waiting(), "passenger_on_board", "completed");
  await follow();
  failure = { call: "GET /bookings", how: "before" };
  await follow();
  expect(stored().peerDueAt).toBe(ours.server.deps.now() + 3_600_000);
  ours.server.advance(9 * 86_400_000);
  await follow();
  expect(stored()).toMatchObject({
    peerDueAt: null,
    peerAway: "Swift Cars: The server answered 502.",
  });
}, 60_000);

test("driven trips with open prices do not delay other trips", async () => {
  await drive(theirs, await waiting(), "passenger_on_board", "completed");
  await follow();
  const { db } = ours.server.deps;
  const known = stored();
  for (let n = 0; n < 60; n++)
    insertRow(db, farmOuts, { ...known, id: `${n}`, tokenHash: `${n}`, state: "declined" });
  failure = { call: "GET /bookings", how: "before" };
  trip = await book(ours);
  await offer();
  await follow();
  expect(bookings()).toHaveLength(2);
}, 60_000);

test("a negative price from the affiliate is refused", async () => {
  await offer();
  await follow();
  await confirmAtPeer();
  alterAnswer = ({ booking }) => ({ ...(booking && { booking: { ...booking, fareMinor: -1 } }) });
  await follow();
  expect((await offers())[0]).toMatchObject({ state: "open", costMinor: trip.fareMinor });
  expect(stored().peerAway).toContain("The answer did not come from a Livery server.");
}, 60_000);

test("the customer is notified of the latest driver, at most every five minutes", async () => {
  await offer();
  await follow();
  await confirmAtPeer();
  await assign(theirs, await theirTrip());
  const told = () =>
    messagesTo(ours.server, "rider@example.com").filter(({ kind }) => kind === "driver_assigned");
  const named = async (firstName: string) => {
    alterAnswer = ({ booking, ...answer }) =>
      booking
        ? { booking: { ...booking, driver: booking.driver && { ...booking.driver, firstName } } }
        : answer;
    await follow();
    expect(stored().driverName).toStartWith(firstName);
  };
  await named("Ann");
  await named("Bob");
  await named("Cleo");
  expect(told()).toHaveLength(1);
  ours.server.advance(300_000);
  await named("Cleo");
  await named("Cleo");
  expect(told()).toHaveLength(2);
  expect(told()[0]?.text).toContain("Cleo");
}, 60_000);

test("deleted driver names are not stored again, and a driver without a name is called Driver", async () => {
  await offer();
  await follow();
  await confirmAtPeer();
  await assign(theirs, await theirTrip());
  alterAnswer = ({ booking, ...answer }) =>
    booking?.driver
      ? { booking: { ...booking, driver: { ...booking.driver, firstName: "", lastName: "" } } }
      : { ...answer, ...(booking && { booking }) };
  await follow();
  expect(stored()).toMatchObject({ driverName: "Driver", plate: expect.stringMatching(/./) });
  const { deps } = ours.server;
  const told = () =>
    messagesTo(ours.server, "rider@example.com").filter(({ kind }) => kind === "driver_assigned");
  expect(told()).toHaveLength(1);
  deps.db
    .update(reservations)
    .set({ pickupAt: deps.now() - 181 * 86_400_000 })
    .run();
  await sweepRetainedRecords(deps);
  expect(stored()).toMatchObject({ driverName: "", plate: "" });
  ours.server.advance(3_600_000);
  await follow();
  expect(stored()).toMatchObject({ driverName: "", plate: "" });
  expect(told()).toHaveLength(1);
}, 60_000);

test("a silent server of one affiliate does not delay the trips of another", async () => {
  await offer();
  const silent = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Promise(() => {}) });
  try {
    const second = await book(ours);
    const { affiliate: other } = await json<{ affiliate: Affiliate }>(
      await ours.staff.post("/admin/affiliates", {
        ...{ name: "Silent Cars", email: "ops@silent.example", peerKey: "livery_none" },
        peerUrl: `http://127.0.0.1:${silent.port}`,
      }),
    );
    await json(
      await ours.staff.post(`/admin/reservations/${second.id}/farm-out`, {
        ...{ version: second.version, affiliateId: other.id, costMinor: 1, minutes: 30 },
      }),
    );
    // The server that does not answer is due first.
    ours.server.deps.db
      .update(farmOuts)
      .set({ peerDueAt: 0 })
      .where(eq(farmOuts.affiliateId, other.id))
      .run();
    const round = syncDuePeerBookings(ours.server.deps);
    for (let tries = 0; tries < 100 && bookings().length === 0; tries++) await Bun.sleep(50);
    expect(bookings()).toHaveLength(1);
    await silent.stop(true);
    await round;
  } finally {
    await silent.stop(true);
  }
}, 60_000);

test("a server inside the network is never called, and the API key is not sent to a new address", async () => {
  ours.server.deps.config.allowsLoopback = false;
  await offer();
  await follow();
  expect((await offers())[0]?.peerNote).toMatch(/start with https/);
  const { isUninsured: _, id, ...known } = affiliate;
  const moved = await ours.staff.put(`/admin/affiliates/${id}`, {
    ...known,
    peerUrl: "https://elsewhere.example",
  });
  expect(moved.status).toBe(400);
  const [row] = ours.server.deps.db.select().from(affiliates).where(eq(affiliates.id, id)).all();
  expect(row?.peerKey).not.toContain("lvy");
  expect(
    JSON.stringify(await (await ours.staff.get(`/admin/affiliates/${id}`)).json()),
  ).not.toContain("peerKey");
}, 60_000);
