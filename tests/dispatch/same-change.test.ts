/** A change of one trip is made to its return trip, and to other days of a repeating trip. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { reservations } from "../../db/schema/reservations";
import { standingOrders } from "../../db/schema/standing-orders";
import { outbox } from "../../db/schema/notifications";
import type {
  ChangeQuote,
  SameChangeResult,
  SameChangeQuote,
} from "../../src/reservations/change-contract";
import type { Reservation, RiderReservation } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { extendOrders } from "../../src/reservations/standing-orders/order-actions";
import { createDriverScene, type DriverScene, look, market } from "../pages/driver/scene";
import { trip as request } from "../support/booking";
import { refusal } from "../support/server";
import { signInRider } from "../support/sign-in";
import { json } from "../tracking/scene";

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

const childSeat = { extras: [{ id: "child-seat", quantity: 1 }] };
const rows = () => scene.server.deps.db.select().from(reservations).all();
async function book(over: Record<string, unknown>, more: object = {}) {
  const quote = await json<QuoteAnswer>(await scene.rider.post("/quotes", request(over)));
  const { reservation } = await json<{ reservation: RiderReservation }>(
    await scene.rider.post("/reservations", {
      quote: quote.quote,
      vehicleClassId: quote.options[0]?.vehicleClass.id,
      ...(quote.returnTrip && { returnTrip: { quote: quote.returnTrip.quote } }),
      ...more,
    }),
  );
  return look(scene, reservation.id);
}
async function change(trip: Reservation, wanted: object, more: object = {}) {
  const { version } = await look(scene, trip.id);
  const quoted = await json<ChangeQuote>(
    await scene.rider.post(`/reservations/${trip.id}/change-quote`, { version, ...wanted }),
  );
  const body = { version, quote: quoted.quote, ...more };
  await json(await scene.rider.put(`/reservations/${trip.id}`, body));
}
type By = "rider" | "staff";
const pathOf = (by: By, { id }: Reservation) =>
  `${by === "staff" ? "/admin" : ""}/reservations/${id}/same-change`;
const ask = async (trip: Reservation, wanted: object, by: By = "rider") =>
  json<SameChangeQuote>(await scene[by].post(`${pathOf(by, trip)}/quote`, wanted));
const send = (trip: Reservation, body: object, by: By = "rider") =>
  scene[by].post(pathOf(by, trip), body);
const seenTrips = (trips: SameChangeQuote["trips"]) =>
  trips.map(({ id, version, fareMinor }) => ({ id, version, fareMinor }));

describe("a return trip", () => {
  const bothChanges = {
    returnTrip: { pickupLocal: "2026-11-21T19:00" },
    pickupLocal: "2026-11-21T09:00",
  };

  test.each(["rider", "staff"] as const)(
    "takes the same change with its places reversed, at the price that the %s saw",
    async (by) => {
      const outbound = await book({ ...bothChanges, serviceType: "point_to_point" });
      const back = await look(scene, outbound.otherLeg?.id ?? "");
      await change(
        outbound,
        { ...childSeat, dropoff: market, pickupLocal: "2026-11-21T10:00" },
        { note: "Ring" },
      );
      const wanted = { ...childSeat, dropoff: market, pickupTime: "10:00", note: "Ring" };
      const { trips, orderVersion } = await ask(outbound, wanted, by);
      expect(orderVersion).toBeNull();
      expect(trips).toMatchObject([
        {
          id: back.id,
          leads: "back",
          isLater: true,
          fareBeforeMinor: back.fareMinor,
          refusal: null,
        },
      ]);
      expect(trips[0]?.fareMinor).not.toBe(back.fareMinor);
      const made = await json<SameChangeResult>(
        await send(outbound, { change: wanted, trips: seenTrips(trips) }, by),
      );
      expect(made).toEqual({ changed: [back.number], unchanged: [] });
      const changed = await look(scene, back.id);
      expect(changed).toMatchObject({
        pickup: { name: market.name },
        dropoff: { name: outbound.pickup.name },
        pickupLocal: "2026-11-21T19:00",
        extras: [{ id: "child-seat", quantity: 1 }],
        note: "Ring",
        fareMinor: trips[0]?.fareMinor,
      });
      // Nothing is left to change on the other trips.
      expect((await ask(outbound, wanted, by)).trips).toEqual([]);
    },
  );

  test("stays unchanged and is reported if it has changed since, or its price is not the one seen", async () => {
    const outbound = await book(bothChanges);
    const back = await look(scene, outbound.otherLeg?.id ?? "");
    await change(outbound, { passengers: 2 }, { note: "Ring" });
    const { trips } = await ask(outbound, { passengers: 2, note: "Ring", ...childSeat });
    const raisedFares = seenTrips(trips).map((seen) => ({
      ...seen,
      fareMinor: seen.fareMinor + 1,
    }));
    const wanted = { passengers: 2, note: "Ring", ...childSeat };
    const refused = await json<SameChangeResult>(
      await send(outbound, { change: wanted, trips: raisedFares }),
    );
    expect(refused).toMatchObject({
      changed: [],
      unchanged: [{ number: back.number, code: "quote.expired" }],
    });
    await change(back, { passengers: 3 });
    const staleResult = await json<SameChangeResult>(
      await send(outbound, { change: wanted, trips: seenTrips(trips) }),
    );
    expect(staleResult.unchanged).toMatchObject([
      { number: back.number, code: "reservation.stale" },
    ]);
    expect(await look(scene, back.id)).toMatchObject({ passengers: 3, note: "", extras: [] });
  });

  test("cannot be changed by another rider, and the call refuses an unrelated trip", async () => {
    const outbound = await book(bothChanges);
    const other = await book({ pickupLocal: "2026-11-22T09:00" });
    const { browser } = await signInRider(scene.server, "other@example.com");
    expect((await browser.post(`${pathOf("rider", outbound)}/quote`, childSeat)).status).toBe(404);
    const trips = [{ id: other.id, version: other.version, fareMinor: other.fareMinor }];
    expect(await refusal(await send(outbound, { change: childSeat, trips }))).toEqual([
      400,
      "request.invalid",
    ]);
    const pianoExtra = { extras: [{ id: "piano", quantity: 1 }] };
    expect((await ask(outbound, pianoExtra)).trips).toMatchObject([
      { refusal: { code: "trip.extra" } },
    ]);
  });
});

describe("a repeating trip", () => {
  const repeat = { weekdays: [1], everyWeeks: 1, end: { kind: "never" } };
  const bookWeeklyTrip = () =>
    book({ serviceType: "point_to_point", pickupLocal: "2026-11-23T07:30" }, { repeat });
  const days = () =>
    rows()
      .toSorted((a, b) => a.pickupAt - b.pickupAt)
      .map(({ pickupLocal, extras }) => [pickupLocal, (extras as object[]).length]);

  test("takes the change on later days and on days not booked yet, with one message to the rider", async () => {
    await bookWeeklyTrip();
    const [, second] = rows().toSorted((a, b) => a.pickupAt - b.pickupAt);
    const base = await look(scene, second?.id ?? "");
    await change(base, { ...childSeat, pickupLocal: "2026-11-30T08:00" });
    const wanted = { ...childSeat, pickupTime: "08:00" };
    const { trips, orderVersion } = await ask(base, wanted);
    expect(trips.map(({ isLater, leads }) => [isLater, leads])).toEqual([
      [false, null],
      [true, null],
      [true, null],
    ]);
    for (const { fareMinor, fareBeforeMinor } of trips)
      expect(fareMinor).toBeGreaterThan(fareBeforeMinor);
    const later = trips.filter(({ isLater }) => isLater);
    const sent = () => scene.server.deps.db.select().from(outbox).all().length;
    const before = sent();
    const made = await json<SameChangeResult>(
      await send(base, { change: wanted, trips: seenTrips(later), orderVersion }),
    );
    expect(made.changed).toEqual(later.map(({ number }) => number));
    expect(sent()).toBe(before + 1);
    scene.server.advance(14 * 86_400_000);
    await extendOrders(scene.server.deps);
    expect(days()).toEqual([
      ["2026-11-23T07:30", 0],
      ["2026-11-30T08:00", 1],
      ["2026-12-07T08:00", 1],
      ["2026-12-14T08:00", 1],
      ["2026-12-21T08:00", 1],
      ["2026-12-28T08:00", 1],
    ]);
  });

  test("is not changed by an outdated request, and dispatch can change it as riders can", async () => {
    const base = await bookWeeklyTrip();
    await change(base, { passengers: 3 });
    const { id } = scene.server.deps.db.select().from(standingOrders).all()[0] ?? { id: "" };
    const { trips } = await ask(base, { passengers: 3 }, "staff");
    expect(trips).toHaveLength(3);
    const body = { change: { passengers: 3 }, trips: seenTrips(trips) };
    expect(await refusal(await send(base, { ...body, orderVersion: 7 }, "staff"))).toEqual([
      409,
      "standing_order.stale",
    ]);
    expect(rows().filter(({ passengers }) => passengers === 3)).toHaveLength(1);
    const [late] = trips;
    scene.server.deps.db
      .update(reservations)
      .set({ state: "passenger_on_board" })
      .where(eq(reservations.id, late?.id ?? ""))
      .run();
    const { orderVersion, trips: left } = await ask(base, { passengers: 3 }, "staff");
    expect(left[0]?.refusal?.code).toBe("reservation.not_changeable");
    const made = await json<SameChangeResult>(await send(base, { ...body, orderVersion }, "staff"));
    expect(made.changed).toHaveLength(2);
    expect(made.unchanged).toMatchObject([{ number: late?.number }]);
    const [order] = scene.server.deps.db
      .select()
      .from(standingOrders)
      .where(eq(standingOrders.id, id))
      .all();
    expect(order).toMatchObject({ version: 2, template: { passengers: 3 } });
  });
});
