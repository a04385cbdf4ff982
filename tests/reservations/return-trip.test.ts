/** A trip and its return trip: quoted together, booked together, cancelled alone or together. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { reservations } from "../../db/schema/reservations";
import type {
  CancellationPreview,
  Reservation,
  ReservationAnswer,
  ReservationList,
} from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { AIRPORT, HOTEL, quote, trip } from "../support/booking";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;

let server: TestServer;
let rider: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  rider = (await signInRider(server)).browser;
});
afterEach(() => server.close());

const eveningReturn = { pickupLocal: "2026-11-21T18:00" };
const care = {
  serviceType: "home_care",
  pickup: HOTEL,
  dropoff: AIRPORT,
  mobility: "wheelchair",
  returnTrip: { pickupLocal: "when_called", appointmentTime: "11:00" },
};

/** Books a trip with its return trip, and returns both. */
async function bookWithReturnTrip(
  overrides: Record<string, unknown> = { returnTrip: eveningReturn },
  more: Record<string, unknown> = {},
  key: string | null = null,
): Promise<{ outbound: Reservation; back: Reservation; answer: Response }> {
  const quoted = await quote(rider, overrides);
  const answer = await rider.post(
    "/reservations",
    {
      quote: quoted.quote,
      vehicleClassId: quoted.options[0]?.vehicleClass.id,
      returnTrip: { quote: quoted.returnTrip?.quote, flightNumber: "WB 204" },
      ...more,
    },
    key === null ? {} : { "idempotency-key": key },
  );
  if (answer.status !== 201) throw new Error(`book: ${answer.status} ${await answer.text()}`);
  const outbound = ((await answer.json()) as ReservationAnswer).reservation;
  return { outbound, back: await look(outbound.otherLeg?.id ?? ""), answer };
}

async function look(id: string, browser = rider): Promise<Reservation> {
  const answer = await browser.get(`/reservations/${id}`);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as ReservationAnswer).reservation;
}

const stored = () => server.deps.db.select().from(reservations).all();

describe("a quote with a return trip", () => {
  test("prices both trips and offers the same classes for both", async () => {
    const returnQuote = await quote(rider, { returnTrip: eveningReturn });
    const ids = ({ options }: Pick<QuoteAnswer, "options">) =>
      options.map(({ vehicleClass }) => vehicleClass.id).sort();
    if (!returnQuote.returnTrip) throw new Error("there is no way back");
    expect(ids(returnQuote.returnTrip)).toEqual(ids(returnQuote));
    expect(returnQuote.returnTrip.pickupAt).toBe("2026-11-21T16:00:00.000Z");
    const alone = await quote(rider);
    expect(returnQuote.options).toEqual(alone.options);
    expect(alone.returnTrip).toBeNull();
  });

  for (const [what, wanted, code] of [
    ["before the trip there is over", { pickupLocal: "2026-11-21T09:35" }, "trip.return_too_early"],
    ["in the past", { pickupLocal: "2026-11-01T09:35" }, "trip.past"],
    ["too far ahead", { pickupLocal: "2029-11-01T09:35" }, "trip.too_far_ahead"],
    ["without a time, where it is no care", { pickupLocal: "when_called" }, "request.invalid"],
  ] as const)
    test(`refuses a return trip ${what} and names its pickup field`, async () => {
      const answer = await rider.post("/quotes", trip({ returnTrip: wanted }));
      const failure = (await answer.json()) as { code: string; fields: Record<string, string> };
      expect(failure.code).toBe(code);
      expect(Object.keys(failure.fields)).toEqual(["returnTrip.pickupLocal"]);
    });

  test("refuses a return trip for an hourly trip", async () => {
    const hourly = trip({
      serviceType: "hourly",
      hours: 3,
      dropoff: AIRPORT,
      returnTrip: eveningReturn,
    });
    expect(await refusal(await rider.post("/quotes", hourly))).toEqual([
      422,
      "trip.no_return_trip",
    ]);
  });

  test("reverses the stops for the return trip or leaves them out", async () => {
    const stop = (name: string) => ({ ...HOTEL, name, latitude: -1.95, longitude: 30.09 });
    const stops = [stop("First"), stop("Second")];
    const { back } = await bookWithReturnTrip({ stops, returnTrip: eveningReturn });
    expect(back.stops.map(({ name }) => name)).toEqual(["Second", "First"]);
    const straightTrip = await bookWithReturnTrip({
      stops,
      returnTrip: { ...eveningReturn, stops: "none" },
    });
    expect(straightTrip.back.stops).toEqual([]);
  });
});

