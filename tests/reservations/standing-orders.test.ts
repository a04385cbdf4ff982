/** Repeating trips through the calls: booked, skipped, changed, stopped, started again and never booked twice. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { reservations } from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { FeeSchedule } from "../../src/fares/contract";
import type { FeeDraftAnswer } from "../../src/fares/fee-contract";
import { formatMoney } from "../../src/settings/money-rules";
import { standingOrders } from "../../db/schema/standing-orders";
import type {
  RepeatPreview,
  StandingOrder,
} from "../../src/reservations/standing-orders/order-contract";
import { patternDays } from "../../src/reservations/standing-orders/order-rules";
import { extendOrders } from "../../src/reservations/standing-orders/order-actions";
import { book, quote } from "../support/booking";
import { reservationValues } from "../support/reservations";
import { unzip } from "../support/unzip";
import { openDeps } from "../support/deps";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { lastMessage, messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const DAY = 86_400_000;
/** Monday 23 November 2026. The tests' clock is on the Friday before. */
const monday = { serviceType: "home_care", pickupLocal: "2026-11-23T07:30" };
const care = { weekdays: [1, 3, 5], everyWeeks: 1, end: { kind: "after", trips: 12 } };

let server: TestServer;
let browser: Browser;
beforeEach(async () => {
  server = await createTestServer();
  ({ browser } = await signInRider(server));
});
afterEach(() => server.close());

/** Books a repeating trip, by default on Monday, Wednesday and Friday for four weeks. */
async function order(repeat: object = care, by: Browser = browser): Promise<StandingOrder> {
  const quoted = await quote(by, monday);
  const answer = await by.post("/reservations", {
    quote: quoted.quote,
    vehicleClassId: quoted.options[0]?.vehicleClass.id,
    repeat,
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  const { reservation } = (await answer.json()) as { reservation: { standingOrderId: string } };
  return show(reservation.standingOrderId, by);
}

async function show(id: string, by: Browser = browser): Promise<StandingOrder> {
  const answer = await by.get(`/standing-orders/${id}`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { standingOrder: StandingOrder }).standingOrder;
}

async function after(answer: Response): Promise<StandingOrder> {
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { standingOrder: StandingOrder }).standingOrder;
}

/** Publishes changed prices, in force at once. */
async function publish(change: (schedule: FeeSchedule) => FeeSchedule): Promise<void> {
  const owner = await signInAdmin(server);
  const draft = (await (await owner.get("/admin/fees/draft")).json()) as FeeDraftAnswer;
  const savedAnswer = await owner.put("/admin/fees/draft", {
    version: draft.version,
    schedule: change(draft.schedule),
  });
  const { version } = (await savedAnswer.json()) as FeeDraftAnswer;
  const publishedAnswer = await owner.post("/admin/fees/draft/publication", {
    version,
    startsLocal: null,
    reason: "Other prices",
  });
  if (publishedAnswer.status !== 201) throw new Error(await publishedAnswer.text());
}

const booked = (one: StandingOrder) =>
  one.occurrences.filter(({ kind }) => kind === "booked").map(({ day }) => day);
const rows = () => server.deps.db.select().from(reservations).all();
const codeOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
];

