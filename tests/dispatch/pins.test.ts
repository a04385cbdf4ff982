/** A place that no list contains: booked as text, pinned on the map by dispatch, and then priced. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { reservations } from "../../db/schema/reservations";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { AIRPORT, book, HOTEL, quote, trip } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { osrmAnswer, pointsOf, startRouter } from "../support/upstreams";

let server: TestServer;
let rider: Browser;
let admin: Browser;
beforeEach(async () => {
  server = await createTestServer();
  rider = (await signInRider(server)).browser;
  admin = await signInAdmin(server);
});
afterEach(() => server.close());

const GATE = {
  name: "The blue gate behind the market",
  detail: "",
  latitude: null,
  longitude: null,
};
const market = { latitude: -1.9497, longitude: 30.1262 };

async function pin(id: string, body: object, as = admin) {
  const answer = await as.post(`/admin/reservations/${id}/pin`, body);
  const read = (await answer.json()) as Partial<ReservationAnswer> & { code?: string };
  return { status: answer.status, code: read.code, reservation: read.reservation as Reservation };
}
const kindsOfMessages = () =>
  messagesTo(server, "rider@example.com").flatMap(({ kind }) => (kind === "code" ? [] : kind));

describe("a trip with several places in words", () => {
  test("accepts one of two simultaneous pins and refuses the other as stale", async () => {
    const placesAtGates = {
      pickup: GATE,
      dropoff: { ...GATE, name: "The red gate behind the church" },
    };
    const { id } = await book(rider, {
      ...placesAtGates,
      stops: [{ ...GATE, name: "The school" }],
    });
    const bothAnswers = await Promise.all([
      pin(id, { version: 1, stop: "pickup", ...market }),
      pin(id, { version: 1, stop: "dropoff", ...market }),
    ]);
    expect(bothAnswers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("refuses a pin if the rider cancels at the same moment", async () => {
    const { id } = await book(rider, { pickup: GATE, dropoff: { ...GATE, name: "The church" } });
    const [cancelledAnswer, pinnedAnswer] = await Promise.all([
      rider.post(`/reservations/${id}/cancellation`, { version: 1 }),
      pin(id, { version: 1, stop: "pickup", ...market }),
    ]);
    expect([cancelledAnswer.status, pinnedAnswer.status]).toEqual([200, 409]);
  });
});

describe("a place given in words", () => {
  test("gets a quote on request, with the fitting classes and no prices", async () => {
    const prices = await quote(rider, { dropoff: GATE });
    expect(prices).toMatchObject({
      onRequest: true,
      distanceMeters: 0,
      durationSeconds: 0,
      geometry: null,
      ways: [],
    });
    expect(prices.options.map(({ vehicleClass }) => vehicleClass.name)).toHaveLength(4);
    for (const option of prices.options) expect(option).toMatchObject({ fareMinor: 0, lines: [] });
    expect((await quote(rider)).onRequest).toBe(false);
  });

  test("is booked as a request for a price, which the rider sees and can cancel for free", async () => {
    const made = await book(rider, { dropoff: GATE });
    expect(made).toMatchObject({
      state: "quote",
      onRequest: true,
      fareMinor: 0,
      lines: [],
      currency: "RWF",
      dropoff: GATE,
    });
    expect(made.pickup).toMatchObject({ latitude: AIRPORT.latitude });
    expect(kindsOfMessages()).toEqual(["price_requested"]);
    const list = await (await rider.get("/reservations")).json();
    expect(list).toMatchObject({
      reservations: [{ id: made.id, onRequest: true, dropoff: { name: GATE.name } }],
    });
    const cancellationAnswer = await rider.post(`/reservations/${made.id}/cancellation`, {
      version: 1,
    });
    expect(await cancellationAnswer.json()).toMatchObject({
      reservation: { state: "cancelled", cancellationFeeMinor: 0, isLateCancellation: false },
    });
  });

  test.each([
    ["a latitude but no longitude", { ...GATE, latitude: -1.9 }, 400],
    ["no name", { ...GATE, name: " " }, 400],
    ["the coordinates left out", { name: "x", detail: "" }, 400],
  ])("is refused with %s", async (_title, dropoff, status) => {
    expect((await rider.post("/quotes", trip({ dropoff }))).status).toBe(status);
  });

  test("can be both pickup and drop-off, but dispatch cannot pin both to one point", async () => {
    const made = await book(rider, { pickup: GATE, dropoff: GATE });
    expect(made.state).toBe("quote");
    const first = await pin(made.id, { version: 1, stop: "pickup", ...market });
    expect(first.reservation).toMatchObject({ state: "quote", version: 2, onRequest: true });
    const same = await pin(made.id, { version: 2, stop: "dropoff", ...market });
    expect([same.status, same.code]).toEqual([422, "trip.same_place"]);
    const second = await pin(made.id, { version: 2, stop: "dropoff", ...HOTEL });
    expect(second.reservation).toMatchObject({ state: "pending", version: 3, onRequest: false });
    expect(second.reservation.timeline.map(({ from, to }) => [from, to])).toEqual([
      [null, "quote"],
      ["quote", "quote"],
      ["quote", "pending"],
    ]);
  });
});

describe("pinning a place by dispatch", () => {
  test("gives the trip the price that a quote for the pinned place has", async () => {
    const made = await book(rider, { dropoff: GATE });
    const { status, reservation } = await pin(made.id, { version: 1, stop: "dropoff", ...market });
    expect(status).toBe(200);
    const known = await quote(rider, { dropoff: { ...GATE, ...market } });
    const option = known.options.find((each) => each.vehicleClass.id === made.vehicleClass.id);
    expect(reservation).toMatchObject({
      state: "pending",
      onRequest: false,
      fareMinor: option?.fareMinor ?? -1,
      lines: option?.lines ?? [],
      distanceMeters: known.distanceMeters,
      dropoff: { ...GATE, ...market },
    });
    expect(reservation.timeline.at(-1)).toMatchObject({
      from: "quote",
      to: "pending",
      event: {
        kind: "priced",
        stop: "dropoff",
        place: GATE.name,
        fareMinor: option?.fareMinor ?? -1,
        currency: "RWF",
      },
    });
    expect(kindsOfMessages()).toEqual(["booking_priced", "price_requested"]);
    const [riderMessage] = messagesTo(server, "rider@example.com");
    expect(riderMessage?.text).toContain("RWF");
    const confirmedAnswer = await admin.post(`/admin/reservations/${made.id}/confirmation`, {
      version: 2,
    });
    expect(confirmedAnswer.status).toBe(200);
  });

  test("stores the name and address of the found place if dispatch sends them", async () => {
    const made = await book(rider, { dropoff: GATE });
    const found = { name: "Kimironko Market", detail: "KG 11 Ave", ...market };
    const { reservation } = await pin(made.id, { version: 1, stop: "dropoff", ...found });
    expect(reservation.dropoff).toEqual(found);
  });

  test("sets both ends of an hourly trip with one pin", async () => {
    const made = await book(rider, {
      serviceType: "hourly",
      hours: 3,
      pickup: GATE,
      dropoff: GATE,
    });
    const { reservation } = await pin(made.id, { version: 1, stop: "pickup", ...market });
    expect(reservation).toMatchObject({ state: "pending", dropoff: { ...GATE, ...market } });
  });

  test("measures the route with the router, outside the database transaction", async () => {
    const router = startRouter();
    const other = await createTestServer({ ROUTER_URL: router.url });
    const there = (await signInRider(other)).browser;
    const desk = await signInAdmin(other);
    const made = await book(there, { dropoff: GATE });
    expect(router.requests).toEqual([]);
    // Somebody else changes the trip while the router works.
    router.failureMode = async (url) => {
      await there.post(`/reservations/${made.id}/cancellation`, { version: 1 });
      return Response.json(osrmAnswer(pointsOf(url)));
    };
    const late = await pin(made.id, { version: 1, stop: "dropoff", ...market }, desk);
    expect([late.status, late.code]).toEqual([409, "reservation.stale"]);
    const secondTrip = await book(there, { dropoff: GATE });
    router.failureMode = "well";
    const { reservation } = await pin(
      secondTrip.id,
      { version: 1, stop: "dropoff", ...market },
      desk,
    );
    expect(reservation).toMatchObject({ state: "pending", estimate: false });
    expect(reservation.routeGeometry).toBeString();
    other.close();
    await router.stop();
  });

  test("is refused if no vehicle fits the trip any more", async () => {
    const made = await book(rider, { dropoff: GATE });
    await server.deps.write((tx) => tx.update(reservations).set({ passengers: 50 }).run());
    const answer = await pin(made.id, { version: 1, stop: "dropoff", ...market });
    expect([answer.status, answer.code]).toEqual([422, "trip.no_vehicle"]);
  });

  test("is refused for a trip with a price, for an old version and to an accountant", async () => {
    const booked = await book(rider);
    const body = { version: 1, stop: "dropoff", ...market };
    expect(await pin(booked.id, body)).toMatchObject({
      status: 409,
      code: "reservation.illegal_transition",
    });
    const made = await book(rider, { dropoff: GATE });
    expect((await pin(made.id, { ...body, version: 2 })).code).toBe("reservation.stale");
    const accountant = await signInAdmin(server, { role: "accountant" });
    expect((await pin(made.id, body, accountant)).status).toBe(403);
    expect((await pin("nothing", body)).status).toBe(404);
    for (const wrongPlace of [
      { stop: "stop" },
      { latitude: 91 },
      { longitude: null },
      { name: "" },
    ])
      expect((await pin(made.id, { ...body, ...wrongPlace })).status).toBe(400);
  });
});

test("a quote on request expires after fifteen minutes, like any other", async () => {
  const prices: QuoteAnswer = await quote(rider, { dropoff: GATE });
  server.advance(15 * 60_000);
  const late = await rider.post("/reservations", {
    quote: prices.quote,
    vehicleClassId: prices.options[0]?.vehicleClass.id,
  });
  expect(late.status).toBe(409);
});
