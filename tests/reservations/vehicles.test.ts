/** One booking of several vehicles: booked, confirmed, paid, cancelled in part and billed through real calls. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { paymentAttempts } from "../../db/schema/payment-links";
import { payments } from "../../db/schema/payments";
import { prepayments } from "../../db/schema/prepayments";
import { reservations } from "../../db/schema/reservations";
import { acceptedTerms, termsVersions } from "../../db/schema/terms";
import { vehicles } from "../../db/schema/vehicles";
import type { TripMoneyAnswer } from "../../src/payments/contract";
import type { PayPage } from "../../src/payments/links/link-contract";
import { reconcilePayments } from "../../src/payments/online/reconcile-actions";
import { followUpPrepayments } from "../../src/payments/prepaying/follow-up-actions";
import { requestFurtherPrepayments } from "../../src/payments/prepaying/prepay-link-actions";
import type { SplitQuote } from "../../src/dispatch/changes/split-contract";
import type { ExtraVehicleQuote } from "../../src/dispatch/changes/extra-vehicle-contract";
import type { ChangeQuote } from "../../src/reservations/change-contract";
import type {
  CancellationPreview,
  Reservation,
  RiderReservation,
} from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { createDriverScene, type DriverScene, drive } from "../pages/driver/scene";
import { trip as request } from "../support/booking";
import { setPaymentRules } from "../support/payments/rules";
import { startStripe } from "../support/payments/stripe";
import { refusal } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { json } from "../tracking/scene";

let scene: DriverScene;
const stripe = startStripe();
beforeEach(async () => {
  scene = await createDriverScene();
  scene.server.deps.db.update(vehicles).set({ passengers: 7, luggage: 8 }).run();
  Object.assign(scene.server.deps.config, { stripe: { ...stripe.connection, timeoutMs: 2_000 } });
});
afterEach(() => {
  scene.server.close();
  expect(stripe.faults).toEqual([]);
});
afterAll(() => stripe.stop());

const tripForFourteen = { passengers: 14, luggage: 4, serviceType: "point_to_point" };
const quoteOf = async (over: object = {}) =>
  json<QuoteAnswer>(await scene.rider.post("/quotes", request({ ...tripForFourteen, ...over })));
const bookingAnswer = (quote: QuoteAnswer, more: object = {}) => {
  const [option] = quote.options;
  const back = quote.returnTrip;
  const before = (option?.before?.amountMinor ?? 0) + (back?.options[0]?.before?.amountMinor ?? 0);
  return scene.rider.post("/reservations", {
    quote: quote.quote,
    vehicleClassId: option?.vehicleClass.id,
    agreedBeforeMinor: before,
    ...(back && { returnTrip: { quote: back.quote } }),
    ...more,
  });
};
async function book(over: object = {}, more: object = {}) {
  const quote = await quoteOf(over);
  const { reservation } = await json<{ reservation: RiderReservation }>(
    await bookingAnswer(quote, more),
  );
  return reservation;
}
const seen = async (id: string) =>
  (await json<{ reservation: RiderReservation }>(await scene.rider.get(`/reservations/${id}`)))
    .reservation;
const act = async (id: string, path: string, body: object = {}) => {
  const { version } = await seen(id);
  return json(await scene.staff.post(`/admin/reservations/${id}/${path}`, { version, ...body }));
};
const ids = ({ vehicles = [] }: RiderReservation) => vehicles.map(({ id }) => id);
const mails = () =>
  messagesTo(scene.server, "rider@example.com").filter(({ kind }) => kind !== "code");
const kinds = () => mails().map(({ kind }) => kind);
const rows = () => scene.server.deps.db.select().from(payments).all();
const newestAttempt = () =>
  scene.server.deps.db.select().from(paymentAttempts).all().at(-1)?.id ?? "";
const money = async (id: string) =>
  (await json<TripMoneyAnswer>(await scene.staff.get(`/admin/reservations/${id}/payments`))).money;
const tokenOf = (url: string) => url.split("/").at(-1) ?? "";
async function prepayToken(id: string) {
  const { url } = await json<{ url: string }>(
    await scene.rider.post(`/reservations/${id}/prepayment`),
  );
  return tokenOf(url);
}
async function pay(token: string) {
  await json(await scene.rider.post(`/pay/${token}`, { method: "card_online" }));
  stripe.pay(newestAttempt());
  await reconcilePayments(scene.server.deps);
}
async function complete(id: string) {
  await act(id, "assignment", { driverId: scene.row.id, vehicleId: scene.car.id });
  const given = await json<{ reservation: never }>(
    await scene.phone.get(`/driver/reservations/${id}`),
  );
  await drive(
    scene,
    given.reservation,
    "en_route",
    "on_location",
    "passenger_on_board",
    "completed",
  );
}

describe("a booking of several vehicles", () => {
  test("is offered if no vehicle carries everybody, and makes two linked reservations", async () => {
    const quote = await quoteOf();
    expect(quote.options).toMatchObject([
      {
        vehicleClass: { name: "2 × Van", passengers: 14 },
        vehicles: [
          { vehicleClass: { name: "Van" }, passengers: 7, luggage: 4 },
          { vehicleClass: { name: "Van" }, passengers: 7, luggage: 0 },
        ],
      },
    ]);
    const trip = await book();
    expect(trip).toMatchObject({
      state: "pending",
      passengers: 7,
      order: { id: trip.id, position: 1, count: 2 },
    });
    const [, second = ""] = ids(trip);
    const other = await seen(second);
    expect(other).toMatchObject({ passengers: 7, order: { id: trip.id, position: 2, count: 2 } });
    expect(trip.fareMinor + other.fareMinor).toBe(quote.options[0]?.fareMinor ?? 0);
    expect(kinds()).toEqual(["booking_received"]);
    expect(mails()[0]?.text).toContain(`Booking ${other.number} for 7 passengers`);
    await book({ passengers: 2 });
    const bookingPath = `/admin/reservations?order=${trip.id}`;
    const found = await json<{ reservations: object[] }>(await scene.staff.get(bookingPath));
    expect(found.reservations).toMatchObject([{ id: trip.id }, { id: second }]);
    const list = await json<{ reservations: object[] }>(await scene.rider.get("/reservations"));
    expect(list.reservations).toMatchObject([
      { order: { position: 1, count: 2 } },
      { order: { position: 2, count: 2 } },
      {},
    ]);
  });

  test("gets one confirmation, and each driver sees only their own vehicle's trip", async () => {
    const trip = await book();
    const [first = "", second = ""] = ids(trip);
    await act(first, "confirmation");
    expect(kinds()).not.toContain("booking_confirmed");
    await act(second, "confirmation");
    expect(kinds().filter((kind) => kind === "booking_confirmed")).toHaveLength(1);
    await act(second, "assignment", { driverId: scene.row.id, vehicleId: scene.car.id });
    expect((await seen(first)).vehicles).toMatchObject([
      { driver: null },
      { driver: { name: "Eric" }, vehicle: { plate: scene.car.plate } },
    ]);
    const own = await json<{ reservation: object }>(
      await scene.phone.get(`/driver/reservations/${second}`),
    );
    expect(own.reservation).toMatchObject({ order: { position: 2, count: 2 } });
    expect(own.reservation).not.toHaveProperty("vehicles");
    expect((await scene.phone.get(`/driver/reservations/${first}`)).status).toBe(404);
  });

  test("has a return trip with as many vehicles, and cannot repeat", async () => {
    const trip = await book({ returnTrip: { pickupLocal: "2026-11-21T18:00" } });
    const legs = await Promise.all(ids(trip).map(seen));
    expect(legs.map(({ otherLeg }) => otherLeg?.leads)).toEqual(["back", "back"]);
    const back = await seen(legs[0]?.otherLeg?.id ?? "");
    expect(back.vehicles).toHaveLength(2);
    expect(ids(back)).not.toContain(trip.id);
    const repeat = { days: ["mon"], everyWeeks: 1, end: { kind: "never" } };
    const refusedAnswer = await bookingAnswer(await quoteOf(), { repeat });
    expect(refusedAnswer.status).toBe(400);
  });

  test("is refused for too many passengers or for a service that does not divide them", async () => {
    const ask = (over: object) =>
      scene.rider.post("/quotes", request({ ...tripForFourteen, ...over }));
    expect(await refusal(await ask({ passengers: 60 }))).toEqual([422, "trip.no_vehicle"]);
    expect(await refusal(await ask({ serviceType: "home_care" }))).toEqual([
      422,
      "trip.no_vehicle",
    ]);
    const quote = await quoteOf();
    const [option] = quote.options;
    for (const vehicleClassId of [
      `${option?.vehicleClass.id}+x`,
      option?.vehicles?.[0]?.vehicleClass.id,
      "",
    ])
      expect((await bookingAnswer(quote, { vehicleClassId })).status).toBe(400);
  });

  test("by phone is confirmed at once and divides the agreed price", async () => {
    const quote = await json<QuoteAnswer>(
      await scene.staff.post("/admin/quotes", request(tripForFourteen)),
    );
    const { reservation } = await json<{ reservation: RiderReservation }>(
      await scene.staff.post("/admin/reservations", {
        quote: quote.quote,
        vehicleClassId: quote.options[0]?.vehicleClass.id,
        caller: { phone: "+250788333444", name: "Chantal Uwase" },
        agreed: { fareMinor: 100_001, reason: "Wedding" },
      }),
    );
    expect(reservation.vehicles).toMatchObject([{ state: "confirmed" }, { state: "confirmed" }]);
    const costs = reservation.vehicles?.map(({ costMinor }) => costMinor) ?? [];
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(100_001);
    expect(messagesTo(scene.server, "+250788333444")).toHaveLength(1);
  });
});

describe("payments for several vehicles", () => {
  const deposit = async () => {
    const owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
    await setPaymentRules(owner, { take: "deposit", depositPercent: 30 });
  };

  test("one link takes one deposit, recorded per vehicle, and a cancelled vehicle is refunded", async () => {
    await deposit();
    const quote = await quoteOf();
    const trip = await book();
    const [first = "", second = ""] = ids(trip);
    const amountMinor = quote.options[0]?.before?.amountMinor ?? 0;
    expect(amountMinor).toBe(Math.round((quote.options[0]?.fareMinor ?? 0) * 0.3));
    const token = await prepayToken(second);
    expect(await prepayToken(first)).toBe(token);
    const page = await json<PayPage>(await scene.rider.get(`/pay/${token}`));
    expect(page).toMatchObject({ amountMinor, number: `${trip.number}, ${trip.number + 1}` });
    // Each vehicle's page names what the payment covers.
    for (const id of [first, second])
      expect((await seen(id)).prepayment).toMatchObject({ togetherMinor: amountMinor });
    await pay(token);
    expect(rows().map(({ reservationId }) => reservationId)).toEqual([first, second]);
    expect(rows().reduce((sum, row) => sum + row.amountMinor, 0)).toBe(amountMinor);
    expect((await json<PayPage>(await scene.rider.get(`/pay/${token}`))).receipt).toMatchObject({
      amountMinor,
    });
    for (const id of [first, second])
      expect((await seen(id)).prepayment).toMatchObject({ state: "paid" });
    // One is cancelled: the provider refunds its part, and the other one stays.
    const { version } = await seen(second);
    await json(await scene.rider.post(`/reservations/${second}/cancellation`, { version }));
    await followUpPrepayments(scene.server.deps);
    await reconcilePayments(scene.server.deps);
    expect((await money(second)).paidMinor).toBe(0);
    expect((await money(first)).paidMinor).toBe(rows()[0]?.amountMinor ?? 0);
    expect(rows().map(({ kind, state }) => [kind, state])).toEqual([
      ["charge", "succeeded"],
      ["charge", "succeeded"],
      ["refund", "succeeded"],
    ]);
    expect((await seen(first)).state).toBe("pending");
  });

  test("a refund at the provider is deducted from the vehicles that it paid for", async () => {
    await deposit();
    const trip = await book();
    await pay(await prepayToken(trip.id));
    const [one, two] = rows();
    stripe.refundAtProvider(newestAttempt(), (one?.amountMinor ?? 0) + 10);
    await reconcilePayments(scene.server.deps);
    scene.server.deps.db.update(paymentAttempts).set({ state: "open" }).run();
    await reconcilePayments(scene.server.deps);
    const refunds = rows().filter(({ kind }) => kind === "refund");
    expect(refunds.map(({ parentId, amountMinor }) => [parentId, amountMinor])).toEqual([
      [one?.id ?? "", -(one?.amountMinor ?? 0)],
      [two?.id ?? "", -10],
    ]);
  });

  test("a cancelled vehicle creates a new deposit link, and an unpaid deposit cancels the rest", async () => {
    await deposit();
    const trip = await book();
    const [first = "", second = ""] = ids(trip);
    const token = await prepayToken(first);
    const { version } = await seen(second);
    await json(await scene.rider.post(`/reservations/${second}/cancellation`, { version }));
    await followUpPrepayments(scene.server.deps);
    expect((await json<PayPage>(await scene.rider.get(`/pay/${token}`))).state).toBe("ended");
    const secondToken = await prepayToken(first);
    expect(mails()[0]?.text).toContain(`/pay/${secondToken}`);
    const part = scene.server.deps.db.select().from(prepayments).all()[0]?.amountMinor;
    expect(await json<PayPage>(await scene.rider.get(`/pay/${secondToken}`))).toMatchObject({
      amountMinor: part,
      number: `${trip.number}, ${trip.number + 1}`,
    });
    scene.server.advance(31 * 60_000);
    await followUpPrepayments(scene.server.deps);
    expect((await seen(first)).state).toBe("cancelled");
  });

  test("no deposit is requested for vehicles that are all billed to a company", async () => {
    await deposit();
    const trip = await book();
    const token = await prepayToken(trip.id);
    const mailCount = mails().length;
    scene.server.deps.db.update(reservations).set({ payment: "account" }).run();
    await followUpPrepayments(scene.server.deps);
    expect((await json<PayPage>(await scene.rider.get(`/pay/${token}`))).state).toBe("ended");
    const states = scene.server.deps.db.select().from(prepayments).all();
    expect(states.map(({ state }) => state)).toEqual(["closed", "closed"]);
    expect(mails()).toHaveLength(mailCount);
  });

  test("a new deposit link ends the payment in progress of the one it replaces", async () => {
    await deposit();
    const [first = "", second = ""] = ids(await book());
    const token = await prepayToken(first);
    await json(await scene.rider.post(`/pay/${token}`, { method: "card_online" }));
    // The second vehicle's prepayment has ended while the payment page was open.
    scene.server.deps.db
      .update(prepayments)
      .set({ state: "closed" })
      .where(eq(prepayments.reservationId, second))
      .run();
    await requestFurtherPrepayments(scene.server.deps, second);
    expect(await prepayToken(first)).not.toBe(token);
    expect(stripe.sessionOf(newestAttempt())?.status).toBe("expired");
  });

  test("a deposit covers only the second vehicle after the first is cancelled", async () => {
    await deposit();
    const [first = "", second = ""] = ids(await book());
    const { version } = await seen(first);
    await json(await scene.rider.post(`/reservations/${first}/cancellation`, { version }));
    await followUpPrepayments(scene.server.deps);
    const token = await prepayToken(second);
    const { number } = await seen(second);
    const page = await json<PayPage>(await scene.rider.get(`/pay/${token}`));
    expect(page).toMatchObject({ what: "trip", state: "open" });
    expect(page.number).toContain(String(number));
    await pay(token);
    expect((await money(first)).paidMinor).toBe(0);
    expect((await money(second)).paidMinor).toBe(page.amountMinor);
    expect((await seen(second)).prepayment).toMatchObject({ state: "paid" });
  });

  test("one bill follows the end of the last trip, and one link pays the amount due", async () => {
    const trip = await book();
    const [first = "", second = ""] = ids(trip);
    for (const id of [first, second]) await act(id, "confirmation");
    await complete(first);
    expect(kinds()).not.toContain("receipt");
    await complete(second);
    expect(kinds().filter((kind) => kind === "receipt")).toHaveLength(1);
    const due = (await money(first)).dueMinor + (await money(second)).dueMinor;
    const [bill] = mails();
    expect(bill?.text).toContain(due.toLocaleString("en-US"));
    const pdf = await scene.rider.get(`/reservations/${second}/receipt.pdf`);
    expect(pdf.headers.get("content-disposition")).toContain(`receipt-${trip.number}.pdf`);
    const { link } = await json<{ link: { amountMinor: number; url: string } }>(
      await scene.staff.post(`/admin/reservations/${second}/pay-link`, {}),
    );
    expect(link.amountMinor).toBe(due);
    await pay(tokenOf(link.url));
    for (const id of [first, second]) expect((await money(id)).dueMinor).toBe(0);
  });
});

describe("messages that wait for all vehicles", () => {
  const off = async (id: string) => {
    const { version } = await seen(id);
    await json(await scene.rider.post(`/reservations/${id}/cancellation`, { version }));
  };

  test("the confirmation is sent when the last unconfirmed vehicle is cancelled", async () => {
    const [first = "", second = ""] = ids(await book());
    await act(second, "confirmation");
    expect(kinds()).not.toContain("booking_confirmed");
    const { db } = scene.server.deps;
    const version = { version: 1, text: "Be on time.", cancellation: "" };
    db.insert(termsVersions)
      .values({ ...version, publishedAt: 0, publishedBy: "Ada Uwase" })
      .run();
    db.insert(acceptedTerms)
      .values({ reservationId: second, version: 1, how: "ticked", acceptedAt: 0 })
      .run();
    await off(first);
    expect(kinds().filter((kind) => kind === "booking_confirmed")).toHaveLength(1);
    expect(mails()[0]?.text).toContain("is confirmed");
    expect(mails()[0]?.text).toContain("/terms/1");
  });

  test("the bill is sent when the last unfinished vehicle is cancelled, even the first one", async () => {
    const [first = "", second = ""] = ids(await book());
    for (const id of [first, second]) await act(id, "confirmation");
    await complete(second);
    expect(kinds()).not.toContain("receipt");
    await act(first, "cancellation");
    expect(kinds().filter((kind) => kind === "receipt")).toHaveLength(1);
    expect(kinds().filter((kind) => kind === "booking_confirmed")).toHaveLength(1);
    expect(kinds().filter((kind) => kind === "booking_cancelled")).toHaveLength(1);
  });
});

describe("a whole booking", () => {
  type Preview = CancellationPreview;
  const preview = async (id: string, by: "rider" | "staff" = "rider") =>
    json<Preview>(
      await scene[by].get(`${by === "staff" ? "/admin" : ""}/reservations/${id}/cancellation`),
    );
  const versionsOf = ({ vehicles }: Preview) =>
    vehicles.map(({ id, version }) => ({ id, version }));
  const states = async (id: string) => (await seen(id)).vehicles?.map(({ state }) => state);

  test("is confirmed in one request, or not at all if one vehicle has changed", async () => {
    const trip = await book();
    const [first = "", second = ""] = ids(trip);
    const confirm = (vehicles: object[]) =>
      scene.staff.post(`/admin/reservations/${first}/confirmation`, { version: 1, vehicles });
    expect(await refusal(await confirm([{ id: second, version: 2 }]))).toEqual([
      409,
      "reservation.stale",
    ]);
    const other = (await book({ passengers: 2 })).id;
    for (const wrongIds of [[other], [first], [second, second]])
      expect(await refusal(await confirm(wrongIds.map((id) => ({ id, version: 1 }))))).toEqual([
        400,
        "request.invalid",
      ]);
    expect(await states(first)).toEqual(["pending", "pending"]);
    await json(await confirm([{ id: second, version: 1 }]));
    expect(await states(first)).toEqual(["confirmed", "confirmed"]);
    expect(kinds().filter((kind) => kind === "booking_confirmed")).toHaveLength(1);
    // A second press, or a press in another tab.
    expect(await refusal(await confirm([{ id: second, version: 1 }]))).toEqual([
      409,
      "reservation.stale",
    ]);
  });

  test("is cancelled by its rider after seeing each fee, with one message", async () => {
    const trip = await book({ pickupLocal: "2026-11-20T10:40" });
    const [first = "", second = ""] = ids(trip);
    for (const id of [first, second]) await act(id, "confirmation");
    const costs = await preview(first);
    expect(costs.vehicles).toMatchObject([
      { id: second, number: trip.number + 1, vehicleClass: { name: "Van" }, otherLeg: null },
    ]);
    const feesMinor = [costs.feeMinor, costs.vehicles[0]?.feeMinor ?? 0];
    expect(Math.min(...feesMinor)).toBeGreaterThan(0);
    const cancel = (vehicles: object[], browser = scene.rider) =>
      browser.post(`/reservations/${first}/cancellation`, { version: 2, vehicles });
    expect(await refusal(await cancel([{ id: second, version: 1 }]))).toEqual([
      409,
      "reservation.stale",
    ]);
    expect(await states(first)).toEqual(["confirmed", "confirmed"]);
    const before = mails().length;
    await json(await cancel(versionsOf(costs)));
    expect((await seen(first)).vehicles).toMatchObject(
      feesMinor.map((costMinor) => ({ state: "cancelled", costMinor })),
    );
    const [mail] = mails();
    expect(mails()).toHaveLength(before + 1);
    expect(mail).toMatchObject({ kind: "booking_cancelled" });
    const total = (feesMinor[0] ?? 0) + (feesMinor[1] ?? 0);
    expect(mail?.text).toContain(total.toLocaleString("en"));
    expect(mail?.text).toContain(`Booking ${trip.number + 1} for 7 passengers`);
  });

  test("a passenger of all vehicles gets one cancellation message without a price", async () => {
    const guest = { passengerName: "Camille Roux", passengerEmail: "guest@example.com" };
    const trip = await book({ pickupLocal: "2026-11-20T10:40" }, guest);
    const [first = "", second = ""] = ids(trip);
    for (const id of [first, second]) await act(id, "confirmation");
    const cancel = { version: 2, vehicles: versionsOf(await preview(first)) };
    await json(await scene.rider.post(`/reservations/${first}/cancellation`, cancel));
    const guestMessages = messagesTo(scene.server, "guest@example.com").filter(
      ({ kind }) => kind === "booking_cancelled",
    );
    expect(guestMessages).toHaveLength(1);
    expect(guestMessages[0]?.text).toContain(`Booking ${trip.number + 1} for 7 passengers.`);
    expect(guestMessages[0]?.text).not.toContain("RWF");
  });

  test("each vehicle's own passenger gets a cancellation message", async () => {
    const guest = { passengerName: "Camille Roux", passengerEmail: "guest@example.com" };
    const trip = await book({ pickupLocal: "2026-11-20T10:40" }, guest);
    const [first = "", second = ""] = ids(trip);
    for (const id of [first, second]) await act(id, "confirmation");
    scene.server.deps.db
      .update(reservations)
      .set({ passengerEmail: "other@example.com" })
      .where(eq(reservations.id, second))
      .run();
    const cancel = { version: 2, vehicles: versionsOf(await preview(first)) };
    await json(await scene.rider.post(`/reservations/${first}/cancellation`, cancel));
    for (const who of ["guest@example.com", "other@example.com"])
      expect(messagesTo(scene.server, who)[0]?.kind).toBe("booking_cancelled");
  });

  test("is cancelled by dispatch both ways without fees, and never by another rider", async () => {
    const trip = await book({
      pickupLocal: "2026-11-20T10:40",
      returnTrip: { pickupLocal: "2026-11-20T15:00" },
    });
    const [first = "", second = ""] = ids(trip);
    for (const id of [first, second]) await act(id, "confirmation");
    const costs = await preview(second, "staff");
    const [other] = costs.vehicles;
    expect(other).toMatchObject({ id: first, otherLeg: { version: 1, feeMinor: 0 } });
    const { browser } = await signInRider(scene.server, "other@example.com");
    const body = { version: 2, vehicles: versionsOf(costs) };
    expect((await browser.post(`/reservations/${second}/cancellation`, body)).status).toBe(404);
    await json(
      await scene.staff.post(`/admin/reservations/${second}/cancellation`, {
        version: 2,
        otherLegVersion: costs.otherLeg?.version,
        vehicles: [{ id: first, version: 2, otherLegVersion: 1 }],
        waiveFee: true,
      }),
    );
    for (const id of [first, second]) {
      const gone = await seen(id);
      expect(gone).toMatchObject({ state: "cancelled", cancellationFeeMinor: 0 });
      expect(gone.otherLeg?.state).toBe("cancelled");
    }
    expect(kinds().filter((kind) => kind === "booking_cancelled")).toHaveLength(2);
  });
});

describe("changing the vehicles of a booking", () => {
  const classOf = (trip: RiderReservation) => trip.vehicleClass.name;
  async function priced(id: string, wanted: object) {
    const { version } = await seen(id);
    const path = `/admin/reservations/${id}/change-quote`;
    return json<ChangeQuote>(await scene.staff.post(path, { version, ...wanted }));
  }

  test("shows both prices of another class first and records the change in the timeline", async () => {
    const [, second = ""] = ids(await book());
    const { classes, fareMinor } = await priced(second, { passengers: 5 });
    const suv = classes.find(({ name }) => name === "Executive SUV");
    const quote = await priced(second, { passengers: 5, vehicleClassId: suv?.id });
    expect(quote.fareBeforeMinor).toBe(fareMinor);
    expect(quote.fareMinor).toBe(suv?.fareMinor ?? 0);
    const { version } = await seen(second);
    const change = () =>
      scene.staff.put(`/admin/reservations/${second}`, { version, quote: quote.quote });
    await json(await change());
    expect(await refusal(await change())).toEqual([409, "reservation.stale"]);
    const after = await seen(second);
    expect([classOf(after), after.fareMinor]).toEqual(["Executive SUV", suv?.fareMinor ?? 0]);
    const read = await scene.staff.get(`/admin/reservations/${second}`);
    const { reservation } = await json<{ reservation: Reservation }>(read);
    expect(reservation.timeline.at(-1)?.event).toMatchObject({
      kind: "changed",
      vehicleClass: { before: "Van", after: "Executive SUV" },
    });
    expect(mails()[0]).toMatchObject({ kind: "booking_changed" });
    const vehicleForSeven = { version: after.version, vehicleClassId: suv?.id, passengers: 7 };
    const full = await scene.staff.post(
      `/admin/reservations/${second}/change-quote`,
      vehicleForSeven,
    );
    expect(await refusal(full)).toEqual([422, "trip.no_vehicle"]);
  });

  test("adds and cancels single vehicles, and is refused for a trip that has ended", async () => {
    const trip = await book();
    const [first = "", second = ""] = ids(trip);
    for (const id of [first, second]) await act(id, "confirmation");
    const load = { passengers: 3, luggage: 1 };
    const { quote, options } = (await act(first, "vehicle-quote", load)) as ExtraVehicleQuote;
    const sedan = options[0]?.vehicleClass.id;
    const added = await act(first, "vehicles", { quote, vehicleClassId: sedan });
    expect(added).toMatchObject({ created: { number: trip.number + 2 } });
    expect(mails()[0]).toMatchObject({ kind: "booking_changed" });
    expect(mails()[0]?.text).toContain(`Booking ${trip.number + 2} for 3 passengers`);
    expect((await seen(first)).vehicles).toMatchObject([
      { state: "confirmed" },
      { state: "confirmed" },
      { state: "confirmed", passengers: 3 },
    ]);
    const { version } = await seen(second);
    await json(await scene.rider.post(`/reservations/${second}/cancellation`, { version }));
    expect((await seen(first)).vehicles?.map(({ state }) => state)).toEqual([
      "confirmed",
      "cancelled",
      "confirmed",
    ]);
    await complete(first);
    const ended = await seen(first);
    for (const path of ["change-quote", "vehicle-quote"])
      expect(
        (
          await scene.staff.post(`/admin/reservations/${first}/${path}`, {
            version: ended.version,
            ...load,
          })
        ).status,
      ).toBe(409);
  });

  test("adding a vehicle to a single trip, or splitting it, makes a booking of several", async () => {
    const trip = await book({ passengers: 4, luggage: 0 });
    expect(trip).not.toHaveProperty("vehicles");
    const party = { passengers: 2, luggage: 0 };
    const { quote, options } = (await act(trip.id, "vehicle-quote", party)) as ExtraVehicleQuote;
    await act(trip.id, "vehicles", { quote, vehicleClassId: options[0]?.vehicleClass.id });
    expect(ids(await seen(trip.id))).toHaveLength(2);
    const parts = (await act(trip.id, "split-quote", party)) as SplitQuote;
    const { quote: stays, newQuote } = parts;
    const vehicleClassId = parts.options[0]?.vehicleClass.id;
    await act(trip.id, "split", { quote: stays, newQuote, vehicleClassId });
    expect((await seen(trip.id)).vehicles?.map(({ passengers }) => passengers)).toEqual([2, 2, 2]);
  });
});
