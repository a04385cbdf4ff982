/** A rider changes a trip: first the new price, then the trip, its driver and the notifications. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { assignments } from "../../db/schema/dispatch";
import { notifications } from "../../db/schema/notifications";
import { reservations } from "../../db/schema/reservations";
import type { ChangeQuote } from "../../src/reservations/change-contract";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import {
  airport,
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look,
  offer,
} from "../pages/driver/scene";
import { messagesTo, signInRider } from "../support/sign-in";
import { sumOf } from "../../src/fares/money-rules";
import { refusal } from "../support/server";

const MARKET = {
  name: "Kimironko Market",
  detail: "KG 11 Ave, Kigali",
  latitude: -1.9494,
  longitude: 30.1261,
};
const MINUTE = 60_000;

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

const ask = (trip: Reservation, wanted: object, browser = scene.rider) =>
  browser.post(`/reservations/${trip.id}/change-quote`, { version: trip.version, ...wanted });
const agree = (trip: Reservation, input: object, browser = scene.rider) =>
  browser.put(`/reservations/${trip.id}`, { version: trip.version, ...input });

async function quoted(trip: Reservation, wanted: object): Promise<ChangeQuote> {
  const answer = await ask(trip, wanted);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as ChangeQuote;
}

/** Changes a trip completely: gets the new price, then accepts it. */
async function change(trip: Reservation, wanted: object, more: object = {}): Promise<Reservation> {
  const { quote } = await quoted(trip, wanted);
  const answer = await agree(trip, { quote, ...more });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as ReservationAnswer).reservation;
}

const active = () =>
  scene.server.deps.db.select().from(assignments).where(eq(assignments.active, true)).all();
const told = () =>
  scene.server.deps.db
    .select()
    .from(notifications)
    .where(eq(notifications.accountId, scene.row.id))
    .all()
    .map(({ title, body }) => `${title}: ${body}`);

describe("a change by the rider", () => {
  test("shows the new price, and changes nothing until the rider accepts it", async () => {
    const trip = await book(scene);
    const found = await quoted(trip, { dropoff: MARKET, pickupLocal: "2026-11-20T16:00" });
    expect(found.fareBeforeMinor).toBe(trip.fareMinor);
    expect(found.fareMinor).toBeLessThan(trip.fareMinor);
    expect(found.pickupAt).toBe("2026-11-20T14:00:00.000Z");
    expect(sumOf(found.lines)).toBe(found.fareMinor);
    expect((await look(scene, trip.id)).version).toBe(trip.version);

    const answer = await agree(trip, { quote: found.quote, note: "Blue gate" });
    const { reservation } = (await answer.json()) as ReservationAnswer;
    expect(reservation).toMatchObject({
      state: "confirmed",
      version: trip.version + 1,
      dropoff: MARKET,
      pickup: trip.pickup,
      pickupLocal: "2026-11-20T16:00",
      fareMinor: found.fareMinor,
      lines: found.lines,
      note: "Blue gate",
      distanceMeters: found.distanceMeters,
    });
    expect(reservation.timeline.at(-1)).toMatchObject({ from: "confirmed", to: "confirmed" });
    const seen = (await look(scene, trip.id)).timeline.at(-1);
    expect(seen?.actor.kind).toBe("rider");
    expect(seen?.event).toEqual({
      kind: "changed",
      time: { before: "2026-11-20T12:30:00.000Z", after: "2026-11-20T14:00:00.000Z" },
      dropoff: { before: "Kigali Marriott Hotel", after: "Kimironko Market" },
      note: true,
      fareFromMinor: trip.fareMinor,
      fareMinor: found.fareMinor,
      currency: "RWF",
    });
    const [message] = messagesTo(scene.server, "rider@example.com");
    expect(message).toMatchObject({
      kind: "booking_changed",
      subject: `Your booking ${trip.number} has changed`,
    });
    expect(message?.text).toContain("To: Kimironko Market");
    expect(message?.text).toContain("Pickup: Fri 20 Nov 2026, 16:00");
  });

  test("of the note alone needs no price and keeps the agreed one", async () => {
    const trip = await book(scene);
    const answer = await agree(trip, { note: "Ring twice" });
    const { reservation } = (await answer.json()) as ReservationAnswer;
    expect(reservation).toMatchObject({ note: "Ring twice", lines: trip.lines, state: trip.state });
    expect(await refusal(await agree(reservation, { note: "Ring twice" }))).toEqual([
      400,
      "request.invalid",
    ]);
  });

  test("is made once, even if it is sent three times", async () => {
    const trip = await book(scene);
    const { quote } = await quoted(trip, { passengers: 2 });
    const answers = await Promise.all([1, 2, 3].map(() => agree(trip, { quote })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await look(scene, trip.id)).passengers).toBe(2);
  });
});