describe("booking a repeating trip", () => {
  test("creates a priced reservation for each trip of the next four weeks", async () => {
    const made = await order();
    expect(booked(made)).toEqual([
      "2026-11-23",
      "2026-11-25",
      "2026-11-27",
      "2026-11-30",
      "2026-12-02",
      "2026-12-04",
      "2026-12-07",
      "2026-12-09",
      "2026-12-11",
      "2026-12-14",
      "2026-12-16",
      "2026-12-18",
    ]);
    expect(made).toMatchObject({ state: "active", more: false, pickupTime: "07:30" });
    for (const row of rows()) {
      expect(row).toMatchObject({ state: "pending", serviceType: "home_care", version: 1 });
      expect(row.pickupLocal).toBe(`${row.occurrenceDay}T07:30`);
      expect(row.fareMinor).toBeGreaterThan(0);
    }
    expect(new Set(rows().map(({ number }) => number)).size).toBe(12);
  });

  test("sends the rider one message with all dates", async () => {
    await order();
    const messages = messagesTo(server, "rider@example.com").filter(({ kind }) => kind !== "code");
    expect(messages.map(({ kind }) => kind)).toEqual(["order_booked"]);
    expect(messages[0]?.text).toContain(
      "Every Monday, Wednesday and Friday at 07:30, for 12 trips.",
    );
    expect(messages[0]?.text).toContain("Fri 18 Dec 2026, 07:30");
  });

  test("creates one order per key, even if the request arrives eight times", async () => {
    const quoted = await quote(browser, monday);
    const body = {
      quote: quoted.quote,
      vehicleClassId: quoted.options[0]?.vehicleClass.id,
      repeat: care,
    };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        browser.post("/reservations", body, { "idempotency-key": "one" }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(rows()).toHaveLength(12);
    const other = { ...body, repeat: { ...care, weekdays: [1] } };
    expect(
      await codeOf(await browser.post("/reservations", other, { "idempotency-key": "one" })),
    ).toEqual([422, "idempotency.reused"]);
  });

  test("skips the days that the rider leaves out", async () => {
    const made = await order({ ...care, skipDays: ["2026-11-25"] });
    expect(booked(made)).not.toContain("2026-11-25");
    expect(booked(made)).toHaveLength(11);
    expect(made.occurrences.find(({ day }) => day === "2026-11-25")?.kind).toBe("skipped");
  });

  test.each([
    [{ weekdays: [2], everyWeeks: 1, end: { kind: "never" } }, "repeat.weekdays"],
    [{ ...care, end: { kind: "on", day: "2026-11-20" } }, "repeat.end"],
    [{ ...care, startsOn: "2026-11-19", weekdays: [4] }, "repeat.startsOn"],
  ])("refuses an impossible pattern: %p", async (repeat, field) => {
    const quoted = await quote(browser, monday);
    const vehicleClassId = quoted.options[0]?.vehicleClass.id;
    const body = { quote: quoted.quote, vehicleClassId, repeat };
    for (const path of ["/reservations", "/standing-orders/preview"]) {
      const answer = await browser.post(path, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
    }
    expect(rows()).toHaveLength(0);
  });

  test("the preview shows a visitor the same days and prices as the booking", async () => {
    const stranger = server.browser();
    const quoted = await quote(stranger, monday);
    const answer = await stranger.post("/standing-orders/preview", {
      quote: quoted.quote,
      vehicleClassId: quoted.options[0]?.vehicleClass.id,
      repeat: { ...care, skipDays: ["2026-11-25"] },
    });
    const preview = (await answer.json()) as RepeatPreview;
    expect(preview).toMatchObject({
      trips: 11,
      bookedUntil: "2026-12-18",
      leftOut: [{ day: "2026-11-25", holiday: null }],
    });
    expect(preview.totalMinor).toBe(
      preview.days.reduce((sum, { fareMinor }) => sum + (fareMinor ?? Number.NaN), 0),
    );
    const made = await order({ ...care, skipDays: ["2026-11-25"] });
    expect(preview.days.map(({ day, fareMinor }) => [day, fareMinor])).toEqual(
      made.occurrences
        .filter(({ kind }) => kind === "booked")
        .map(({ day, fareMinor }) => [day, fareMinor]),
    );
  });

  test("repeats a trip that is already booked, and only once", async () => {
    const trip = await book(browser, monday);
    const path = `/reservations/${trip.id}/standing-order`;
    const first = await browser.post(path, { repeat: care });
    expect(first.status).toBe(201);
    const secondAnswer = await browser.post(path, { repeat: care });
    expect(secondAnswer.status).toBe(201);
    const [one, two] = [await first.json(), await secondAnswer.json()] as {
      standingOrder: StandingOrder;
    }[];
    expect(two?.standingOrder.id).toBe(one?.standingOrder.id ?? "");
    expect(rows()).toHaveLength(12);
    const other = await browser.post(path, { repeat: { ...care, everyWeeks: 2 } });
    expect(await codeOf(other)).toEqual([409, "standing_order.exists"]);
  });

  test("refuses to repeat a trip without a price", async () => {
    const pickupInWords = { name: "The blue gate", detail: "", latitude: null, longitude: null };
    const trip = await book(browser, { ...monday, pickup: pickupInWords });
    const answer = await browser.post(`/reservations/${trip.id}/standing-order`, { repeat: care });
    expect(await codeOf(answer)).toEqual([422, "standing_order.needs_price"]);
  });
});

describe("access to repeating trips", () => {
  test("another rider's order answers 404", async () => {
    const made = await order();
    const other = (await signInRider(server, "other@example.com")).browser;
    const stop = { version: 1, cancelTrips: false, feesMinor: 0 };
    const trip = rows()[0]?.id ?? "";
    for (const answer of [
      await other.get(`/standing-orders/${made.id}`),
      await other.post(`/standing-orders/${made.id}/skips`, {
        version: 1,
        day: "2026-11-25",
        feesMinor: 0,
      }),
      await other.delete(`/standing-orders/${made.id}/skips`, { version: 1, day: "2026-11-25" }),
      await other.post(`/standing-orders/${made.id}/pause`, stop),
      await other.delete(`/standing-orders/${made.id}/pause`, { version: 1 }),
      await other.post(`/standing-orders/${made.id}/ending`, stop),
      await other.post(`/standing-orders/${made.id}/change`, {
        version: 1,
        from: null,
        pickupTime: "08:00",
      }),
      await other.post(`/reservations/${trip}/standing-order`, { repeat: care }),
      await other.post(`/reservations/${trip}/standing-order/preview`, { repeat: care }),
    ])
      expect(answer.status).toBe(404);
    expect(await (await other.get("/standing-orders")).json()).toEqual({
      standingOrders: [],
      nextCursor: null,
    });
    expect((await show(made.id)).version).toBe(1);
  });

  test("dispatch sees all orders and can skip a day, and an accountant can only read", async () => {
    const made = await order();
    const admin = await signInAdmin(server);
    const listedAnswer = await admin.get("/admin/standing-orders?state=active");
    expect(await listedAnswer.json()).toMatchObject({
      standingOrders: [
        { id: made.id, rider: { name: "Aline Uwase" }, nextPickupAt: "2026-11-23T05:30:00.000Z" },
      ],
    });
    await after(
      await admin.post(`/admin/standing-orders/${made.id}/skips`, {
        version: 1,
        day: "2026-11-25",
        feesMinor: 0,
      }),
    );
    expect(booked(await show(made.id))).toHaveLength(11);
    const accountant = await signInAdmin(server, { role: "accountant" });
    expect((await accountant.get(`/admin/standing-orders/${made.id}`)).status).toBe(200);
    const refusedAnswer = await accountant.post(`/admin/standing-orders/${made.id}/ending`, {
      version: 2,
      cancelTrips: false,
      feesMinor: 0,
    });
    expect(refusedAnswer.status).toBe(403);
  });

  test("the list of orders pages by cursor", async () => {
    for (const day of [1, 3, 5]) {
      await order({ weekdays: [...new Set([1, day])], everyWeeks: 4, end: { kind: "never" } });
      server.advance(1_000);
    }
    const seen: string[] = [];
    let cursor: string | null = "";
    do {
      const answer = await browser.get(
        `/standing-orders?limit=1${cursor ? `&cursor=${cursor}` : ""}`,
      );
      const page = (await answer.json()) as {
        standingOrders: { id: string }[];
        nextCursor: string | null;
      };
      seen.push(...page.standingOrders.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(3);
  });
});

describe("the days of a repeating trip", () => {
  test("skipping a day cancels its trip, and restoring the day books a new one", async () => {
    const made = await order();
    const skipped = await after(
      await browser.post(`/standing-orders/${made.id}/skips`, {
        version: made.version,
        day: "2026-11-25",
        feesMinor: 0,
      }),
    );
    expect(skipped.occurrences[1]).toMatchObject({ day: "2026-11-25", kind: "skipped" });
    expect(rows().filter(({ state }) => state === "cancelled")).toHaveLength(1);
    expect(await extendOrders(server.deps)).toBe(0);
    server.advance(DAY);
    expect(await extendOrders(server.deps)).toBe(0);
    const back = await after(
      await browser.delete(`/standing-orders/${made.id}/skips`, {
        version: skipped.version,
        day: "2026-11-25",
      }),
    );
    expect(booked(back)).toHaveLength(12);
    expect(rows()).toHaveLength(13);
  });

  test("a trip that the rider cancelled is not booked again unless they restore the day", async () => {
    const made = await order();
    const trip = made.occurrences[1]?.reservation?.id ?? "";
    await browser.post(`/reservations/${trip}/cancellation`, { version: 1 });
    server.advance(2 * DAY);
    await extendOrders(server.deps);
    const seen = await show(made.id);
    expect(seen.occurrences[1]?.kind).toBe("cancelled");
    expect(rows()).toHaveLength(12);
    const back = await after(
      await browser.delete(`/standing-orders/${made.id}/skips`, {
        version: seen.version,
        day: "2026-11-25",
      }),
    );
    expect(booked(back)).toContain("2026-11-25");
  });

  test("a day beyond the days shown cannot be skipped", async () => {
    const made = await order({ ...care, end: { kind: "never" } });
    const path = `/standing-orders/${made.id}/skips`;
    const skip = (day: string) =>
      browser.post(path, { version: made.version, day, feesMinor: 0 }).then(codeOf);
    const none = [422, "standing_order.no_such_day"];
    // Only Mondays, and the last one shown is 160 weeks after the first.
    expect(await skip("2199-12-30")).toEqual(none);
    expect(await skip("2029-12-24")).toEqual(none);
    expect((await skip("2029-12-17"))[0]).toBe(200);
  });

  test("a day outside the pattern, a stale version or a higher fee changes nothing", async () => {
    const made = await order();
    const path = `/standing-orders/${made.id}/skips`;
    const skip = { version: made.version, day: "2026-11-24", feesMinor: 0 };
    expect(await codeOf(await browser.post(path, skip))).toEqual([
      422,
      "standing_order.no_such_day",
    ]);
    expect(
      await codeOf(await browser.post(path, { ...skip, day: "2026-11-25", version: 7 })),
    ).toEqual([409, "standing_order.stale"]);
    // Confirmed, and an hour and a half before the pickup, so cancelling costs a fee.
    const admin = await signInAdmin(server);
    const [first] = made.occurrences;
    await admin.post(`/admin/reservations/${first?.reservation?.id}/confirmation`, { version: 1 });
    server.advance(Date.parse("2026-11-23T04:00:00Z") - server.deps.now());
    const [now] = (await show(made.id)).occurrences;
    expect(now?.reservation?.feeMinor).toBeGreaterThan(0);
    const today = { ...skip, day: "2026-11-23" };
    expect(await codeOf(await browser.post(path, today))).toEqual([
      409,
      "standing_order.fee_changed",
    ]);
    expect(booked(await show(made.id))).toHaveLength(12);
    const agreed = { ...today, feesMinor: now?.reservation?.feeMinor ?? 0 };
    expect((await browser.post(path, agreed)).status).toBe(200);
  });
});

describe("changing a repeating trip", () => {
  test("leaves booked trips unchanged unless it applies from a certain day", async () => {
    const made = await order({ ...care, end: { kind: "never" } });
    const path = `/standing-orders/${made.id}/change`;
    const later = await after(
      await browser.post(path, { version: made.version, pickupTime: "09:00", from: null }),
    );
    const times = () => new Set(rows().map(({ pickupLocal }) => pickupLocal.slice(11)));
    expect([...times()]).toEqual(["07:30"]);
    expect(later.occurrences.find(({ kind }) => kind === "planned")?.pickupAt).toEndWith(
      "T07:00:00.000Z",
    );
    server.advance(7 * DAY);
    await extendOrders(server.deps);
    expect([...times()].sort()).toEqual(["07:30", "09:00"]);
    const seen = await show(made.id);
    await after(
      await browser.post(path, { version: seen.version, pickupTime: "10:15", from: "2026-12-02" }),
    );
    for (const row of rows()) {
      const isBefore = (row.occurrenceDay ?? "") < "2026-12-02";
      expect(row.pickupLocal.slice(11)).toBe(isBefore ? "07:30" : "10:15");
      expect(row.state).toBe("pending");
    }
  });

  test("leaves a trip with a cancellation fee unchanged and names it", async () => {
    const made = await order();
    const admin = await signInAdmin(server);
    const first = made.occurrences[0]?.reservation;
    await admin.post(`/admin/reservations/${first?.id}/confirmation`, { version: 1 });
    server.advance(Date.parse("2026-11-23T04:00:00Z") - server.deps.now());
    const seen = await show(made.id);
    const answer = await browser.post(`/standing-orders/${made.id}/change`, {
      version: seen.version,
      pickupTime: "16:00",
      from: "2026-11-23",
    });
    expect(await answer.json()).toMatchObject({ unchanged: [first?.number] });
    expect(
      rows()
        .map(({ pickupLocal }) => pickupLocal.slice(11))
        .sort(),
    ).toEqual(["07:30", ...Array<string>(11).fill("16:00")]);
    const [message] = messagesTo(server, "rider@example.com");
    expect(message?.kind).toBe("order_changed");
    expect(message?.text).toContain(`These bookings have not changed: ${first?.number}.`);
  });

  test("keeps the trips after an earlier end, or cancels them on request", async () => {
    const made = await order();
    const path = `/standing-orders/${made.id}/change`;
    const end = { kind: "on", day: "2026-12-04" };
    const kept = await after(await browser.post(path, { version: made.version, from: null, end }));
    expect(booked(kept)).toHaveLength(12);
    const cut = await after(
      await browser.post(path, { version: kept.version, from: null, end, cancelTrips: true }),
    );
    expect(booked(cut).at(-1)).toBe("2026-12-04");
    const longerOrder = await after(
      await browser.post(path, { version: cut.version, from: null, end: { kind: "never" } }),
    );
    expect(booked(longerOrder).at(-1)).toBe("2026-12-18");
    expect(longerOrder.more).toBe(true);
  });
});

describe("the lead time for riders", () => {
  test("applies to the days of an order that starts before its trip", async () => {
    // It is Friday, 10:00, and the lead time is half an hour.
    const quoted = await quote(browser, { ...monday, pickupLocal: "2026-11-27T10:20" });
    const vehicleClassId = quoted.options[0]?.vehicleClass.id;
    const end = { kind: "after", trips: 3 };
    const repeat = { weekdays: [5], everyWeeks: 1, end, startsOn: "2026-11-20" };
    const wanted = { quote: quoted.quote, vehicleClassId, repeat };
    const preview = await browser.post("/standing-orders/preview", wanted);
    const { days } = (await preview.json()) as RepeatPreview;
    expect(days.map(({ fareMinor }) => fareMinor === null)).toEqual([true, false, false]);
    expect((await browser.post("/reservations", wanted)).status).toBe(201);
    expect(rows().map(({ pickupLocal }) => pickupLocal)).not.toContain("2026-11-20T10:20");
    const [made] = server.deps.db.select().from(standingOrders).all();
    const seen = await show(made?.id ?? "");
    expect(seen.occurrences[0]).toMatchObject({ day: "2026-11-20", kind: "not_bookable" });
    const path = `/standing-orders/${seen.id}/skips`;
    const back = { version: seen.version, day: "2026-11-20" };
    expect(await codeOf(await browser.delete(path, back))).toEqual([422, "trip.too_soon"]);
    const admin = await signInAdmin(server);
    expect(booked(await after(await admin.delete(`/admin${path}`, back)))).toContain("2026-11-20");
  });

  test("applies to trips that the rider moves to another time", async () => {
    const made = await order();
    server.advance(Date.parse("2026-11-23T04:00:00Z") - server.deps.now());
    const change = (by: Browser, path: string, pickupTime: string, version: number) =>
      by.post(path, { version, pickupTime, from: "2026-11-23" });
    const path = `/standing-orders/${made.id}/change`;
    const soon = await change(browser, path, "06:10", made.version);
    const first = made.occurrences[0]?.reservation?.number;
    expect(await soon.json()).toMatchObject({ unchanged: [first] });
    const times = () => rows().map(({ pickupLocal }) => pickupLocal.slice(11));
    expect(times().filter((time) => time === "06:10")).toHaveLength(11);
    const admin = await signInAdmin(server);
    const changeAnswer = await change(admin, `/admin${path}`, "06:15", made.version + 1);
    expect(await changeAnswer.json()).toMatchObject({ unchanged: [] });
    expect(new Set(times())).toEqual(new Set(["06:15"]));
  });
});

describe("stopping a repeating trip", () => {
  test("a pause books no more trips, and resuming books the missing ones", async () => {
    const made = await order({ ...care, end: { kind: "never" } });
    const paused = await after(
      await browser.post(`/standing-orders/${made.id}/pause`, {
        version: made.version,
        cancelTrips: true,
        feesMinor: 0,
      }),
    );
    expect(paused).toMatchObject({ state: "paused", nextPickupAt: null, occurrences: [] });
    server.advance(7 * DAY);
    expect(await extendOrders(server.deps)).toBe(0);
    const on = await after(
      await browser.delete(`/standing-orders/${made.id}/pause`, { version: paused.version }),
    );
    expect(on.state).toBe("active");
    expect(booked(on)[0]).toBe("2026-11-30");
    expect(booked(on)).toHaveLength(12);
  });

  test("ending cancels the booked trips on request and sends one message", async () => {
    const made = await order();
    const stop = { version: made.version, cancelTrips: true, feesMinor: 0 };
    const ended = await after(await browser.post(`/standing-orders/${made.id}/ending`, stop));
    expect(ended).toMatchObject({ state: "ended", occurrences: [] });
    const kinds = messagesTo(server, "rider@example.com").map(({ kind }) => kind);
    expect(kinds).toEqual(["order_stopped", "order_booked", "code"]);
    expect(rows().every(({ state }) => state === "cancelled")).toBe(true);
    const secondAnswer = await browser.post(`/standing-orders/${made.id}/ending`, {
      ...stop,
      version: 2,
    });
    expect(await codeOf(secondAnswer)).toEqual([409, "standing_order.not_active"]);
  });

  test("an order ends after its last day", async () => {
    const made = await order();
    server.advance(40 * DAY);
    await extendOrders(server.deps);
    expect((await show(made.id)).state).toBe("ended");
    expect(rows()).toHaveLength(12);
  });
});

describe("extending repeating trips", () => {
  test("books new trips four weeks ahead, once per day and without a message", async () => {
    await order({ ...care, end: { kind: "never" } });
    const before = rows().length;
    for (let day = 0; day < 14; day++) {
      server.advance(DAY);
      await extendOrders(server.deps);
      await extendOrders(server.deps);
    }
    expect(rows()).toHaveLength(before + 6);
    const days = rows().map(({ occurrenceDay }) => occurrenceDay);
    expect(new Set(days).size).toBe(days.length);
    const kinds = messagesTo(server, "rider@example.com").map(({ kind }) => kind);
    expect(kinds).toEqual(["order_booked", "code"]);
  });

  test("books only future trips after the server has been down for weeks", async () => {
    await order({ ...care, end: { kind: "never" } });
    server.advance(60 * DAY);
    await extendOrders(server.deps);
    const made = rows().filter(({ createdAt }) => createdAt === server.deps.now());
    expect(made.length).toBeGreaterThanOrEqual(12);
    expect(made.every(({ pickupAt }) => pickupAt > server.deps.now())).toBe(true);
  });

  test("books each trip once if two workers with their own connections run at the same time", async () => {
    await order({ ...care, end: { kind: "never" } });
    for (let round = 0; round < 10; round++) {
      server.advance(3 * DAY);
      const other = { ...openDeps(server.folder), now: server.deps.now };
      await Promise.all([
        extendOrders(server.deps),
        extendOrders(other),
        extendOrders(other),
        extendOrders(server.deps),
      ]);
      // Opened again, as if the server had restarted.
      other.db.$client.close();
    }
    const made = server.deps.db
      .select({ day: reservations.occurrenceDay })
      .from(reservations)
      .where(and(isNotNull(reservations.standingOrderId), isNotNull(reservations.occurrenceDay)))
      .all();
    const pattern = {
      ...care,
      startsOn: "2026-11-23",
      endsOn: null,
      endsAfter: null,
    };
    expect(made.map(({ day }) => day).sort()).toEqual(patternDays(pattern, "2027-01-17"));
  });

  test("the database refuses a second trip of an order on the same day", async () => {
    await order();
    const [row] = rows();
    if (!row) throw new Error("nothing was booked");
    const copy = { ...row, id: "copy", number: 9_999 };
    expect(() => server.deps.db.insert(reservations).values(copy).run()).toThrow(/UNIQUE/);
  });

  test("a new price list that changes the price of a repeating trip notifies the rider once", async () => {
    await order({ ...care, end: { kind: "never" } });
    await publish((schedule) => ({
      ...schedule,
      rates: schedule.rates.map((rates) => ({ ...rates, baseMinor: rates.baseMinor + 50_000 })),
    }));
    for (let day = 0; day < 7; day++) {
      server.advance(DAY);
      await extendOrders(server.deps);
    }
    const made = rows().toSorted((a, b) => a.pickupAt - b.pickupAt);
    const [before, now] = [made[0]?.fareMinor ?? 0, made.at(-1)?.fareMinor ?? 0];
    expect(now).toBeGreaterThan(before);
    const news = messagesTo(server, "rider@example.com").filter(
      ({ kind }) => kind === "order_news",
    );
    expect(news).toHaveLength(1);
    expect(news[0]?.text).toContain("From Mon 21 Dec 2026, 07:30, this trip costs");
    expect(news[0]?.text).toContain(formatMoney(now, "RWF"));
  });

  test("a new price list that keeps the price of a repeating trip sends no message", async () => {
    await order({ ...care, end: { kind: "never" } });
    await publish((schedule) => ({
      ...schedule,
      graceMinutes: { ...schedule.graceMinutes, hourly: schedule.graceMinutes.hourly + 5 },
    }));
    server.advance(7 * DAY);
    await extendOrders(server.deps);
    const kinds = messagesTo(server, "rider@example.com").map(({ kind }) => kind);
    expect(kinds).not.toContain("order_news");
  });

  test("a repeating trip skips the holidays of the price list if the rider wants", async () => {
    await publish((schedule) => ({
      ...schedule,
      holidays: [{ date: "12-25", name: "Christmas Day" }],
    }));
    const made = await order({ ...care, end: { kind: "never" }, skipHolidays: true });
    server.advance(14 * DAY);
    await extendOrders(server.deps);
    const seen = await show(made.id);
    expect(seen.occurrences.find(({ day }) => day === "2026-12-25")?.kind).toBe("holiday");
    expect(booked(seen)).toContain("2026-12-23");
    expect(booked(seen)).not.toContain("2026-12-25");
  });

  test("the rider is notified once of a day without a bookable car and can restore it later", async () => {
    const made = await order({ ...care, end: { kind: "never" } });
    const { vehicleClassId } = rows()[0] ?? { vehicleClassId: "" };
    const active = (on: boolean) =>
      server.deps.write((tx) => {
        tx.update(vehicleClasses)
          .set({ active: on })
          .where(eq(vehicleClasses.id, vehicleClassId))
          .run();
        tx.update(settings)
          .set({ version: sql`${settings.version} + 1` })
          .run();
      });
    await active(false);
    server.advance(3 * DAY);
    await extendOrders(server.deps);
    await extendOrders(server.deps);
    const seen = await show(made.id);
    expect(seen.occurrences.find(({ day }) => day === "2026-12-21")?.kind).toBe("not_bookable");
    const news = messagesTo(server, "rider@example.com").filter(
      ({ kind }) => kind === "order_news",
    );
    expect(news.map(({ text }) => text.includes("on 21 December 2026. Please call us"))).toEqual([
      true,
    ]);
    const path = `/standing-orders/${made.id}/skips`;
    const skipRequest = { version: seen.version, day: "2026-12-21" };
    expect(await codeOf(await browser.delete(path, skipRequest))).toEqual([422, "trip.no_vehicle"]);
    await active(true);
    expect(booked(await after(await browser.delete(path, skipRequest)))).toContain("2026-12-21");
  });

  test("a trip in the hour that spring skips moves to the next minute and notifies the rider", async () => {
    const berlinServer = await createTestServer({ TIME_ZONE: "Europe/Berlin", CURRENCY: "EUR" });
    const { browser: rider } = await signInRider(berlinServer);
    berlinServer.advance(Date.parse("2027-03-01T12:00:00Z") - berlinServer.deps.now());
    const { browser: newBrowser } = await signInRider(berlinServer, "rider@example.com", {
      browser: rider,
    });
    const trip = await book(newBrowser, {
      serviceType: "home_care",
      pickupLocal: "2027-03-07T02:30",
    });
    const repeat = { weekdays: [7], everyWeeks: 1, end: { kind: "never" } };
    await newBrowser.post(`/reservations/${trip.id}/standing-order`, { repeat });
    const made = berlinServer.deps.db.select().from(reservations).all();
    expect(made.map(({ pickupLocal }) => pickupLocal)).toEqual([
      "2027-03-07T02:30",
      "2027-03-14T02:30",
      "2027-03-21T02:30",
      "2027-03-28T03:00",
    ]);
    const news = messagesTo(berlinServer, "rider@example.com").find(
      ({ kind }) => kind === "order_news",
    );
    expect(news?.text).toContain("your pickup is at Sun 28 Mar 2027, 03:00");
    berlinServer.close();
  });
});

test("deleting a rider's account deletes its orders and unlinks their trips", async () => {
  const made = await order({ ...care, end: { kind: "never" } });
  await browser.post(`/standing-orders/${made.id}/ending`, {
    version: 1,
    cancelTrips: true,
    feesMinor: 0,
  });
  server.advance(60_000);
  await browser.post("/users/confirmation-code");
  const { code } = lastMessage(server, "rider@example.com");
  expect((await browser.post("/users/erasure", { otp: code })).status).toBe(200);
  expect(server.deps.db.select().from(standingOrders).all()).toEqual([]);
  const left = server.deps.db
    .select()
    .from(reservations)
    .where(eq(reservations.passengerName, "Erased rider"))
    .all();
  expect(left).toHaveLength(12);
  expect(left.every(({ standingOrderId }) => standingOrderId === null)).toBe(true);
});

test("dispatch repeats the trip of a passenger without an account and notifies them by SMS", async () => {
  const { vehicleClassId } = (await book(browser, monday)) && (rows()[0] ?? { vehicleClassId: "" });
  const tripByPhone = reservationValues({
    number: 5_000,
    source: "phone",
    riderId: null,
    passengerName: "Old Mrs Gatete",
    passengerPhone: "+250788000009",
    pickupAt: Date.parse("2026-11-24T06:00:00Z"),
    vehicleClassId,
  });
  server.deps.db.insert(reservations).values(tripByPhone).run();
  const admin = await signInAdmin(server);
  const path = `/admin/reservations/${tripByPhone.id}/standing-order`;
  const repeat = { weekdays: [2, 4], everyWeeks: 1, end: { kind: "after", trips: 4 } };
  const preview = await admin.post(`${path}/preview`, { repeat });
  expect(await preview.json()).toMatchObject({ trips: 4 });
  const answer = await admin.post(path, { repeat });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({
    standingOrder: { rider: null, passenger: { name: "Old Mrs Gatete" } },
  });
  const made = rows().filter(({ passengerPhone }) => passengerPhone === "+250788000009");
  expect(made.map(({ occurrenceDay }) => occurrenceDay).sort()).toEqual([
    "2026-11-24",
    "2026-11-26",
    "2026-12-01",
    "2026-12-03",
  ]);
  expect(made.every(({ source, riderId }) => source === "phone" && riderId === null)).toBe(true);
  const [message] = messagesTo(server, "+250788000009");
  expect(message).toMatchObject({ kind: "order_booked", channel: "sms" });
});

test("a repeating trip books nothing more if the company no longer pays, and notifies the rider", async () => {
  const made = await order({ ...care, end: { kind: "never" } });
  const companyId = Bun.randomUUIDv7();
  const [row] = server.deps.db.select().from(standingOrders).all();
  await server.deps.write((tx) =>
    tx
      .update(standingOrders)
      .set({
        template: { ...(row?.template as object), payment: "account", companyId },
      })
      .run(),
  );
  server.advance(3 * DAY);
  expect(await extendOrders(server.deps)).toBe(0);
  const seen = await show(made.id);
  expect(seen.occurrences.find(({ day }) => day === "2026-12-21")?.kind).toBe("not_bookable");
  const kinds = messagesTo(server, "rider@example.com").map(({ kind }) => kind);
  expect(kinds).toContain("order_news");
});

test("a copy of a rider's data contains their orders and the skipped days", async () => {
  await order({ ...care, skipDays: ["2026-11-25"] });
  const answer = await browser.post("/users/export");
  const files = await unzip(await answer.bytes());
  const text = (name: string) => new TextDecoder().decode(files.get(`data/${name}.json`));
  expect(text("standing_orders")).toMatch(/"pickupTime":\s*"07:30"/);
  expect(text("standing_order_exceptions")).toContain("2026-11-25");
});

test("a trip cannot be repeated together with its return trip", async () => {
  const quoted = await quote(browser, {
    ...monday,
    returnTrip: { pickupLocal: "2026-11-23T12:00" },
  });
  const answer = await browser.post("/reservations", {
    quote: quoted.quote,
    vehicleClassId: quoted.options[0]?.vehicleClass.id,
    returnTrip: { quote: quoted.returnTrip?.quote },
    repeat: care,
  });
  expect(answer.status).toBe(400);
  expect(rows()).toHaveLength(0);
});
