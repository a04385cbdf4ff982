import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { idempotencyKeys, reservationEvents, reservations } from "../../db/schema/reservations";
import { recordIdempotencyKey } from "../../src/reservations/idempotency-actions";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import { book, quote, trip } from "../support/booking";
import { createTestServer, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { sumOf } from "../../src/fares/money-rules";
import { version } from "../../src/process/version";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

describe("quotes", () => {
  test("give prices without a sign-in for each class that fits, with lines that add up", async () => {
    const prices = await quote(server.browser());
    expect(prices.options.map((o) => o.vehicleClass.name)).toEqual([
      "Standard",
      "Executive SUV",
      "Accessible van",
      "Van",
    ]);
    for (const option of prices.options) expect(sumOf(option.lines)).toBe(option.fareMinor);
    expect(prices).toMatchObject({ currency: "RWF", estimate: true, timeZone: "Africa/Kigali" });
    expect(prices.pickupAt).toBe("2026-11-21T07:30:00.000Z");
  });

  test("list the classes that do not fit with what they lack", async () => {
    const six = await quote(server.browser(), { passengers: 6 });
    expect(six.options.map((o) => o.vehicleClass.name)).toEqual(["Van"]);
    expect(six.unfit.map(({ vehicleClass, lacks }) => [vehicleClass.name, lacks])).toEqual([
      ["Standard", "passengers"],
      ["Executive SUV", "passengers"],
      ["Accessible van", "passengers"],
    ]);
    const wheelchairQuote = await quote(server.browser(), { mobility: "wheelchair" });
    expect(wheelchairQuote.options.map((o) => o.vehicleClass.name)).toEqual(["Accessible van"]);
    expect(wheelchairQuote.unfit.map(({ lacks }) => lacks)).toEqual([
      "mobility",
      "mobility",
      "mobility",
    ]);
    const nothing = await server.browser().post("/quotes", trip({ passengers: 60 }));
    expect(nothing.status).toBe(422);
    expect(await nothing.json()).toMatchObject({ code: "trip.no_vehicle" });
  });

  for (const [what, change, status] of [
    ["a past date", { pickupLocal: "2026-11-19T09:30" }, 400],
    ["the year 9999", { pickupLocal: "9999-01-01T09:30" }, 400],
    ["30 February", { pickupLocal: "2027-02-30T09:30" }, 400],
    ["a latitude of 91", { pickup: { ...trip().pickup, latitude: 91 } }, 400],
    ["a missing latitude", { pickup: { name: "x", detail: "", longitude: 3 } }, 400],
    ["negative passengers", { passengers: -1 }, 400],
    ["half a passenger", { passengers: 1.5 }, 400],
    ["an unknown service type", { serviceType: "teleport" }, 400],
    ["hours missing for an hourly trip", { serviceType: "hourly" }, 400],
    ["both ends in one place", { dropoff: trip().pickup }, 422],
    ["a control character", { pickup: { ...trip().pickup, name: "a\u0000b" } }, 400],
    ["text turned round", { pickup: { ...trip().pickup, name: "a\u202eb" } }, 400],
  ] as const)
    test(`a trip with ${what} gets a ${status}`, async () => {
      const answer = await server.browser().post("/quotes", trip(change));
      expect(answer.status).toBe(status);
      expect(await answer.json()).toHaveProperty("message");
    });

  test("refuse a time that the clocks skip, and ask about one that comes twice", async () => {
    const berlinServer = await createTestServer({ TIME_ZONE: "Europe/Berlin", CURRENCY: "EUR" });
    const gap = await berlinServer
      .browser()
      .post("/quotes", trip({ pickupLocal: "2027-03-28T02:30" }));
    expect([gap.status, ((await gap.json()) as { code: string }).code]).toEqual([
      422,
      "trip.time_gap",
    ]);
    const ambiguousTrip = trip({ pickupLocal: "2027-10-31T02:30" });
    const quoteAnswer = await berlinServer.browser().post("/quotes", ambiguousTrip);
    expect(((await quoteAnswer.json()) as { code: string }).code).toBe("trip.time_ambiguous");
    const later = await quote(berlinServer.browser(), {
      pickupLocal: "2027-10-31T02:30",
      repeatedHour: "later",
    });
    expect(later.pickupAt).toBe("2027-10-31T01:30:00.000Z");
    berlinServer.close();
  });
});

describe("booking", () => {
  test("a quote becomes a pending reservation with its lines, its event and a message", async () => {
    const { browser } = await signInRider(server);
    const made = await book(browser);
    expect(made).toMatchObject({
      number: 1001,
      state: "pending",
      version: 1,
      pickupLocal: "2026-11-21T09:30",
      passenger: { name: "Aline Uwase" },
      driver: null,
    });
    expect(made.timeline.map((e) => [e.from, e.to, e.actor.name])).toEqual([
      [null, "pending", "Aline"],
    ]);
    expect(messagesTo(server, "rider@example.com").map((m) => m.kind)).toContain(
      "booking_received",
    );
  });

  test("a visitor without a session gets a 401, and a rider without a name a 403", async () => {
    const prices = await quote(server.browser());
    const body = { quote: prices.quote, vehicleClassId: prices.options[0]?.vehicleClass.id };
    expect((await server.browser().post("/reservations", body)).status).toBe(401);
    const { browser } = await signInRider(server, "new@example.com", { names: null });
    const answer = await browser.post("/reservations", body);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      403,
      "profile.incomplete",
    ]);
    expect(server.deps.db.select().from(reservations).all()).toEqual([]);
  });

  test("an altered or forged quote is refused", async () => {
    const { browser } = await signInRider(server);
    const prices = await quote(browser);
    const [text = "", signature = ""] = prices.quote.split(".");
    const alteredQuote = JSON.parse(Buffer.from(text, "base64url").toString());
    alteredQuote[1].options[0][1] = 1;
    for (const forgedQuote of [
      `${Buffer.from(JSON.stringify(alteredQuote)).toString("base64url")}.${signature}`,
      "nonsense",
      `${text}.`,
    ]) {
      const answer = await browser.post("/reservations", {
        quote: forgedQuote,
        vehicleClassId: prices.options[0]?.vehicleClass.id,
        fareMinor: 1,
      });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        400,
        "quote.refused",
      ]);
    }
  });

  test("a quote that another version of Livery signed is refused as expired", async () => {
    const { browser, rider } = await signInRider(server);
    const { quote: ours, options } = await quote(browser);
    const [, facts] = JSON.parse(Buffer.from(ours.split(".")[0] ?? "", "base64url").toString());
    const quoteSignedBy = (by: string) => {
      const text = Buffer.from(JSON.stringify([by, facts])).toString("base64url");
      return `${text}.${server.deps.keys.sign("quote", text)}`;
    };
    const vehicleClassId = options[0]?.vehicleClass.id;
    const bookWithQuote = (signedQuote: string) =>
      browser.post("/reservations", { quote: signedQuote, vehicleClassId });
    const refusedAnswer = await bookWithQuote(quoteSignedBy("0.1.9"));
    expect([refusedAnswer.status, ((await refusedAnswer.json()) as { code: string }).code]).toEqual(
      [409, "quote.expired"],
    );
    const createdAnswer = await bookWithQuote(quoteSignedBy(version));
    expect(createdAnswer.status).toBe(201);
    const { reservation } = (await createdAnswer.json()) as ReservationAnswer;
    // Sent again after an upgrade, the same request returns the earlier booking.
    const body = { quote: quoteSignedBy("0.1.9"), vehicleClassId };
    await server.deps.write((tx) =>
      recordIdempotencyKey(
        tx,
        { accountId: rider.id, key: "before", body },
        reservation.id,
        server.deps.now(),
      ),
    );
    const secondAnswer = await browser.post("/reservations", body, { "idempotency-key": "before" });
    expect(await secondAnswer.json()).toMatchObject({ reservation: { id: reservation.id } });
  });

  test("a quote expires after 15 minutes", async () => {
    const { browser } = await signInRider(server);
    const prices = await quote(browser);
    server.advance(15 * 60_000);
    const answer = await browser.post("/reservations", {
      quote: prices.quote,
      vehicleClassId: prices.options[0]?.vehicleClass.id,
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      409,
      "quote.expired",
    ]);
  });

  test("100 requests at once with one key make one reservation, and all get it", async () => {
    const { browser } = await signInRider(server);
    const prices = await quote(browser);
    const body = { quote: prices.quote, vehicleClassId: prices.options[0]?.vehicleClass.id };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        browser.post("/reservations", body, { "idempotency-key": "key-1" }),
      ),
    );
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([201]));
    const ids = await Promise.all(
      answers.map(async (a) => ((await a.json()) as ReservationAnswer).reservation.id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(server.deps.db.select().from(reservations).all().length).toBe(1);
    expect(server.deps.db.select().from(idempotencyKeys).all().length).toBe(1);
    expect(server.deps.db.select().from(reservationEvents).all().length).toBe(1);
    server.advance(20 * 60_000);
    const late = await browser.post("/reservations", body, { "idempotency-key": "key-1" });
    expect(late.status).toBe(201);
    const other = await browser.post(
      "/reservations",
      { ...body, note: "other" },
      { "idempotency-key": "key-1" },
    );
    expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([
      422,
      "idempotency.reused",
    ]);
  });

  test("each request without a key makes a reservation", async () => {
    const { browser } = await signInRider(server);
    await book(browser);
    await book(browser);
    expect(
      server.deps.db
        .select()
        .from(reservations)
        .all()
        .map((r) => r.number),
    ).toEqual([1001, 1002]);
  });
});