describe("the driver of a changed trip", () => {
  test("stays assigned if they can drive the trip at its new time", async () => {
    const trip = await assign(scene, await book(scene));
    const changed = await change(trip, { pickupLocal: "2026-11-20T17:00" });
    expect(changed).toMatchObject({ state: "assigned", version: trip.version + 1 });
    expect(changed.driver?.firstName).toBe("Eric");
    const [held] = active();
    expect(held?.startsAt).toBe(Date.parse("2026-11-20T15:00:00Z") - 15 * MINUTE);
    expect(told()).toContain(
      `Trip ${trip.number} was changed: Fri 20 Nov 2026, 17:00, Kigali International Airport to Kigali Marriott Hotel.`,
    );
  });

  test("is unassigned if they have another trip then, and the trip returns to dispatch", async () => {
    const other = await assign(scene, await book(scene, { pickupLocal: "2026-11-20T17:00" }));
    const trip = await assign(scene, await book(scene));
    const changed = await change(trip, { pickupLocal: "2026-11-20T17:10" });
    expect(changed).toMatchObject({ state: "confirmed", driver: null, vehicle: null });
    expect(active().map(({ reservationId }) => reservationId)).toEqual([other.id]);
    const { timeline } = await look(scene, trip.id);
    expect(timeline.slice(-2).map(({ from, to }) => `${from} ${to}`)).toEqual([
      "assigned confirmed",
      "confirmed confirmed",
    ]);
    expect(timeline.at(-2)?.event).toEqual({
      kind: "unassigned",
      withdrawalReason: "trip_changed",
      refusals: [
        { code: "driver.overlap", trip: other.number },
        { code: "vehicle.overlap", trip: other.number },
      ],
    });
    expect(told()).toContain(`Trip ${trip.number} was changed: The trip is no longer yours.`);
  });

  test("can no longer accept if they only had an offer", async () => {
    const trip = await offer(scene, await book(scene));
    const seen = (await (await scene.rider.get(`/reservations/${trip.id}`)).json()) as {
      reservation: Reservation;
    };
    const changed = await change(seen.reservation, { passengers: 2 });
    expect(changed.state).toBe("confirmed");
    const accepted = await scene.phone.post(`/driver/reservations/${trip.id}/acceptance`, {
      version: changed.version,
    });
    expect(accepted.ok).toBe(false);
  });
});

