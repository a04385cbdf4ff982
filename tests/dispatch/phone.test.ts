/** Bookings by telephone: who is found, for whom a trip is booked, at what price, and which messages are sent. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import { reservations } from "../../db/schema/reservations";
import { settings } from "../../db/schema/settings";
import type { CallerList } from "../../src/accounts/caller-contract";
import type {
  CallerCard,
  PhoneBookingAnswer,
} from "../../src/dispatch/phone-booking/phone-contract";
import type { ReservationAnswer } from "../../src/reservations/contract";
import { sumOf } from "../../src/fares/money-rules";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { AIRPORT, book, HOTEL, quote, trip } from "../support/booking";
import { addCostCentre, createCompany } from "../support/companies";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { lastMessage, messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let desk: Browser & { admin: { id: string } };
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  desk = await signInAdmin(server, { role: "dispatcher" });
});
afterEach(() => server.close());

const TRIP = {
  serviceType: "point_to_point",
  pickup: HOTEL,
  dropoff: { ...AIRPORT, name: "Gate 4" },
};
const CALLER = { phone: "0788 123 456", name: "Diane Uwera Keza" };
const addRider = (row: Partial<typeof riders.$inferInsert>) => {
  const id = row.id ?? Bun.randomUUIDv7();
  const at = server.deps.now();
  server.deps.db
    .insert(riders)
    .values({ createdAt: at, updatedAt: at, ...row, id })
    .run();
  return id;
};
async function prices(overrides: object = {}, as: Browser = desk): Promise<QuoteAnswer> {
  const answer = await as.post("/admin/quotes", trip({ ...TRIP, ...overrides }));
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as QuoteAnswer;
}
async function send(body: object, headers: Record<string, string> = {}, as: Browser = desk) {
  const answer = await as.post("/admin/reservations", body, headers);
  const read = (await answer.json()) as PhoneBookingAnswer & {
    code?: string;
    fields?: Record<string, string>;
  };
  return { status: answer.status, ...read };
}
async function bookFor(caller: object, more: Record<string, unknown> = {}, request: object = {}) {
  const { quote: sealed, options } = await prices(request);
  return send({ quote: sealed, vehicleClassId: options[0]?.vehicleClass.id, caller, ...more });
}
const find = async (q: string) =>
  (await (await desk.get(`/admin/callers?q=${encodeURIComponent(q)}`)).json()) as CallerList;
const callerNamesFor = async (q: string) => (await find(q)).callers.map(({ name }) => name).sort();

describe("the search for callers", () => {
  beforeEach(() => {
    addRider({
      firstName: "Aline",
      lastName: "Uwase",
      phone: "+250788000111",
      email: "aline@acme.rw",
    });
    addRider({ firstName: "Éric", lastName: "Nshuti", phone: "+250788222111" });
    addRider({ firstName: "Jean-Paul", lastName: "Habimana", phone: "+33612000111" });
    addRider({ email: "nameless@example.com" });
  });

  test.each([
    ["0788", ["Aline Uwase", "Éric Nshuti"]],
    ["0788 000", ["Aline Uwase"]],
    ["+250788", ["Aline Uwase", "Éric Nshuti"]],
    ["250788222111", ["Éric Nshuti"]],
    ["00250 788 222", ["Éric Nshuti"]],
    ["+33 6", ["Jean-Paul Habimana"]],
    // The last digits of the number, as people say it.
    ["0111", ["Aline Uwase", "Jean-Paul Habimana"]],
    ["222111", ["Éric Nshuti"]],
    ["9999", []],
    ["07", []],
    // Names match by the beginnings of their words, with or without accents, and so do e-mail addresses.
    ["uwa", ["Aline Uwase"]],
    ["eric", ["Éric Nshuti"]],
    ["paul hab", ["Jean-Paul Habimana"]],
    ["hab paul", ["Jean-Paul Habimana"]],
    ["aline@ac", ["Aline Uwase"]],
    ["nameless@", [""]],
    ["a", []],
    ["wase", []],
    ['" OR names:a*', []],
  ])("%p finds %p", async (typed, names) => {
    expect(await callerNamesFor(typed)).toEqual(names);
  });

  test("finds a rider by a new name only, and no deleted rider", async () => {
    const id = (await find("uwase")).callers[0]?.id ?? "";
    server.deps.db.update(riders).set({ lastName: "Mutesi" }).where(eq(riders.id, id)).run();
    expect(await callerNamesFor("uwase")).toEqual([]);
    expect(await callerNamesFor("mutesi")).toEqual(["Aline Mutesi"]);
    server.deps.db.delete(riders).where(eq(riders.id, id)).run();
    expect(await callerNamesFor("mutesi")).toEqual([]);
    const rest = server.deps.db.$client.query("SELECT count(*) AS n FROM rider_search").get();
    expect(rest).toEqual({ n: 3 });
  });

  test("returns a whole number in its stored form", async () => {
    expect((await find("0788 123 456")).number).toBe("+250788123456");
    expect((await find("+33 612 000 999")).number).toBe("+33612000999");
    expect((await find("078812")).number).toBeNull();
    expect((await find("Aline")).number).toBeNull();
  });
});

describe("the caller's card", () => {
  test("has the note, the companies, the places and each route once", async () => {
    const rider = (await signInRider(server)).browser;
    for (const day of ["21", "22", "23"])
      await book(rider, { pickupLocal: `2026-11-${day}T09:30` });
    await book(rider, { ...TRIP, pickupLocal: "2026-11-24T09:30" });
    const company = await createCompany(desk, { name: "Acme" });
    await desk.post(`/admin/companies/${company.id}/members`, {
      identifier: "rider@example.com",
      role: "member",
    });
    await rider.get("/companies");
    server.deps.db.update(reservations).set({ state: "completed" }).run();
    const [row] = server.deps.db.select().from(riders).all();
    const noteAnswer = await desk.put(`/admin/callers/${row?.id}/note`, { note: " Rings twice " });
    expect(noteAnswer.status).toBe(200);
    const card = (await (await desk.get(`/admin/callers/${row?.id}`)).json()) as CallerCard;
    expect(card.caller).toMatchObject({ id: row?.id, email: "rider@example.com" });
    expect(card.note).toBe("Rings twice");
    expect(card.companies.map(({ name }) => name)).toEqual(["Acme"]);
    expect(card.latest.map(({ pickupAt }) => pickupAt.slice(0, 10))).toEqual([
      "2026-11-24",
      "2026-11-23",
    ]);
    expect(card.places.map(({ name }) => name)).toContain(HOTEL.name);
    expect(card.reachedBy).toEqual(["email"]);
  });

  test("answers 404 for an unknown rider", async () => {
    expect((await desk.get("/admin/callers/nobody")).status).toBe(404);
    expect((await desk.put("/admin/callers/nobody/note", { note: "x" })).status).toBe(404);
  });
});

describe("a booking by phone", () => {
  test("for an unknown number adds a rider, who gets the confirmation and finds the trip", async () => {
    const made = await bookFor(CALLER, { note: "Blue gate" });
    expect(made.status).toBe(201);
    expect(made.reservation).toMatchObject({
      state: "confirmed",
      passenger: { name: "Diane Uwera Keza", phone: "+250788123456" },
      note: "Blue gate",
    });
    expect(made.rider.isNew).toBe(true);
    expect(made.notified).toEqual([
      { channel: "sms", contact: "+250788123456", hasProvider: false },
    ]);
    expect(messagesTo(server, "+250788123456").map(({ kind }) => kind)).toEqual([
      "booking_confirmed",
    ]);
    expect(made.reservation.timeline.map(({ from, to, actor }) => [from, to, actor.kind])).toEqual([
      [null, "pending", "admin"],
      ["pending", "confirmed", "admin"],
    ]);
    const [row] = server.deps.db.select().from(reservations).all();
    expect(row?.source).toBe("phone");
    // Signing in with a code proves the number: the account and its trips become theirs.
    const { browser } = await signInRider(server, "+250788123456", { names: null });
    const mine = await (await browser.get("/reservations")).json();
    expect(mine).toMatchObject({ reservations: [{ id: made.reservation.id }] });
  });

  test("stores the caller's e-mail address, which gets the confirmation", async () => {
    const booked = await bookFor({ ...CALLER, email: " Diane@Example.com " });
    expect([booked.status, booked.rider.isNew]).toEqual([201, true]);
    expect(booked.notified).toContainEqual({
      channel: "email",
      contact: "diane@example.com",
      hasProvider: expect.any(Boolean),
    });
    expect(messagesTo(server, "diane@example.com")[0]?.kind).toBe("booking_confirmed");
    const rows = server.deps.db.select().from(riders).all();
    expect(rows).toMatchObject([{ email: "diane@example.com", phone: "+250788123456" }]);
    const other = { phone: "0788 765 432", name: "Eric Mugisha" };
    const refusals = [
      await bookFor({ ...other, email: "eric" }),
      await bookFor({ ...other, email: "diane@example.com" }),
    ];
    expect(refusals.map(({ status, fields }) => [status, fields])).toEqual([
      [400, { "caller.email": expect.stringContaining("valid") }],
      [400, { "caller.email": expect.stringContaining("Another rider") }],
    ]);
    expect(server.deps.db.select().from(riders).all()).toHaveLength(1);
  });

  test("with a return trip makes two, each at its price, and divides an agreed price between them", async () => {
    const request = { returnTrip: { pickupLocal: "2026-11-21T18:00" } };
    const bookBothWays = async (more: object = {}) => {
      const { quote: sealed, options, returnTrip } = await prices(request);
      const [first] = options;
      const back = returnTrip?.options.find(
        ({ vehicleClass }) => vehicleClass.id === first?.vehicleClass.id,
      );
      const booked = await send({
        ...{ quote: sealed, vehicleClassId: first?.vehicleClass.id, caller: CALLER },
        returnTrip: { quote: returnTrip?.quote },
        ...more,
      });
      return { booked, listMinor: [first?.fareMinor ?? 0, back?.fareMinor ?? 0] as const };
    };
    const seen = async (id: string | undefined) =>
      ((await (await desk.get(`/admin/reservations/${id}`)).json()) as ReservationAnswer)
        .reservation;
    const { booked, listMinor } = await bookBothWays();
    expect(booked.status).toBe(201);
    const back = await seen(booked.reservation.otherLeg?.id);
    expect([booked.reservation, back]).toMatchObject([
      { state: "confirmed", fareMinor: listMinor[0] },
      { state: "confirmed", fareMinor: listMinor[1], pickup: { name: "Gate 4" } },
    ]);
    const kinds = messagesTo(server, "+250788123456").map(({ kind }) => kind);
    expect(kinds).toEqual(["booking_confirmed", "booking_confirmed"]);

    const agreed = { fareMinor: 30_001, reason: "Both ways" };
    const { booked: higherBooking } = await bookBothWays({ agreed });
    const { fareMinor } = await seen(higherBooking.reservation.otherLeg?.id);
    expect(higherBooking.reservation.fareMinor + fareMinor).toBe(30_001);

    expect((await bookBothWays({ isForQuote: true })).booked).toMatchObject({
      status: 400,
      fields: { returnTrip: expect.stringContaining("one way") },
    });
    const { quote: alone, options } = await prices({ luggage: 2 });
    const [{ vehicleClass } = { vehicleClass: { id: "" } }] = options;
    const { returnTrip: foreignReturnTrip } = await prices(request);
    const mixedBooking = { quote: alone, vehicleClassId: vehicleClass.id, caller: CALLER };
    expect(
      (await send({ ...mixedBooking, returnTrip: { quote: foreignReturnTrip?.quote } })).code,
    ).toBe("quote.refused");
    expect((await send({ ...mixedBooking, quote: foreignReturnTrip?.quote })).code).toBe(
      "quote.refused",
    );
  });

  test("for a known number is that rider's, under their own name", async () => {
    const id = addRider({ firstName: "Aline", lastName: "Uwase", phone: "+250788123456" });
    const made = await bookFor({ ...CALLER, name: "Somebody Else" });
    expect(made.rider).toEqual({ id, isNew: false });
    expect(made.reservation.passenger.name).toBe("Aline Uwase");
    expect(server.deps.db.select().from(riders).all()).toHaveLength(1);
  });

  test("does not use an account for which the number is not confirmed yet", async () => {
    const other = addRider({ email: "x@example.com", pendingPhone: "+250788123456" });
    const made = await bookFor(CALLER);
    expect(made.rider.isNew).toBe(true);
    expect(made.rider.id).not.toBe(other);
  });

  test("for a chosen rider may have another passenger, and sends no messages if dispatch says so", async () => {
    const riderId = addRider({ firstName: "Aline", lastName: "Uwase", email: "a@example.com" });
    const passenger = { passengerName: "Bosco", passengerPhone: "+250788999888" };
    const made = await bookFor({ riderId }, { ...passenger, tell: false });
    expect(made.reservation).toMatchObject({
      rider: { id: riderId, name: "Aline Uwase" },
      passenger: { name: "Bosco", phone: "+250788999888" },
    });
    expect(made.notified).toEqual([]);
    expect(messagesTo(server, "a@example.com")).toEqual([]);
    expect(messagesTo(server, "+250788999888")).toEqual([]);
  });

  test("notifies the passenger too, in their language, and lists who was notified", async () => {
    const riderId = addRider({ firstName: "Aline", lastName: "Uwase", email: "a@example.com" });
    const made = await bookFor(
      { riderId },
      { passengerName: "Camille", passengerEmail: "c@example.com", passengerLanguage: "fr" },
    );
    expect(made.notified).toMatchObject([
      { contact: "a@example.com" },
      { contact: "c@example.com" },
    ]);
    expect(made.reservation.passengerNews).toEqual({
      ...{ email: "c@example.com", language: "fr", driverNewsTo: "passenger" },
    });
    expect(lastMessage(server, "c@example.com").subject).toContain("Votre trajet");
  });

  test("may start within the lead time, while a rider's booking is refused", async () => {
    const soon = { ...TRIP, pickupLocal: "2026-11-20T10:05" };
    expect((await bookFor(CALLER, {}, soon)).status).toBe(201);
    const rider = (await signInRider(server)).browser;
    expect((await rider.post("/quotes", trip(soon))).status).toBe(422);
    // A rider cannot book with a price for dispatch either, nor dispatch with a price for riders.
    const sealed = await prices(soon);
    const vehicleClassId = sealed.options[0]?.vehicleClass.id;
    const riderAnswer = await rider.post("/reservations", {
      quote: sealed.quote,
      vehicleClassId,
    });
    expect(await riderAnswer.json()).toMatchObject({ code: "quote.refused" });
    const own = await quote(rider);
    const mixedAnswer = await send({ quote: own.quote, vehicleClassId, caller: CALLER });
    expect([mixedAnswer.status, mixedAnswer.code]).toEqual([400, "quote.refused"]);
  });

  test("as soon as possible starts now, not after the lead time", async () => {
    const made = await bookFor(CALLER, {}, { ...TRIP, pickupLocal: "asap" });
    expect(made.reservation.pickupAt).toBe(new Date(server.deps.now()).toISOString());
  });

  test("at an agreed price has lines that add up to it, and only dispatch sees the reason", async () => {
    const agreed = { fareMinor: 9_000, reason: "Late last time" };
    const made = await bookFor(CALLER, { agreed });
    expect(made.reservation.fareMinor).toBe(9_000);
    expect(sumOf(made.reservation.lines)).toBe(9_000);
    expect(made.reservation.lines.map(({ kind }) => kind)).toContain("agreed_price");
    const last = made.reservation.timeline.at(-1);
    expect(last?.reason).toBe("Late last time");
    expect(last?.event).toMatchObject({ agreedMinor: 9_000, currency: "RWF" });
    expect(last?.event).toMatchObject({ listMinor: expect.any(Number) });
    // The rider can read the price, but not what staff wrote about it.
    const { browser } = await signInRider(server, "+250788123456", { names: null });
    const theirs = await (await browser.get(`/reservations/${made.reservation.id}`)).text();
    expect(theirs).toContain("agreed_price");
    expect(theirs).not.toContain("Late last time");
    expect(theirs).not.toContain("listMinor");
    const tripWithoutReason = await bookFor(CALLER, { agreed: { fareMinor: 1, reason: " " } });
    expect(tripWithoutReason.fields).toHaveProperty(["agreed.reason"]);
  });

  test("can bill a company for a caller who is no member, with the cost centre that it requires", async () => {
    const company = await createCompany(desk, { name: "Acme", requiresCostCentre: true });
    const billTo = { companyId: company.id };
    const missing = await bookFor(CALLER, { payment: "account", billTo });
    expect([missing.status, missing.code]).toEqual([422, "company.cost_centre"]);
    expect(server.deps.db.select().from(riders).all()).toEqual([]);
    const costCentreId = await addCostCentre(desk, company.id, "Sales");
    const made = await bookFor(CALLER, { payment: "account", billTo: { ...billTo, costCentreId } });
    expect(made.reservation.billing).toMatchObject({
      company: { name: "Acme" },
      costCentre: { name: "Sales" },
    });
  });

  test("to a place in words waits as a request, whose price cannot be agreed yet", async () => {
    const gate = { name: "Blue gate", detail: "", latitude: null, longitude: null };
    const request = { ...TRIP, dropoff: gate };
    const made = await bookFor(CALLER, {}, request);
    expect(made.reservation).toMatchObject({ state: "quote", onRequest: true });
    expect(messagesTo(server, "+250788123456").map(({ kind }) => kind)).toEqual([
      "price_requested",
    ]);
    const agreed = { fareMinor: 9_000, reason: "x" };
    expect((await bookFor(CALLER, { agreed }, request)).fields).toHaveProperty([
      "agreed.fareMinor",
    ]);
  });

  test("sent twice with its key is made once, and the key with another body is refused", async () => {
    const { quote: sealed, options } = await prices();
    const body = { quote: sealed, vehicleClassId: options[0]?.vehicleClass.id, caller: CALLER };
    const headers = { "Idempotency-Key": "call-1" };
    const first = await send(body, headers);
    const second = await send(body, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.reservation.id).toBe(first.reservation.id);
    expect(second.notified).toEqual(first.notified);
    expect(messagesTo(server, "+250788123456")).toHaveLength(1);
    const other = await send({ ...body, note: "x" }, headers);
    expect([other.status, other.code]).toEqual([422, "idempotency.reused"]);
    // The number is invalid in the operator's new country.
    server.deps.db.update(settings).set({ country: "IS" }).run();
    expect((await send(body)).status).toBe(400);
    expect((await send(body, headers)).reservation.id).toBe(first.reservation.id);
    expect(server.deps.db.select().from(reservations).all()).toHaveLength(1);
  });

  test.each([
    [{ phone: "12", name: "A B" }, "caller.phone"],
    [{ phone: "0788123456", name: " " }, "caller.name"],
    [{ riderId: "nobody" }, "caller"],
  ])("for %p is refused at %p and adds no rider", async (caller, field) => {
    const refused = await bookFor(caller);
    expect(refused.status).toBe(400);
    expect(refused.fields).toHaveProperty([field]);
    expect(server.deps.db.select().from(riders).all()).toEqual([]);
  });

  test.each([
    ["2026-03-29T02:30", "trip.time_gap"],
    ["2026-10-25T02:30", "trip.time_ambiguous"],
  ])(
    "at %p, when the clocks change, is refused as missing or ambiguous",
    async (pickupLocal, code) => {
      const berlinServer = await createTestServer({
        RATE_LIMITS: "off",
        TIME_ZONE: "Europe/Berlin",
      });
      berlinServer.advance(Date.parse("2026-01-01T00:00:00Z") - berlinServer.deps.now());
      const staff = await signInAdmin(berlinServer);
      const answer = await staff.post("/admin/quotes", trip({ ...TRIP, pickupLocal }));
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        422,
        code,
      ]);
      berlinServer.close();
    },
  );
});

test("an accountant can neither look up callers nor book by phone", async () => {
  const accountant = await signInAdmin(server, { role: "accountant" });
  const riderId = addRider({ phone: "+250788123456" });
  for (const answer of [
    await accountant.get("/admin/callers?q=0788"),
    await accountant.get(`/admin/callers/${riderId}`),
    await accountant.put(`/admin/callers/${riderId}/note`, { note: "x" }),
    await accountant.post("/admin/quotes", trip(TRIP)),
    await accountant.post("/admin/reservations", {
      quote: "x",
      vehicleClassId: "x",
      caller: CALLER,
    }),
  ])
    expect(answer.status).toBe(403);
});
