/** The money of a trip from the quote to the end, through real calls. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { promotionUses } from "../../db/schema/fares";
import { reservations } from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import { type FeeSchedule, type PricedTrip, Fare } from "../../src/fares/contract";
import { versionById } from "../../src/fares/queries";
import { priceTrip } from "../../src/fares/rules";
import type { ChangeQuote } from "../../src/reservations/change-contract";
import type {
  CancellationPreview,
  Reservation,
  ReservationAnswer,
} from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { SimulationAnswer } from "../../src/reservations/quotes/simulation-contract";
import { book, quote, trip } from "../support/booking";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { skipWaitingTime } from "../support/waiting";
import { payDue } from "../support/reservations";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MARKET = {
  name: "Kimironko Market",
  detail: "KG 11 Ave, Kigali",
  latitude: -1.9494,
  longitude: 30.1261,
};
const STADIUM = {
  name: "Amahoro Stadium",
  detail: "KG 17 Ave, Kigali",
  latitude: -1.9552,
  longitude: 30.1147,
};

let server: TestServer;
let owner: Browser;
let rider: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
  rider = (await signInRider(server)).browser;
});
afterEach(() => server.close());

async function publish(over: Partial<FeeSchedule>): Promise<void> {
  const draft = (await (await owner.get("/admin/fees/draft")).json()) as {
    schedule: FeeSchedule;
    version: number;
  };
  const savedAnswer = await owner.put("/admin/fees/draft", {
    version: draft.version,
    schedule: { ...draft.schedule, ...over },
  });
  expect(savedAnswer.status).toBe(200);
  const publishedAnswer = await owner.post("/admin/fees/draft/publication", {
    version: draft.version + 1,
    startsLocal: null,
    reason: "A test",
  });
  expect([
    publishedAnswer.status,
    publishedAnswer.status === 201 || (await publishedAnswer.text()),
  ]).toEqual([201, true]);
}

const promotion: FeeSchedule["promotions"][number] = {
  id: "karibu",
  code: "KARIBU",
  name: "Welcome",
  amount: { kind: "fixed", amountMinor: 1_000 },
  maxDiscountMinor: null,
  from: null,
  until: null,
  maxUses: 1,
  maxUsesPerRider: null,
  minimumMinor: 0,
  serviceTypes: [],
  vehicleClassIds: [],
};

const stored = (id: string) =>
  server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all()[0];

describe("a quote", () => {
  test("measures the route over the stops, and lists the extras and gratuities on offer", async () => {
    const directQuote = await quote(rider);
    const stops = [STADIUM, MARKET];
    const around = await quote(rider, { stops, extras: [{ id: "child-seat", quantity: 2 }] });
    expect(around.distanceMeters).toBeGreaterThan(directQuote.distanceMeters);
    expect(around.extras.map(({ id, amountMinor }) => [id, amountMinor])).toEqual([
      ["child-seat", 3_000],
      ["greeting-sign", 5_000],
    ]);
    expect(around.gratuity).toEqual({ automaticPercent: null, choices: [5, 10, 15] });
    expect(around.freeCancellationMinutes).toBe(120);
    const lines = around.options[0]?.lines ?? [];
    expect(lines.filter(({ kind }) => kind === "stops" || kind === "extra")).toMatchObject([
      { params: { stops: 2, perStopMinor: 1_000 }, amountMinor: 2_000 },
      { params: { name: "Child seat", quantity: 2, eachMinor: 3_000 }, amountMinor: 6_000 },
    ]);
    const town = await quote(rider, { serviceType: "point_to_point" });
    expect(town.extras.map(({ id }) => id)).toEqual(["child-seat"]);
  });

  test("accepts a round trip only with stops on the way", async () => {
    const there = { pickup: MARKET, dropoff: MARKET, serviceType: "point_to_point" };
    expect(await refusal(await rider.post("/quotes", trip(there)))).toEqual([
      422,
      "trip.same_place",
    ]);
    expect((await quote(rider, { ...there, stops: [STADIUM] })).distanceMeters).toBeGreaterThan(0);
  });

  test.each([
    [{ extras: [{ id: "piano", quantity: 1 }] }, 422, "trip.extra"],
    [{ extras: [{ id: "child-seat", quantity: 4 }] }, 422, "trip.extra"],
    [
      { serviceType: "home_care", extras: [{ id: "greeting-sign", quantity: 1 }] },
      422,
      "trip.extra",
    ],
    [
      {
        extras: [
          { id: "child-seat", quantity: 1 },
          { id: "child-seat", quantity: 1 },
        ],
      },
      400,
      "request.invalid",
    ],
    [{ extras: [{ id: "child-seat", quantity: 0 }] }, 400, "request.invalid"],
    [{ stops: Array.from({ length: 9 }, () => MARKET) }, 400, "request.invalid"],
    [{ gratuityPercent: 101 }, 400, "request.invalid"],
    [{ gratuityPercent: -1 }, 400, "request.invalid"],
  ])("is refused with %o", async (over, status, code) => {
    expect(await refusal(await rider.post("/quotes", trip(over)))).toEqual([status, code]);
  });

  test("has the same price in the browser as on the server", async () => {
    const over = {
      stops: [MARKET],
      extras: [{ id: "child-seat", quantity: 1 }],
      gratuityPercent: 10,
      pickupLocal: "2026-11-21T23:30",
    };
    const quoted = await quote(rider, over);
    const answer = await owner.post("/admin/fees/simulation", { trip: trip(over) });
    const { inForce } = (await answer.json()) as SimulationAnswer;
    const { schedule } = (await (await owner.get("/admin/fees/draft")).json()) as {
      schedule: FeeSchedule;
    };
    // A browser has the schedule and the facts as JSON, and the same function.
    for (const { vehicleClass, lines, fareMinor } of quoted.options) {
      const fare = priceTrip(schedule, vehicleClass.id, JSON.parse(JSON.stringify(inForce?.facts)));
      expect(fare).toEqual({ currency: "RWF", totalMinor: fareMinor, lines });
    }
    const bookedAnswer = await rider.post("/reservations", {
      quote: quoted.quote,
      vehicleClassId: quoted.options[0]?.vehicleClass.id,
    });
    const { reservation } = (await bookedAnswer.json()) as ReservationAnswer;
    expect(reservation.lines).toEqual(quoted.options[0]?.lines ?? []);
  });

  test("knows airports, the operator's places and the time until the pickup", async () => {
    const answer = await owner.post("/admin/fees/simulation", {
      trip: trip({ serviceType: "point_to_point", pickupLocal: "2026-11-20T11:30" }),
    });
    const { facts } = ((await answer.json()) as SimulationAnswer).draft;
    expect(facts).toMatchObject({
      bookedOn: "2026-11-20",
      leadMinutes: 90,
      pickup: { airport: true },
      dropoff: { airport: false },
    } satisfies { [Key in keyof PricedTrip]?: unknown });
    const names = facts.dropoff.placeIds.map(
      (id) =>
        server.deps.db.$client
          .query<{ name: string }, [string]>("SELECT name FROM places WHERE id = ?")
          .get(id)?.name,
    );
    expect(names).toContain("Kigali Marriott Hotel");
  });
});

describe("a booking", () => {
  test("keeps its stops, extras, promotion code and gratuity", async () => {
    await publish({ promotions: [{ ...promotion, maxUses: null }] });
    const made = await book(rider, {
      stops: [MARKET],
      extras: [{ id: "child-seat", quantity: 2 }],
      promotionCode: "karibu",
      gratuityPercent: 5,
    });
    expect(made).toMatchObject({
      stops: [MARKET],
      extras: [{ id: "child-seat", name: "Child seat", quantity: 2 }],
      promotionCode: "KARIBU",
      pay: null,
      landedAt: null,
      feeLines: [],
    });
    expect(stored(made.id)).toMatchObject({ gratuityPercent: 5, promotionCode: "KARIBU" });
    const list = (await (await owner.get("/admin/reservations")).json()) as {
      reservations: Reservation[];
    };
    expect(list.reservations[0]?.stops).toEqual([MARKET]);
  });

  test("with a stop in words keeps its extras and code, and dispatch's last pin prices all of it", async () => {
    await publish({ promotions: [promotion] });
    const words = { name: "The blue gate", detail: "", latitude: null, longitude: null };
    const made = await book(rider, {
      stops: [MARKET, words],
      extras: [{ id: "child-seat", quantity: 1 }],
      promotionCode: "karibu",
      gratuityPercent: 10,
    });
    expect(made).toMatchObject({ state: "quote", onRequest: true, lines: [] });
    const answer = await owner.post(`/admin/reservations/${made.id}/pin`, {
      version: made.version,
      stop: 1,
      latitude: STADIUM.latitude,
      longitude: STADIUM.longitude,
    });
    const { reservation } = (await answer.json()) as ReservationAnswer;
    expect(reservation).toMatchObject({ state: "pending", promotionCode: "KARIBU" });
    const kinds = reservation.lines.map(({ kind }) => kind);
    for (const kind of ["stops", "extra", "promotion", "gratuity"] as const)
      expect(kinds).toContain(kind);
    expect(reservation.stops[1]).toMatchObject({
      name: "The blue gate",
      latitude: STADIUM.latitude,
    });
    expect(server.deps.db.select().from(promotionUses).all().length).toBe(1);
    const repinStop = (stop: number) =>
      owner.post(`/admin/reservations/${made.id}/pin`, {
        version: reservation.version,
        stop,
        latitude: 0,
        longitude: 0,
      });
    expect(await refusal(await repinStop(1))).toEqual([409, "reservation.illegal_transition"]);
    expect(await refusal(await repinStop(5))).toEqual([400, "request.invalid"]);
  });
});

describe("a promotion", () => {
  const body = (quoted: QuoteAnswer) => ({
    quote: quoted.quote,
    vehicleClassId: quoted.options[0]?.vehicleClass.id,
  });

  test("is given to one of two riders who race for its last use, and the other books nothing", async () => {
    await publish({ promotions: [promotion] });
    const other = (await signInRider(server, "other@example.com")).browser;
    const quotes = [await quote(rider, { promotionCode: "KARIBU" })];
    quotes.push(await quote(other, { promotionCode: "karibu " }));
    for (const { promotion, options } of quotes) {
      expect(promotion).toEqual({ code: "KARIBU", name: "Welcome", refusal: null });
      expect(options[0]?.promotion).toBeNull();
    }
    const answers = await Promise.all(
      [rider, other].map((browser, at) =>
        browser.post("/reservations", body(quotes[at] as QuoteAnswer)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    const refusedAnswer = answers.find(({ status }) => status === 422) ?? Response.json({});
    expect(await refusal(refusedAnswer)).toEqual([422, "promotion.used_up"]);
    expect(server.deps.db.select().from(reservations).all().length).toBe(1);
    const secondQuote = await quote(other, { promotionCode: "KARIBU" });
    expect(secondQuote.promotion?.refusal).toBe("used_up");
    expect(secondQuote.options[0]?.lines.some(({ kind }) => kind === "promotion")).toBe(false);
  });

  test("counts once for each rider, and a cancelled or rejected booking releases its use", async () => {
    await publish({ promotions: [{ ...promotion, maxUses: null, maxUsesPerRider: 1 }] });
    const waiting = await quote(rider, { promotionCode: "KARIBU" });
    const made = await book(rider, { promotionCode: "KARIBU" });
    const mine = async () => (await quote(rider, { promotionCode: "KARIBU" })).promotion?.refusal;
    expect(await mine()).toBe("used_by_rider");
    const visitor = await quote(server.browser(), { promotionCode: "KARIBU" });
    expect(visitor.promotion?.refusal).toBeNull();
    expect(await refusal(await rider.post("/reservations", body(waiting)))).toEqual([
      422,
      "promotion.used_by_rider",
    ]);
    await rider.post(`/reservations/${made.id}/cancellation`, { version: made.version });
    expect(await mine()).toBeNull();
    const second = await book(rider, { promotionCode: "KARIBU" });
    const rejectedAnswer = await owner.post(`/admin/reservations/${second.id}/rejection`, {
      version: second.version,
      reason: "No car",
    });
    expect(rejectedAnswer.status).toBe(200);
    expect(await mine()).toBeNull();
  });

  test("stays with a trip that is changed, even if that was its last use", async () => {
    await publish({ promotions: [{ ...promotion, maxUses: 1, maxUsesPerRider: 1 }] });
    const made = await book(rider, { promotionCode: "KARIBU" });
    const quoteAnswer = await rider.post(`/reservations/${made.id}/change-quote`, {
      version: made.version,
      stops: [MARKET],
    });
    const { quote: agreed, lines } = (await quoteAnswer.json()) as ChangeQuote;
    expect(lines.find(({ kind }) => kind === "promotion")?.amountMinor).toBe(-1_000);
    const json = { version: made.version, quote: agreed };
    const answer = await rider.put(`/reservations/${made.id}`, json);
    expect(answer.status).toBe(200);
    const { reservation } = (await answer.json()) as ReservationAnswer;
    expect(reservation).toMatchObject({ promotionCode: "KARIBU", lines });
    const uses = server.deps.db.select().from(promotionUses).all();
    expect(uses).toEqual([expect.objectContaining({ reservationId: made.id, releasedAt: null })]);
  });

  test("stays used after a late cancellation with a fee", async () => {
    await publish({ promotions: [promotion] });
    const made = await book(rider, { promotionCode: "KARIBU", pickupLocal: "2026-11-20T11:00" });
    await owner.post(`/admin/reservations/${made.id}/confirmation`, { version: made.version });
    const answer = await rider.post(`/reservations/${made.id}/cancellation`, { version: 2 });
    const { reservation } = (await answer.json()) as ReservationAnswer;
    expect(reservation.cancellationFeeMinor).toBeGreaterThan(0);
    expect(reservation.feeLines).toMatchObject([
      { kind: "cancellation", params: { onTheWay: false, underMinutes: 120, percent: 50 } },
    ]);
    const later = await quote(rider, { promotionCode: "KARIBU" });
    expect(later.promotion?.refusal).toBe("used_up");
  });
});

describe("the end of a trip", () => {
  let driver: Browser;
  beforeEach(async () => {
    // The answer to each step shows its effect on the fare.
    server.deps.db.update(settings).set({ showFareToDrivers: true }).run();
    createDriver(server, { id: "driver", email: "driver@example.com" });
    createVehicle(server, { id: "car" });
    driver = (await signInDriver(server)).browser;
  });

  /** Dispatch's session locks after a time without requests. */
  async function openTripAtDesk(): Promise<void> {
    owner = await signInAdmin(server);
  }

  /** Books and confirms a trip and assigns the driver. The clock is one hour before the pickup. */
  async function assigned(over: Record<string, unknown> = {}): Promise<Reservation> {
    const made = await book(rider, { pickupLocal: "2026-11-20T12:00", ...over });
    await owner.post(`/admin/reservations/${made.id}/confirmation`, { version: 1 });
    const answer = await owner.post(`/admin/reservations/${made.id}/assignment`, {
      version: 2,
      driverId: "driver",
      vehicleId: "car",
    });
    expect(answer.status).toBe(200);
    server.advance(HOUR);
    await openTripAtDesk();
    return ((await answer.json()) as ReservationAnswer).reservation;
  }
  async function drive(before: Reservation, to: string): Promise<Reservation> {
    if (to === "no_show") skipWaitingTime(server, before);
    const answer = await driver.post(`/driver/reservations/${before.id}/progress`, {
      version: before.version,
      to,
    });
    expect([to, answer.status]).toEqual([to, 200]);
    return ((await answer.json()) as ReservationAnswer).reservation;
  }

  test("charges waiting beyond the free time at the agreed prices", async () => {
    let at = await assigned({ serviceType: "point_to_point" });
    const agreed = JSON.stringify(at.lines);
    // A later, higher waiting price does not affect this trip.
    const version = versionById(server.deps.db, stored(at.id)?.feeScheduleId ?? "");
    await publish({
      rates: (version?.schedule.rates ?? []).map((rates) => ({
        ...rates,
        perWaitMinuteMinor: 9_999,
      })),
    });
    at = await drive(at, "en_route");
    server.advance(50 * MINUTE);
    at = await drive(at, "on_location");
    // Ten minutes until the pickup time, ten free, and just over five charged: six begun minutes.
    server.advance(25 * MINUTE + 1_000);
    at = await drive(at, "passenger_on_board");
    server.advance(20 * MINUTE);
    at = await drive(at, "completed");
    const lines = Fare.shape.lines.parse(at.lines);
    expect(JSON.stringify(lines.slice(0, -2))).toBe(agreed);
    expect(lines.slice(-2)).toMatchObject([
      {
        kind: "wait",
        params: { minutes: 6, perMinuteMinor: 100, freeMinutes: 10, from: "pickup" },
        amountMinor: 600,
      },
      { kind: "tax", amountMinor: 108 },
    ]);
    expect(at.fareMinor).toBe(lines.reduce((sum, line) => sum + line.amountMinor, 0));
    const linesBeforeTax = lines.filter(({ kind }) => kind !== "tax");
    const earnedMinor = linesBeforeTax.reduce((sum, line) => sum + line.amountMinor, 0);
    expect(at.pay).toMatchObject({ totalMinor: Math.round(earnedMinor * 0.7) });
    expect(stored(at.id)).toMatchObject({ waitSeconds: 301, fareMinor: at.fareMinor });
    const seen = (await (await rider.get(`/reservations/${at.id}`)).json()) as ReservationAnswer;
    expect(seen.reservation.pay).toBeNull();
    expect(seen.reservation.lines).toEqual(at.lines);
    // Settled and reopened: the waiting is not charged twice.
    await openTripAtDesk();
    const paid = await payDue(owner, at);
    await owner.post(`/admin/reservations/${at.id}/settlement`, { version: paid.version });
    await owner.delete(`/admin/reservations/${at.id}/settlement`, {
      version: paid.version + 1,
      reason: "Toll",
    });
    expect(stored(at.id)?.fareMinor).toBe(at.fareMinor);
  });

  test("counts the free hour at an airport from the landing that dispatch enters", async () => {
    let at = await assigned();
    const landing = (version: number, landedLocal: string | null) =>
      owner.post(`/admin/reservations/${at.id}/landing`, { version, landedLocal });
    expect(await refusal(await landing(1, null))).toEqual([409, "reservation.stale"]);
    at = await drive(at, "en_route");
    server.advance(55 * MINUTE);
    at = await drive(at, "on_location");
    // The landing is still in the future: the clock is at 09:55 UTC.
    await openTripAtDesk();
    const earlyAnswer = await landing(at.version, "2026-11-20T12:30");
    expect(earlyAnswer.status).toBe(400);
    expect(await earlyAnswer.json()).toHaveProperty("fields.landedLocal");
    server.advance(45 * MINUTE);
    await openTripAtDesk();
    const landingAnswer = await landing(at.version, "2026-11-20T12:30");
    at = ((await landingAnswer.json()) as ReservationAnswer).reservation;
    expect(at.landedAt).toBe("2026-11-20T10:30:00.000Z");
    // The free hour ends at 11:30.
    server.advance(HOUR);
    at = await drive(at, "passenger_on_board");
    at = await drive(at, "completed");
    expect(at.lines.find(({ kind }) => kind === "wait")).toMatchObject({
      params: { minutes: 10, perMinuteMinor: 100, freeMinutes: 60, from: "landing" },
      amountMinor: 1_000,
    });
    await openTripAtDesk();
    expect(await refusal(await landing(at.version, null))).toEqual([
      409,
      "reservation.illegal_transition",
    ]);
    const accountant = await signInAdmin(server, { role: "accountant" });
    const path = `/admin/reservations/${at.id}/landing`;
    expect((await accountant.post(path, { version: 1, landedLocal: null })).status).toBe(403);
  });

  test("keeps the fare of a trip without waiting and pays the driver", async () => {
    let at = await assigned({ gratuityPercent: 10 });
    const { lines } = at;
    for (const to of ["en_route", "on_location", "passenger_on_board", "completed"]) {
      server.advance(MINUTE);
      at = await drive(at, to);
    }
    expect(at.lines).toEqual(lines);
    const tip = lines.find(({ kind }) => kind === "gratuity")?.amountMinor ?? 0;
    expect(at.pay?.lines.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ["fare_share", expect.any(Number)],
      ["gratuity_share", tip],
    ]);
  });

  test("charges a no-show by the agreed prices and pays the driver's share", async () => {
    let at = await assigned();
    for (const to of ["en_route", "on_location", "no_show"]) at = await drive(at, to);
    expect(at).toMatchObject({
      cancellationFeeMinor: at.fareMinor,
      feeLines: [{ kind: "no_show", params: { percent: 100, capped: false } }],
      pay: { totalMinor: Math.round(at.fareMinor * 0.7) },
    });
  });

  test("charges the previewed fee for a cancellation on the way and pays the driver's share", async () => {
    let at = await assigned();
    at = await drive(at, "en_route");
    const preview = (await (
      await rider.get(`/reservations/${at.id}/cancellation`)
    ).json()) as CancellationPreview;
    const dispatchView = await owner.get(`/admin/reservations/${at.id}/cancellation`);
    expect(await dispatchView.json()).toEqual(preview);
    expect(preview).toEqual({
      allowed: true,
      isLateCancellation: true,
      feeMinor: at.fareMinor,
      currency: "RWF",
      otherLeg: null,
      vehicles: [],
    });
    await rider.post(`/reservations/${at.id}/cancellation`, { version: at.version });
    const row = stored(at.id);
    expect(row).toMatchObject({
      isLateCancellation: true,
      cancellationFeeMinor: at.fareMinor,
      payMinor: Math.round(at.fareMinor * 0.7),
    });
  });

  test("pays the driver nothing if dispatch waives the fee", async () => {
    let at = await assigned();
    at = await drive(at, "en_route");
    await owner.post(`/admin/reservations/${at.id}/cancellation`, {
      version: at.version,
      waiveFee: true,
      reason: "Our mistake",
    });
    expect(stored(at.id)).toMatchObject({
      cancellationFeeMinor: 0,
      payMinor: null,
      feeLines: null,
    });
  });
});