describe("the limits of a change", () => {
  test("another rider's trip, an old version and another trip's price are refused", async () => {
    const trip = await book(scene);
    const stranger = (await signInRider(scene.server, "stranger@example.com")).browser;
    expect((await ask(trip, { passengers: 2 }, stranger)).status).toBe(404);
    expect((await agree(trip, { note: "Mine" }, stranger)).status).toBe(404);
    expect((await ask(trip, { passengers: 2 }, scene.server.browser())).status).toBe(401);
    const staleTrip = { ...trip, version: trip.version - 1 };
    expect(await refusal(await ask(staleTrip, { passengers: 2 }))).toEqual([
      409,
      "reservation.stale",
    ]);
    const cheaperQuote = (await (
      await scene.rider.post("/quotes", {
        serviceType: "point_to_point",
        pickup: airport,
        dropoff: MARKET,
        pickupLocal: "2026-11-20T14:30",
        passengers: 1,
        luggage: 1,
      })
    ).json()) as { quote: string };
    expect(await refusal(await agree(trip, { quote: cheaperQuote.quote }))).toEqual([
      400,
      "quote.refused",
    ]);
    // A price quoted for the return of another trip.
    const pair = (await (
      await scene.rider.post("/quotes", {
        serviceType: "airport_dropoff",
        pickup: trip.dropoff,
        dropoff: airport,
        pickupLocal: "2026-11-21T10:00",
        passengers: 1,
        luggage: 1,
        returnTrip: { pickupLocal: "2026-11-21T18:00" },
      })
    ).json()) as { quote: string; returnTrip: { quote: string } };
    expect(await refusal(await agree(trip, { quote: pair.returnTrip.quote }))).toEqual([
      400,
      "quote.refused",
    ]);
    expect(await refusal(await agree(trip, { quote: "made.up" }))).toEqual([400, "quote.refused"]);
  });

  test("a trip cannot be changed once the driver is on the way", async () => {
    const trip = await assign(scene, await book(scene));
    const { quote } = await quoted(trip, { passengers: 2 });
    const gone = await drive(scene, trip, "en_route");
    expect(await refusal(await ask(gone, { passengers: 2 }))).toEqual([
      409,
      "reservation.not_changeable",
    ]);
    expect(await refusal(await agree(gone, { quote }))).toEqual([
      409,
      "reservation.not_changeable",
    ]);
  });

  test("an expired price is refused", async () => {
    const trip = await book(scene);
    const { quote } = await quoted(trip, { passengers: 2 });
    scene.server.advance(16 * MINUTE);
    expect(await refusal(await agree(trip, { quote }))).toEqual([409, "quote.expired"]);
  });

  test("a past time, an unknown or equal place and too many people are refused", async () => {
    const trip = await book(scene);
    const words = { name: "The blue gate", detail: "", latitude: null, longitude: null };
    expect((await refusal(await ask(trip, { pickupLocal: "2026-11-20T08:00" })))[1]).toBe(
      "trip.past",
    );
    expect((await refusal(await ask(trip, { dropoff: words })))[1]).toBe("trip.place_unknown");
    expect((await refusal(await ask(trip, { dropoff: trip.pickup })))[1]).toBe("trip.same_place");
    expect((await refusal(await ask(trip, { passengers: 30 })))[1]).toBe("trip.no_vehicle");
  });

  test("a change that avoids the cancellation fee is refused, and a dearer one is allowed", async () => {
    const trip = await book(scene, { pickupLocal: "2026-11-20T11:00" });
    for (const wanted of [{ pickupLocal: "2026-11-25T11:00" }, { dropoff: MARKET }]) {
      expect(await refusal(await ask(trip, wanted))).toEqual([409, "reservation.change_too_late"]);
    }
    const longerTrip = await change(trip, { stops: [MARKET] });
    expect(longerTrip.stops).toEqual([MARKET]);
    expect(longerTrip.fareMinor).toBeGreaterThan(trip.fareMinor);
    // A price quoted before the fee is refused afterwards.
    const later = await book(scene, { pickupLocal: "2026-11-21T11:00" });
    const { quote } = await quoted(later, { pickupLocal: "2026-11-21T18:00" });
    scene.server.deps.db
      .update(reservations)
      .set({ pickupAt: scene.server.deps.now() + 30 * MINUTE })
      .where(eq(reservations.id, later.id))
      .run();
    expect((await refusal(await agree(later, { quote })))[1]).toBe("reservation.change_too_late");
  });
});