describe("booking a trip and its return trip", () => {
  test("accepts a return trip only with the trip that it was quoted with", async () => {
    const returnQuote = await quote(rider, care);
    const vehicleClassId = returnQuote.options[0]?.vehicleClass.id;
    const plain = await quote(rider, {
      ...care,
      serviceType: "point_to_point",
      returnTrip: undefined,
    });
    const later = await quote(rider, { ...care, pickupLocal: "2026-11-22T21:30" });
    const reversed = await quote(rider, { pickup: HOTEL, dropoff: AIRPORT });
    for (const [outbound, back] of [
      // A trip without the details of a care trip, one at a more expensive hour, and a separate trip back.
      [plain.quote, returnQuote.returnTrip?.quote],
      [later.quote, returnQuote.returnTrip?.quote],
      [returnQuote.quote, reversed.quote],
      [returnQuote.returnTrip?.quote, undefined],
    ]) {
      const answer = await rider.post("/reservations", {
        quote: outbound,
        vehicleClassId,
        ...(back && { returnTrip: { quote: back } }),
      });
      expect(await refusal(answer)).toEqual([400, "quote.refused"]);
    }
    expect(stored()).toEqual([]);
  });

  test("creates two linked trips with their own prices and sends one message for both", async () => {
    const { outbound, back } = await bookWithReturnTrip();
    expect(back).toMatchObject({
      number: outbound.number + 1,
      state: "pending",
      serviceType: "airport_dropoff",
      pickup: { name: HOTEL.name },
      dropoff: { name: AIRPORT.name },
      flightNumber: "WB204",
      pickupLocal: "2026-11-21T18:00",
      otherLeg: { id: outbound.id, number: outbound.number, leads: "there" },
    });
    expect(outbound.otherLeg).toMatchObject({ id: back.id, leads: "back", willCall: false });
    expect(outbound.fareMinor).toBeGreaterThan(0);
    expect(back.fareMinor).toBeGreaterThan(0);
    const list = (await (await rider.get("/reservations")).json()) as ReservationList;
    expect(list.reservations.map(({ otherLeg }) => otherLeg)).toEqual([
      { number: back.number, leads: "back" },
      { number: outbound.number, leads: "there" },
    ]);
    const receivedMessages = messagesTo(server, "rider@example.com").filter(
      ({ kind }) => kind === "booking_received",
    );
    expect(receivedMessages).toHaveLength(1);
    expect(receivedMessages[0]?.text).toContain(
      `as booking ${back.number}: Sat 21 Nov 2026, 18:00`,
    );
    expect(receivedMessages[0]?.calendar?.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(receivedMessages[0]?.calendar?.match(/BEGIN:VCALENDAR/g)).toHaveLength(1);
    const ics = await (await rider.get(`/reservations/${back.id}/trip.ics`)).text();
    expect(ics).toContain("DTSTART:20261121T160000Z");
  });

  test("books both trips once per key, and neither if the return trip is refused", async () => {
    const quoted = await quote(rider, { returnTrip: eveningReturn });
    const body = {
      quote: quoted.quote,
      vehicleClassId: quoted.options[0]?.vehicleClass.id,
      returnTrip: { quote: quoted.returnTrip?.quote },
    };
    const bothAnswers = await Promise.all(
      [1, 2].map(() => rider.post("/reservations", body, { "idempotency-key": "once" })),
    );
    expect(bothAnswers.map(({ status }) => status)).toEqual([201, 201]);
    expect(stored()).toHaveLength(2);
    const other = await quote(rider, { pickup: HOTEL, dropoff: { ...AIRPORT, name: "Elsewhere" } });
    const foreignAnswer = await rider.post("/reservations", {
      ...body,
      returnTrip: { quote: other.quote },
    });
    expect(await refusal(foreignAnswer)).toEqual([400, "quote.refused"]);
    expect(stored()).toHaveLength(2);
  });

  test("the rider cancels one trip alone, or both after seeing both fees", async () => {
    const first = await bookWithReturnTrip();
    await rider.post(`/reservations/${first.outbound.id}/cancellation`, { version: 1 });
    expect((await look(first.back.id)).state).toBe("pending");
    expect((await look(first.back.id)).otherLeg?.state).toBe("cancelled");

    const { outbound, back } = await bookWithReturnTrip();
    const preview = (await (
      await rider.get(`/reservations/${back.id}/cancellation`)
    ).json()) as CancellationPreview;
    expect(preview.otherLeg).toEqual({
      number: outbound.number,
      leads: "there",
      version: 1,
      pickupAt: outbound.pickupAt,
      willCall: false,
      isLateCancellation: false,
      feeMinor: 0,
    });
    const staleAnswer = await rider.post(`/reservations/${back.id}/cancellation`, {
      version: 1,
      otherLegVersion: 2,
    });
    expect(await refusal(staleAnswer)).toEqual([409, "reservation.stale"]);
    expect((await look(back.id)).state).toBe("pending");
    const cancelBothAnswer = await rider.post(`/reservations/${back.id}/cancellation`, {
      version: 1,
      otherLegVersion: 1,
    });
    expect(cancelBothAnswer.status).toBe(200);
    expect([(await look(outbound.id)).state, (await look(back.id)).state]).toEqual([
      "cancelled",
      "cancelled",
    ]);
  });

  test("moving one trip keeps the other and warns if they overlap", async () => {
    const { outbound, back } = await bookWithReturnTrip();
    const ask = async (of: Reservation, pickupLocal: string) => {
      const answer = await rider.post(`/reservations/${of.id}/change-quote`, {
        version: 1,
        pickupLocal,
      });
      return ((await answer.json()) as { overlaps: unknown }).overlaps;
    };
    expect(await ask(outbound, "2026-11-21T17:55")).toEqual({
      number: back.number,
      leads: "back",
      pickupAt: back.pickupAt,
    });
    expect(await ask(back, "2026-11-21T09:31")).toMatchObject({ number: outbound.number });
    expect(await ask(outbound, "2026-11-21T12:00")).toBeNull();
    expect((await look(back.id)).version).toBe(1);
  });
});

describe("a return trip that waits for a call", () => {
  async function confirmed() {
    const staff = await signInAdmin(server);
    const pair = await bookWithReturnTrip(care, {
      details: {
        care: { attendants: 0, companions: 0, appointmentTime: "11:00", doorNote: "Ring twice" },
      },
    });
    const answer = await staff.post(`/admin/reservations/${pair.back.id}/confirmation`, {
      version: 1,
    });
    expect(answer.status).toBe(200);
    return { staff, outbound: pair.outbound, back: await look(pair.back.id) };
  }

  test("is planned an hour after the appointment, shows no time and cannot be assigned or offered", async () => {
    const { staff, outbound, back } = await confirmed();
    expect(back).toMatchObject({ willCall: true, pickupLocal: "2026-11-21T12:00" });
    expect(back.details.care).toMatchObject({ appointmentTime: null, doorNote: "Ring twice" });
    expect(outbound.otherLeg).toMatchObject({ willCall: true });
    expect(await refusal(await rider.get(`/reservations/${back.id}/trip.ics`))).toEqual([
      409,
      "reservation.waits_for_call",
    ]);
    const [message] = messagesTo(server, "rider@example.com").filter(
      ({ kind }) => kind === "booking_received",
    );
    expect(message?.text).toContain(`as booking ${back.number}: tell us when you are ready`);
    expect(message?.calendar?.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    const car = createVehicle(server, { mobility: ["wheelchair"] });
    const driver = createDriver(server, { vehicleId: car.id });
    for (const act of ["assignment", "offer"])
      expect(
        await refusal(
          await staff.post(`/admin/reservations/${back.id}/${act}`, {
            version: back.version,
            driverId: driver.id,
            vehicleId: car.id,
          }),
        ),
      ).toEqual([409, "reservation.waits_for_call"]);
  });

  test("costs nothing to cancel, even late", async () => {
    const { back } = await confirmed();
    server.advance(28 * HOUR);
    const preview = await rider.get(`/reservations/${back.id}/cancellation`);
    expect(await preview.json()).toMatchObject({
      allowed: true,
      isLateCancellation: false,
      feeMinor: 0,
    });
  });

  test("the rider can call it once the outbound trip has begun, at the agreed price", async () => {
    const { back } = await confirmed();
    const call = (version: number, browser = rider) =>
      browser.post(`/reservations/${back.id}/call`, { version });
    expect(await refusal(await call(back.version))).toEqual([409, "reservation.call_too_early"]);
    const stranger = (await signInRider(server, "other@example.com")).browser;
    expect((await call(back.version, stranger)).status).toBe(404);
    server.advance(26 * HOUR + 61_000);
    const answer = await call(back.version);
    const { reservation } = (await answer.json()) as ReservationAnswer;
    // 12:01 in Kigali plus half an hour, rounded up to five minutes.
    expect(reservation).toMatchObject({
      willCall: false,
      state: "confirmed",
      pickupLocal: "2026-11-21T12:35",
      pickupAt: "2026-11-21T10:35:00.000Z",
      fareMinor: back.fareMinor,
    });
    const changedMessage = messagesTo(server, "rider@example.com")[0];
    expect(changedMessage?.text).toContain("Sat 21 Nov 2026, 12:35");
    expect(await refusal(await call(reservation.version))).toEqual([
      409,
      "reservation.illegal_transition",
    ]);
  });

  test("dispatch can call it for the rider at any time", async () => {
    const { staff, back } = await confirmed();
    const answer = await staff.post(`/admin/reservations/${back.id}/call`, {
      version: back.version,
    });
    const { reservation } = (await answer.json()) as ReservationAnswer;
    // The driver may set off two hours before the pickup time that the call set.
    expect(reservation).toMatchObject({
      willCall: false,
      pickupLocal: "2026-11-20T10:30",
      startsAt: "2026-11-20T06:30:00.000Z",
    });
  });

  test("moves with the outbound trip, and gets a time once the rider sets one", async () => {
    const { outbound, back } = await confirmed();
    const change = async (of: Reservation, pickupLocal: string) => {
      const { quote: signedQuote } = (await (
        await rider.post(`/reservations/${of.id}/change-quote`, {
          version: of.version,
          pickupLocal,
        })
      ).json()) as { quote: string };
      const answer = await rider.put(`/reservations/${of.id}`, {
        version: of.version,
        quote: signedQuote,
      });
      expect(answer.status).toBe(200);
    };
    await change(outbound, "2026-11-22T09:30");
    const moved = await look(back.id);
    expect(moved).toMatchObject({ willCall: true, pickupLocal: "2026-11-22T12:00" });
    await change(moved, "2026-11-22T15:00");
    expect(await look(back.id)).toMatchObject({ willCall: false, pickupLocal: "2026-11-22T15:00" });
  });

  test("cannot be booked without its outbound trip", async () => {
    const quoted = await quote(rider, care);
    const answer = await rider.post("/reservations", {
      quote: quoted.returnTrip?.quote,
      vehicleClassId: quoted.options[0]?.vehicleClass.id,
    });
    expect(await refusal(answer)).toEqual([400, "quote.refused"]);
  });
});
