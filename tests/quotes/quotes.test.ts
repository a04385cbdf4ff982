/** A request in words, the quote that dispatch writes for it, and the customer's answer through the link. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import { feeSchedules } from "../../db/schema/fares";
import { staffNews } from "../../db/schema/notifications";
import { prepayments } from "../../db/schema/prepayments";
import { reservations } from "../../db/schema/reservations";
import { tripQuoteQuestions, tripQuotes } from "../../db/schema/trip-quotes";
import { FeeSchedule } from "../../src/fares/contract";
import { clearVersionCache } from "../../src/fares/queries";
import type { QuotePage, TripQuotesAnswer } from "../../src/quotes/contract";
import { endQuotes } from "../../src/quotes/actions";
import type { Reservation } from "../../src/reservations/contract";
import { book, HOTEL, trip } from "../support/booking";
import { bookOnAccount, createCompany, invite, loadCompanyRecord } from "../support/companies";
import { setPaymentRules } from "../support/payments/rules";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { json } from "../tracking/scene";

let server: TestServer;
let rider: Browser;
let admin: Browser;
let customer: Browser;
let id: string;
const GATE = { name: "The blue gate", detail: "", latitude: null, longitude: null };
const HOUR = 3_600_000;

beforeEach(async () => {
  server = await createTestServer();
  rider = (await signInRider(server)).browser;
  admin = await signInAdmin(server);
  customer = server.browser("198.51.100.9");
  ({ id } = await book(rider, { dropoff: GATE }));
});
afterEach(() => server.close());

const body = {
  items: [
    { text: "Van with driver, one day", quantity: 2, unitMinor: 80_000 },
    { text: "Fuel", quantity: 1, unitMinor: 15_000 },
  ],
  text: "Two vans, as you asked.",
  terms: "Half is paid if you cancel within 48 hours.",
  validHours: 6,
};
const at = (path: string) => `/admin/reservations/${id}${path}`;
const seen = async () =>
  (await json<{ reservation: Reservation }>(await admin.get(at("")))).reservation;
const send = async (more: object = {}) => {
  const { version } = await seen();
  await json(await admin.post(at("/quote"), { ...body, version, ...more }));
  return json<TripQuotesAnswer>(await admin.get(at("/quote")));
};
const tokenOf = ({ quotes: [newest] }: TripQuotesAnswer) => newest?.url?.split("/").at(-1) ?? "";
const page = async (token: string) => json<QuotePage>(await customer.get(`/quote/${token}`));
const answer = (token: string, what: object) => customer.post(`/quote/${token}`, what);
const accept = (token: string, more: object = {}) =>
  answer(token, { answer: "accept", name: "Alice Ndoli", terms: "yes", ...more });
const topics = () =>
  server.deps.db
    .select()
    .from(staffNews)
    .all()
    .map(({ topic }) => topic);
const kinds = () =>
  messagesTo(server, "rider@example.com").flatMap(({ kind }) => (kind === "code" ? [] : kind));

describe("a quote from dispatch", () => {
  test("is sent with a link, and accepting it turns the request into a booking at its price", async () => {
    const response = await send();
    expect(response.quotes).toMatchObject([
      { version: 1, state: "open", totalMinor: 175_000, currency: "RWF", openedAt: null },
    ]);
    const token = tokenOf(response);
    const [mail] = messagesTo(server, "rider@example.com");
    expect(mail).toMatchObject({ kind: "quote_sent" });
    expect(mail?.text).toContain(`/quote/${token}`);
    expect(mail?.text).toContain(body.text);
    expect(await page(token)).toMatchObject({
      state: "open",
      version: 1,
      dropoff: GATE.name,
      items: body.items,
      totalMinor: 175_000,
      terms: body.terms,
      before: null,
      questions: [],
    });
    expect(
      (await json<TripQuotesAnswer>(await admin.get(at("/quote")))).quotes[0]?.openedAt,
    ).not.toBe(null);
    const done = await json<QuotePage>(await accept(token));
    expect(done).toMatchObject({ state: "accepted", payUrl: null });
    const booked = await seen();
    expect(booked).toMatchObject({ state: "pending", fareMinor: 175_000, onRequest: false });
    expect(booked.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(175_000);
    expect(booked.timeline.map(({ event }) => event.kind)).toEqual([
      "price_requested",
      "quote_sent",
      "quote_accepted",
    ]);
    expect(booked.timeline.at(-1)?.actor).toMatchObject({ kind: "rider", name: "Alice Ndoli" });
    expect(topics()).toEqual(["price_request", "quote_accepted"]);
    expect(kinds()[0]).toBe("quote_accepted");
    expect(messagesTo(server, "rider@example.com")[0]?.text).toContain(body.terms);
    expect(server.deps.db.select().from(tripQuotes).all()).toMatchObject([
      { acceptedBy: "Alice Ndoli", state: "accepted" },
    ]);
  });

  test("keeps its price when dispatch puts a place on the map", async () => {
    const token = tokenOf(await send());
    const pin = async (stop: string, more: object = {}) =>
      json<{ reservation: Reservation }>(
        await admin.post(at("/pin"), { version: (await seen()).version, stop, ...HOTEL, ...more }),
      );
    const before = await pin("dropoff");
    expect(before.reservation).toMatchObject({ state: "quote", fareMinor: 0 });
    expect(before.reservation.distanceMeters).toBeGreaterThan(0);
    expect(kinds()).not.toContain("booking_priced");
    expect((await json<TripQuotesAnswer>(await admin.get(at("/quote")))).listMinor).toBeGreaterThan(
      0,
    );
    const pricedAnswer = await admin.put(at("/price"), {
      version: (await seen()).version,
      fareMinor: 5,
    });
    expect(await refusal(pricedAnswer)).toEqual([409, "quote.open"]);
    await json(await accept(token));
    expect(await seen()).toMatchObject({ state: "pending", fareMinor: 175_000 });
    const moved = { version: (await seen()).version, stop: "dropoff", ...HOTEL };
    expect(await refusal(await admin.post(at("/pin"), moved))).toEqual([
      409,
      "reservation.illegal_transition",
    ]);
  });

  test("may leave a place off the map, and no driver is assigned until it is on it", async () => {
    await json(await accept(tokenOf(await send())));
    const step = async (path: string, more: object = {}) =>
      admin.post(at(path), { version: (await seen()).version, ...more });
    await json(await step("/confirmation"));
    const pair = { driverId: "d", vehicleId: "v" };
    expect(await refusal(await step("/assignment", pair))).toEqual([409, "trip.not_on_map"]);
    await json(await step("/pin", { stop: "dropoff", ...HOTEL }));
    expect(await seen()).toMatchObject({ state: "confirmed", fareMinor: 175_000 });
    expect((await refusal(await step("/assignment", pair)))[1]).not.toBe("trip.not_on_map");
  });

  test("is not needed to put a place on the map without a price", async () => {
    const version = (await seen()).version;
    await json(await admin.post(at("/pin"), { version, stop: "dropoff", ...HOTEL, price: false }));
    expect(await seen()).toMatchObject({ state: "quote", onRequest: true });
    const token = tokenOf(await send());
    expect((await page(token)).dropoff).toBe(HOTEL.name);
  });

  test("is accepted only once, even by twenty requests", async () => {
    const token = tokenOf(await send());
    const all = await Promise.all(Array.from({ length: 19 }, () => accept(token)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await refusal(await accept(token))).toEqual([409, "quote.accepted"]);
    expect(topics().filter((topic) => topic === "quote_accepted")).toHaveLength(1);
    expect(kinds().filter((kind) => kind === "quote_accepted")).toHaveLength(1);
  });

  test("is declined with a reason, and its next version has another link", async () => {
    const first = tokenOf(await send());
    await json(await answer(first, { answer: "decline", reason: "Too much for us" }));
    expect((await page(first)).state).toBe("declined");
    expect(await refusal(await accept(first))).toEqual([409, "quote.ended"]);
    const { quotes } = await json<TripQuotesAnswer>(await admin.get(at("/quote")));
    expect(quotes[0]).toMatchObject({ state: "declined", reason: "Too much for us", url: null });
    expect(topics()).toContain("quote_declined");
    expect((await seen()).state).toBe("quote");
    const second = await send({ items: [{ text: "Van", quantity: 1, unitMinor: 90_000 }] });
    expect(second.quotes.map(({ version, state }) => [version, state])).toEqual([
      [2, "open"],
      [1, "declined"],
    ]);
    expect(second.terms).toBe(body.terms);
    await json(await accept(tokenOf(second)));
    expect((await seen()).fareMinor).toBe(90_000);
  });

  test("that was replaced shows this on its link and cannot be accepted", async () => {
    const first = tokenOf(await send());
    const second = tokenOf(await send());
    expect(second).not.toBe(first);
    expect((await page(first)).state).toBe("replaced");
    expect(await refusal(await accept(first))).toEqual([409, "quote.replaced"]);
    expect(await refusal(await answer(first, { answer: "ask", question: "Why?" }))).toEqual([
      409,
      "quote.replaced",
    ]);
  });

  test("is either accepted or replaced, never both", async () => {
    const token = tokenOf(await send());
    const { version } = await seen();
    const [accepted, revisionAnswer] = await Promise.all([
      accept(token),
      admin.post(at("/quote"), { ...body, version }),
    ]);
    expect([accepted.status, revisionAnswer.status].toSorted()).toEqual([200, 409]);
    const { state, fareMinor } = await seen();
    expect([state, fareMinor]).toEqual(
      accepted.status === 200 ? ["pending", 175_000] : ["quote", 0],
    );
    expect(
      server.deps.db
        .select()
        .from(tripQuotes)
        .all()
        .filter(({ state: each }) => each === "open" || each === "accepted"),
    ).toHaveLength(1);
  });

  test("expires, at the latest at the pickup, and staff get a notice", async () => {
    const token = tokenOf(await send());
    server.advance(6 * HOUR);
    // The earlier session has locked.
    admin = await signInAdmin(server, { email: "evening@example.com" });
    expect((await page(token)).state).toBe("expired");
    expect(await refusal(await accept(token))).toEqual([409, "quote.out_of_time"]);
    await endQuotes(server.deps);
    await endQuotes(server.deps);
    expect(topics().filter((topic) => topic === "quote_expired")).toHaveLength(1);
    expect((await seen()).timeline.at(-1)?.event.kind).toBe("quote_expired");
    const { pickupAt } = await seen();
    const next = await send({ validHours: 2_160 });
    expect(next.quotes[0]?.validUntil).toBe(pickupAt);
    server.advance(Date.parse(pickupAt) - server.deps.now());
    admin = await signInAdmin(server, { email: "morning@example.com" });
    expect(
      await refusal(await admin.post(at("/quote"), { ...body, version: (await seen()).version })),
    ).toEqual([422, "quote.too_late"]);
  });

  test("expires even if the quote of another trip cannot be ended", async () => {
    await send();
    const openQuoteId = id;
    ({ id } = await book(rider, { dropoff: GATE, pickupLocal: "2026-11-22T09:30" }));
    await send();
    server.deps.db.$client.run(
      `CREATE TRIGGER stuck BEFORE UPDATE ON reservations WHEN old.id = '${openQuoteId}'
       BEGIN SELECT raise(ABORT, 'stuck'); END`,
    );
    server.advance(6 * HOUR);
    await endQuotes(server.deps);
    const states = server.deps.db.select().from(tripQuotes).all();
    expect(states.map(({ state }) => state)).toEqual(["open", "expired"]);
  });

  test("is withdrawn by dispatch or when its request is cancelled", async () => {
    const first = tokenOf(await send());
    await json(await admin.delete(at("/quote"), { version: (await seen()).version }));
    expect((await page(first)).state).toBe("withdrawn");
    expect(await refusal(await accept(first))).toEqual([409, "quote.ended"]);
    const secondAnswer = await admin.delete(at("/quote"), { version: (await seen()).version });
    expect(secondAnswer.status).toBe(404);
    const second = tokenOf(await send());
    await json(
      await rider.post(`/reservations/${id}/cancellation`, { version: (await seen()).version }),
    );
    expect((await page(second)).state).toBe("withdrawn");
    expect(await refusal(await accept(second))).toEqual([409, "quote.ended"]);
    server.advance(30 * HOUR);
    await endQuotes(server.deps);
    expect(topics()).not.toContain("quote_expired");
  });

  test("takes a question from the customer, and the answer is e-mailed and shown on its page", async () => {
    const token = tokenOf(await send());
    expect(await refusal(await answer(token, { answer: "ask", question: " " }))).toEqual([
      400,
      "request.invalid",
    ]);
    const quotePage = await json<QuotePage>(
      await answer(token, { answer: "ask", question: "Is fuel included?" }),
    );
    expect(quotePage.questions).toMatchObject([{ from: "customer", text: "Is fuel included?" }]);
    expect(topics()).toContain("quote_question");
    await json(await admin.post(at("/quote/answers"), { text: "Yes, all of it." }));
    expect((await page(token)).questions).toMatchObject([{}, { text: "Yes, all of it." }]);
    expect(JSON.stringify(await page(token))).not.toContain("senderName");
    const [mail] = messagesTo(server, "rider@example.com");
    expect(mail?.kind).toBe("quote_answered");
    expect(mail?.text).toContain("Yes, all of it.");
    await json(await admin.post(at("/quote/message")));
    expect(kinds()[0]).toBe("quote_sent");
    const auditEntries = server.deps.db.select().from(auditLog).all();
    expect(auditEntries.filter(({ action }) => action === "trip.quoted")).toHaveLength(3);
  });

  test("takes a limited number of questions, and dispatch can still answer the last one", async () => {
    const token = tokenOf(await send());
    const message = {
      reservationId: id,
      sender: "customer" as const,
      senderName: "",
      body: "When?",
    };
    const questions = Array.from({ length: 40 }, (_, at) => ({ ...message, createdAt: at }));
    server.deps.db.insert(tripQuoteQuestions).values(questions).run();
    expect((await page(token)).isFull).toBe(true);
    expect(await refusal(await answer(token, { answer: "ask", question: "Where?" }))).toEqual([
      409,
      "quote.too_many_questions",
    ]);
    expect((await admin.post(at("/quote/answers"), { text: "At 8." })).status).toBe(200);
  });
});

describe("invalid quotes and answers", () => {
  test.each([
    ["no price", { items: [] }],
    ["a price of zero", { items: [{ text: "Van", quantity: 1, unitMinor: 0 }] }],
    ["a negative price", { items: [{ text: "Van", quantity: 1, unitMinor: -5 }] }],
    ["a line without a description", { items: [{ text: " ", quantity: 1, unitMinor: 5 }] }],
    [
      "a total that is too large",
      { items: [{ text: "Van", quantity: 99, unitMinor: 1_000_000_000 }] },
    ],
    ["no terms", { terms: "  " }],
    ["a validity of zero hours", { validHours: 0 }],
  ])("the server refuses a quote with %s", async (_title, more) => {
    const { version } = await seen();
    const refusedAnswer = await admin.post(at("/quote"), { ...body, version, ...more });
    expect(await refusal(refusedAnswer)).toEqual([400, "request.invalid"]);
  });

  test("only dispatch quotes, and only the current version of a request without a price", async () => {
    const version = (await seen()).version;
    await send();
    expect(await refusal(await admin.post(at("/quote"), { ...body, version }))).toEqual([
      409,
      "reservation.stale",
    ]);
    const priced = await book(rider);
    const refusedAnswer = await admin.post(`/admin/reservations/${priced.id}/quote`, {
      ...body,
      version: priced.version,
    });
    expect(await refusal(refusedAnswer)).toEqual([409, "reservation.illegal_transition"]);
    const accountant = await signInAdmin(server, { role: "accountant", email: "books@x.com" });
    expect((await accountant.get(at("/quote"))).status).toBe(200);
    expect((await accountant.post(at("/quote"), { ...body, version })).status).toBe(403);
    expect((await rider.post(at("/quote"), { ...body, version })).status).toBe(401);
  });

  test.each([
    ["no name", { name: " " }, "name"],
    ["the terms not accepted", { terms: "no" }, "terms"],
    ["the terms left out", { terms: undefined }, "terms"],
  ])("a quote is not accepted with %s", async (_title, more, field) => {
    const token = tokenOf(await send());
    const refusedAnswer = await accept(token, more);
    expect(refusedAnswer.status).toBe(400);
    expect(((await refusedAnswer.json()) as { fields: object }).fields).toHaveProperty(field);
    expect((await page(token)).state).toBe("open");
  });

  test("an unknown token gets a 404", async () => {
    await send();
    for (const token of ["AAAAAAAAAAAAAAAAAAAAAA", "x", id]) {
      expect((await customer.get(`/quote/${token}`)).status).toBe(404);
      expect((await accept(token)).status).toBe(404);
    }
    expect(await refusal(await answer(tokenOf(await send()), { answer: "keep" }))).toEqual([
      400,
      "request.invalid",
    ]);
  });
});

test("a suspended company cannot accept a quote", async () => {
  const company = await createCompany(admin);
  await invite(admin, company.id, "rider@example.com");
  ({ id } = await json<{ reservation: Reservation }>(
    await bookOnAccount(rider, { companyId: company.id }, { trip: { dropoff: GATE } }),
  ).then(({ reservation }) => reservation));
  const token = tokenOf(await send());
  const set = async (state: "active" | "suspended") => {
    const { version, name, billingAddress } = await loadCompanyRecord(admin, company.id);
    await json(
      await admin.put(`/admin/companies/${company.id}`, { name, billingAddress, state, version }),
    );
  };
  await set("suspended");
  expect(await refusal(await accept(token))).toEqual([422, "company.suspended"]);
  expect((await page(token)).state).toBe("open");
  expect((await seen()).state).toBe("quote");
  await set("active");
  expect(await json<QuotePage>(await accept(token))).toMatchObject({ state: "accepted" });
});

test("a quote above the limit of the company's member is not accepted", async () => {
  const company = await createCompany(admin);
  const { people } = await invite(admin, company.id, "rider@example.com");
  ({ id } = await json<{ reservation: Reservation }>(
    await bookOnAccount(rider, { companyId: company.id }, { trip: { dropoff: GATE } }),
  ).then(({ reservation }) => reservation));
  const token = tokenOf(await send());
  const limit = (monthlyLimitMinor: number) =>
    admin.put(`/admin/companies/${company.id}/members/${people[0]?.id}`, {
      role: "member",
      monthlyLimitMinor,
    });
  expect((await limit(174_999)).status).toBe(200);
  expect(await refusal(await accept(token))).toEqual([422, "company.member_limit"]);
  expect((await page(token)).state).toBe("open");
  expect((await limit(175_000)).status).toBe(200);
  expect(await json<QuotePage>(await accept(token))).toMatchObject({ state: "accepted" });
});

test("a quote shows the prepayment, and accepting it gives the payment link", async () => {
  const owner = await signInAdmin(server, { role: "owner", email: "owner@example.com" });
  Object.assign(server.deps.config, {
    stripe: { apiUrl: "http://127.0.0.1:9", secretKey: "sk_test_1", webhookSecret: "whsec_1" },
  });
  await setPaymentRules(owner, { take: "deposit", depositPercent: 40 });
  const token = tokenOf(await send());
  expect((await page(token)).before).toEqual({
    take: "deposit",
    amountMinor: 70_000,
    requestAt: null,
  });
  expect(await refusal(await accept(token))).toEqual([409, "quote.payment_changed"]);
  expect((await seen()).state).toBe("quote");
  const done = await json<QuotePage>(await accept(token, { agreedBeforeMinor: 70_000 }));
  expect(done.state).toBe("accepted");
  expect(done.payUrl).toContain("/pay/");
  expect((await page(token)).payUrl).toBe(done.payUrl);
  expect(server.deps.db.select().from(prepayments).all()).toMatchObject([
    { amountMinor: 70_000, state: "waiting" },
  ]);
});

test("dispatch saves a call as a request for a quote even if the price list has a price", async () => {
  const priced = await json<{ quote: string; options: { vehicleClass: { id: string } }[] }>(
    await admin.post("/admin/quotes", trip()),
  );
  const booking = {
    quote: priced.quote,
    vehicleClassId: priced.options[0]?.vehicleClass.id,
    caller: { phone: "0788999888", name: "Jean Bosco" },
    isForQuote: true,
    tell: false,
  };
  const { reservation } = await json<{ reservation: Reservation }>(
    await admin.post("/admin/reservations", booking),
  );
  expect(reservation).toMatchObject({ state: "quote", onRequest: true, fareMinor: 0 });
  expect(reservation.distanceMeters).toBeGreaterThan(0);
  id = reservation.id;
  const response = await send();
  expect(response.listMinor).toBeGreaterThan(0);
  expect(messagesTo(server, "+250788999888").map(({ kind }) => kind)).toEqual(["quote_sent"]);
  await json(await accept(tokenOf(response)));
  expect(await seen()).toMatchObject({ state: "pending", fareMinor: 175_000 });
});

test("dispatch agrees on another price, with a reason that the rider does not see", async () => {
  const booked = await book(rider);
  id = booked.id;
  const agree = async (fareMinor: number, more: object = {}) =>
    admin.put(at("/agreed-price"), {
      version: (await seen()).version,
      fareMinor,
      reason: "A regular",
      ...more,
    });
  expect((await agree(9_000, { reason: "" })).status).toBe(400);
  expect((await agree(booked.fareMinor)).status).toBe(400);
  await json(await agree(9_000));
  await json(await agree(8_000));
  const now = await seen();
  expect(now.fareMinor).toBe(8_000);
  expect(now.lines.filter(({ kind }) => kind === "agreed_price")).toHaveLength(1);
  expect(now.timeline.at(-1)).toMatchObject({
    event: { kind: "price_agreed", agreedFromMinor: 9_000, fareMinor: 8_000 },
    reason: "A regular",
  });
  expect(kinds()[0]).toBe("booking_changed");
  const own = JSON.stringify(await (await rider.get(`/reservations/${id}`)).json());
  expect(own).toContain("price_agreed");
  expect(own).not.toContain("A regular");
  await json(await admin.post(at("/cancellation"), { version: (await seen()).version }));
  expect((await agree(7_000)).status).toBe(409);
  id = (await book(rider, { dropoff: GATE })).id;
  expect((await agree(7_000)).status).toBe(409);
});

describe("a quote of several vehicles", () => {
  const group = async () => {
    ({ id } = await book(rider, { dropoff: GATE, passengers: 14, luggage: 4 }));
    return json<TripQuotesAnswer>(await admin.get(at("/quote")));
  };
  const named = ({ classes }: TripQuotesAnswer, ...names: string[]) =>
    names.map((name) => classes.find((one) => one.name === name)?.id ?? "");

  test("proposes as few vehicles as carry everybody, and is accepted as one order", async () => {
    const requested = await group();
    expect(await seen()).toMatchObject({ state: "quote", passengers: 14 });
    expect(requested.proposed).toEqual(named(requested, "Van", "Van"));
    const vehicles = named(requested, "Van", "Executive SUV", "Standard");
    const token = tokenOf(await send({ vehicles }));
    const shown = await page(token);
    expect(shown).toMatchObject({ passengers: 14, totalMinor: 175_000 });
    expect(shown.vehicles.map((one) => [one.vehicleClass.name, one.passengers])).toEqual([
      ["Van", 7],
      ["Executive SUV", 5],
      ["Standard", 2],
    ]);
    await json(await accept(token));
    expect(await refusal(await accept(token))).toEqual([409, "quote.accepted"]);
    const booked = await seen();
    expect(booked).toMatchObject({ state: "pending", passengers: 7 });
    const parts = booked.vehicles ?? [];
    expect(parts.map(({ vehicleClass, state }) => [vehicleClass.name, state])).toEqual([
      ["Van", "pending"],
      ["Executive SUV", "pending"],
      ["Standard", "pending"],
    ]);
    expect(parts.reduce((sum, { costMinor }) => sum + costMinor, 0)).toBe(175_000);
    // Shared by seats, because no price list has a price for a place in words.
    expect(parts.map(({ costMinor }) => costMinor)).toEqual([81_667, 58_333, 35_000]);
    expect(await page(token)).toMatchObject({ state: "accepted", passengers: 14 });
    const [mail] = messagesTo(server, "rider@example.com");
    expect(mail?.text).toContain(`Booking ${booked.number + 2} for 2 passengers`);
    // A place that is put on the map for one vehicle is set for all.
    const pinnedAnswer = await admin.post(at("/pin"), {
      version: booked.version,
      stop: "dropoff",
      ...HOTEL,
    });
    await json(pinnedAnswer);
    for (const part of parts) {
      id = part.id;
      expect((await seen()).dropoff.latitude).toBe(HOTEL.latitude);
    }
  });

  test("proposes no class without a price while others have one", async () => {
    const requested = await group();
    server.deps.db
      .update(reservations)
      .set({
        dropoffLatitude: HOTEL.latitude,
        dropoffLongitude: HOTEL.longitude,
        dropoffPinned: true,
      })
      .where(eq(reservations.id, id))
      .run();
    const [van = "", suv = ""] = named(requested, "Van", "Executive SUV");
    const [version] = server.deps.db.select().from(feeSchedules).all();
    const schedule = FeeSchedule.parse(version?.schedule);
    const rates = schedule.rates.filter(({ vehicleClassId }) => vehicleClassId !== van);
    server.deps.db
      .update(feeSchedules)
      .set({ schedule: { ...schedule, rates } })
      .run();
    clearVersionCache(server.deps.db);
    const { proposed } = await json<TripQuotesAnswer>(await admin.get(at("/quote")));
    expect(proposed).toEqual([suv, suv, suv]);
  });

  test("asks for one deposit for all vehicles", async () => {
    Object.assign(server.deps.config, {
      stripe: { apiUrl: "http://127.0.0.1:9", secretKey: "sk_test_1", webhookSecret: "whsec_1" },
    });
    await setPaymentRules(admin, { take: "deposit", depositPercent: 50 });
    const requested = await group();
    const token = tokenOf(await send({ vehicles: requested.proposed }));
    expect((await page(token)).before).toMatchObject({ take: "deposit", amountMinor: 87_500 });
    const done = await json<QuotePage>(await accept(token, { agreedBeforeMinor: 87_500 }));
    const [, pay] = done.payUrl?.split("/pay/") ?? [];
    expect(await json(await customer.get(`/pay/${pay}`))).toMatchObject({ amountMinor: 87_500 });
    expect(server.deps.db.select().from(prepayments).all()).toHaveLength(2);
  });

  test("is refused if its vehicles do not carry everybody or are too many", async () => {
    const requested = await group();
    const refused = async (vehicles: string[]) => {
      const { version } = await seen();
      return refusal(await admin.post(at("/quote"), { ...body, version, vehicles }));
    };
    expect(await refused([])).toEqual([422, "trip.no_vehicle"]);
    expect(await refused(named(requested, "Van", "Standard"))).toEqual([422, "trip.no_vehicle"]);
    expect(await refused(["nothing", ...requested.proposed])).toEqual([400, "request.invalid"]);
    const fortyQuotes = Array.from({ length: 40 }, () => requested.proposed[0] ?? "");
    expect(await refused(fortyQuotes)).toEqual([400, "request.invalid"]);
    // The place is now on the map, but there is still no price for one vehicle.
    const pin = await admin.post(at("/pin"), {
      version: (await seen()).version,
      stop: "dropoff",
      ...HOTEL,
    });
    expect(await refusal(pin)).toEqual([422, "trip.no_vehicle"]);
  });
});
