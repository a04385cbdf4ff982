/** The operator's terms: published as versions that never change, accepted at booking and kept with the trip. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { acceptedTerms, termsVersions } from "../../db/schema/terms";
import type { TripQuotesAnswer } from "../../src/quotes/contract";
import type { Reservation, RiderReservation } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { Terms, TermsHistory } from "../../src/reservations/terms/terms-contract";
import { trip } from "../support/booking";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { lastMessage, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { json } from "../tracking/scene";

let server: TestServer;
let rider: Browser;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer();
  rider = (await signInRider(server)).browser;
  owner = await signInAdmin(server, { role: "owner" });
});
afterEach(() => server.close());

const texts = { text: "Be on time.\nBe kind.", cancellation: "Free until a day before." };
const publish = (version: number, more: object = {}) =>
  owner.post("/admin/terms", { version, ...texts, ...more });
const quoteOf = async (over: object = {}) =>
  json<QuoteAnswer>(await rider.post("/quotes", trip({ ...over })));
const send = (quote: QuoteAnswer, more: object = {}) =>
  rider.post("/reservations", {
    quote: quote.quote,
    vehicleClassId: quote.options[0]?.vehicleClass.id,
    ...more,
  });
const accepted = () => server.deps.db.select().from(acceptedTerms).all();

describe("terms", () => {
  test("are published only by owners from the newest version, and never change", async () => {
    expect(await json<TermsHistory>(await owner.get("/admin/terms"))).toEqual({ versions: [] });
    await json(await publish(0));
    expect(await refusal(await publish(0))).toEqual([409, "request.conflict"]);
    expect(await refusal(await publish(1))).toEqual([400, "request.invalid"]);
    const { versions } = await json<TermsHistory>(await publish(1, { text: "Be early." }));
    expect(versions.map(({ version, text }) => [version, text])).toEqual([
      [2, "Be early."],
      [1, texts.text],
    ]);
    const visitor = server.browser("198.51.100.9");
    expect(await json<Terms>(await visitor.get("/terms/1"))).toMatchObject({
      version: 1,
      ...texts,
    });
    expect((await visitor.get("/terms/3")).status).toBe(404);
    expect((await visitor.get("/terms/x")).status).toBe(400);
    expect(() => server.deps.db.update(termsVersions).set({ text: "" }).run()).toThrow();
    expect(() => server.deps.db.delete(termsVersions).run()).toThrow();
    const dispatcher = await signInAdmin(server, { role: "dispatcher", email: "d@example.com" });
    expect((await dispatcher.get("/admin/terms")).status).toBe(200);
    expect((await dispatcher.post("/admin/terms", { version: 2, ...texts })).status).toBe(403);
    expect((await rider.post("/admin/terms", { version: 2, ...texts })).status).toBe(401);
    expect((await publish(2, { text: "x".repeat(20_001) })).status).toBe(400);
  });

  test("are not required before they are published or after they are withdrawn", async () => {
    expect((await quoteOf()).terms).toBe(null);
    await json(await send(await quoteOf()));
    await json(await publish(0));
    await json(await publish(1, { text: "", cancellation: "" }));
    expect((await quoteOf()).terms).toBe(null);
    await json(await send(await quoteOf()));
    expect(accepted()).toEqual([]);
    expect((await rider.get("/terms/2")).status).toBe(404);
  });
});

describe("a booking", () => {
  test("records the accepted version and time and shows them to the rider and dispatch", async () => {
    await json(await publish(0));
    const quote = await quoteOf({
      serviceType: "point_to_point",
      returnTrip: { pickupLocal: "2026-11-25T18:00" },
    });
    expect(quote.terms).toBe(1);
    const back = { returnTrip: { quote: quote.returnTrip?.quote } };
    const { reservation } = await json<{ reservation: RiderReservation }>(
      await send(quote, { terms: 1, ...back }),
    );
    const at = new Date(server.deps.now()).toISOString();
    expect(reservation.terms).toEqual({ version: 1, how: "ticked", acceptedAt: at });
    expect(accepted()).toHaveLength(2);
    const { reservation: seen } = await json<{ reservation: Reservation }>(
      await owner.get(`/admin/reservations/${reservation.id}`),
    );
    expect(seen.terms).toEqual(reservation.terms);
    const mail = lastMessage(server, "rider@example.com");
    expect(mail.text).toContain("/terms/1");
    await json(await publish(1, { text: "Be early." }));
    const later = await json<{ reservation: RiderReservation }>(
      await rider.get(`/reservations/${reservation.id}`),
    );
    expect(later.reservation.terms?.version).toBe(1);
  });

  test("is refused without acceptance of the terms in force", async () => {
    const before = await quoteOf();
    await json(await publish(0));
    expect(await refusal(await send(before))).toEqual([409, "terms.stale"]);
    await json(await publish(1, { text: "Be early." }));
    expect(await refusal(await send(before, { terms: 1 }))).toEqual([409, "terms.stale"]);
    expect(await refusal(await send(before, { terms: 3 }))).toEqual([409, "terms.stale"]);
    expect(accepted()).toEqual([]);
    await json(await send(before, { terms: 2 }));
    expect(accepted()).toMatchObject([{ version: 2, how: "ticked" }]);
  });

  test("by phone records that the terms were read out or sent", async () => {
    await json(await publish(0));
    const call = async (more: object) => {
      const quote = await json<QuoteAnswer>(await owner.post("/admin/quotes", trip()));
      return owner.post("/admin/reservations", {
        quote: quote.quote,
        vehicleClassId: quote.options[0]?.vehicleClass.id,
        caller: { phone: "+250788123456", name: "Alice Ndoli" },
        ...more,
      });
    };
    expect(await refusal(await call({ tell: false }))).toEqual([400, "request.invalid"]);
    await json(await call({ tell: false, termsRead: true }));
    await json(await call({}));
    expect(accepted().map(({ how }) => how)).toEqual(["read", "sent"]);
    expect(lastMessage(server, "+250788123456").text).toContain("/terms/1");
  });

  test("by a quote of dispatch uses the published terms and records their acceptance", async () => {
    await json(await publish(0));
    const gate = { name: "The blue gate", detail: "", latitude: null, longitude: null };
    const { reservation } = await json<{ reservation: RiderReservation }>(
      await send(await quoteOf({ dropoff: gate }), { terms: 1 }),
    );
    const path = `/admin/reservations/${reservation.id}/quote`;
    const { terms } = await json<TripQuotesAnswer>(await owner.get(path));
    expect(terms).toBe(`${texts.text}\n\n${texts.cancellation}`);
    const items = [{ text: "Van", quantity: 1, unitMinor: 80_000 }];
    const { version } = reservation;
    await json(await owner.post(path, { version, items, terms, validHours: 6 }));
    const [sent] = (await json<TripQuotesAnswer>(await owner.get(path))).quotes;
    server.advance(60_000);
    const answer = { answer: "accept", name: "Alice", terms: "yes" };
    await json(await rider.post(`/quote/${sent?.url?.split("/").at(-1)}`, answer));
    expect(accepted()).toMatchObject([{ version: 1, how: "quote", acceptedAt: server.deps.now() }]);
  });
});