describe("the rider's own reservations", () => {
  test("another rider's reservation gets a 404", async () => {
    const { browser } = await signInRider(server);
    const made = await book(browser);
    const other = await signInRider(server, "other@example.com", { browser: server.browser() });
    for (const path of [`/reservations/${made.id}`, `/reservations/${made.id}/cancellation`])
      expect((await other.browser.get(path)).status).toBe(404);
    const answer = await other.browser.post(`/reservations/${made.id}/cancellation`, {
      version: 1,
    });
    expect(answer.status).toBe(404);
    expect((await browser.get("/reservations/nothing")).status).toBe(404);
  });

  test("the list is paged, and upcoming trips come in order of time", async () => {
    const { browser } = await signInRider(server);
    for (const minute of ["10", "20", "30"])
      await book(browser, { pickupLocal: `2026-11-22T09:${minute}` });
    const first = await browser.get("/reservations?limit=2");
    const page = (await first.json()) as { reservations: Reservation[]; nextCursor: string };
    expect(page.reservations.map((r) => r.number)).toEqual([1001, 1002]);
    const second = await browser.get(`/reservations?limit=2&cursor=${page.nextCursor}`);
    const rest = (await second.json()) as { reservations: Reservation[]; nextCursor: null };
    expect([rest.reservations.map((r) => r.number), rest.nextCursor]).toEqual([[1003], null]);
    expect((await browser.get("/reservations?cursor=xx")).status).toBe(400);
    expect((await browser.get("/reservations?limit=-1")).status).toBe(400);
  });

  test("a rider sees the fee before cancelling, and cancels only the current version", async () => {
    const { browser } = await signInRider(server);
    const made = await book(browser);
    const preview = await browser.get(`/reservations/${made.id}/cancellation`);
    expect(await preview.json()).toEqual({
      allowed: true,
      isLateCancellation: false,
      feeMinor: 0,
      currency: "RWF",
      otherLeg: null,
      vehicles: [],
    });
    const staleAnswer = await browser.post(`/reservations/${made.id}/cancellation`, { version: 2 });
    expect([staleAnswer.status, ((await staleAnswer.json()) as { code: string }).code]).toEqual([
      409,
      "reservation.stale",
    ]);
    const done = await browser.post(`/reservations/${made.id}/cancellation`, {
      version: 1,
      reason: "Plans changed",
    });
    const { reservation } = (await done.json()) as ReservationAnswer;
    expect(reservation).toMatchObject({
      state: "cancelled",
      isLateCancellation: false,
      version: 2,
    });
    expect(reservation.timeline.at(-1)).toMatchObject({ to: "cancelled", reason: "Plans changed" });
    const past = await browser.get("/reservations?when=cancelled");
    expect(((await past.json()) as { reservations: Reservation[] }).reservations.length).toBe(1);
  });
});

test("the database refuses to change or delete a trip's events", async () => {
  const { browser } = await signInRider(server);
  await book(browser);
  const { $client } = server.deps.db;
  expect(() => $client.run("UPDATE reservation_events SET reason = 'x'")).toThrow("append-only");
  expect(() => $client.run("DELETE FROM reservation_events")).toThrow("append-only");
});
