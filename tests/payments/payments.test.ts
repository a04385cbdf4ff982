/** Payments of trips through real calls: recorded, refunded, waived, reversed, settled. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { outbox } from "../../db/schema/notifications";
import { payments } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import { SYSTEM_ACTOR } from "../../src/deps";
import {
  concludePayment,
  recordPaymentOnTrip,
  recordPaymentFee,
  writePayment,
} from "../../src/payments/actions";
import { decryptBody } from "../../src/notifications/outbox";
import type { Takings, TripMoneyAnswer, UnpaidList } from "../../src/payments/contract";
import type { OpenAccount } from "../../src/payouts/contract";
import { loadTrip } from "../../src/reservations/trip-queries";
import { formatMoney } from "../../src/settings/money-rules";
import { book, look } from "../pages/driver/scene";
import { createCompany } from "../support/companies";
import { payDue } from "../support/reservations";
import { type Browser, refusal } from "../support/server";
import { lastMessage } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { createScene, go, json, type Scene } from "../tracking/scene";

let scene: Scene;
let owner: Browser;
beforeEach(async () => {
  scene = await createScene();
  await go(scene, "en_route", "on_location", "passenger_on_board", "completed");
  owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
});
afterEach(() => scene.server.close());

const now = () => look(scene, scene.trip.id);
const at = (what: string, id = scene.trip.id) => `/admin/reservations/${id}/${what}`;
const money = async (id = scene.trip.id) =>
  (await json<TripMoneyAnswer>(await owner.get(at("payments", id)))).money;
const paid = { method: "card_terminal", paidOn: "2026-11-20" };
async function record(body: object, key?: string, staff = scene.staff): Promise<Response> {
  const { version } = await now();
  return staff.post(
    at("payments"),
    { version, ...paid, ...body },
    key === undefined ? {} : { "idempotency-key": key },
  );
}
const act = async (what: string, body: object, staff = owner) =>
  staff.post(at(what), { version: (await now()).version, reason: "Because", ...body });
const settle = (staff = scene.staff) => act("settlement", {}, staff);
const account = async () =>
  (await json<OpenAccount>(await scene.phone.get("/driver/billing"))).sums[0];

test("staff can settle a trip only once nothing is due", async () => {
  const { fareMinor } = scene.trip;
  const refusedAnswer = await settle();
  expect(refusedAnswer.status).toBe(409);
  expect(await refusedAnswer.json()).toMatchObject({
    code: "reservation.amount_due",
    message: expect.stringContaining("is due for this trip"),
  });
  expect((await record({ amountMinor: fareMinor - 1 })).status).toBe(201);
  expect(await refusal(await settle())).toEqual([409, "reservation.amount_due"]);
  expect((await record({ amountMinor: 1, reference: "T-77" })).status).toBe(201);
  expect(await money()).toMatchObject({
    billedMinor: fareMinor,
    paidMinor: fareMinor,
    dueMinor: 0,
    payments: [
      { kind: "manual", method: "card_terminal", amountMinor: fareMinor - 1, heldBy: null },
      { amountMinor: 1, reference: "T-77", recordedBy: expect.any(String), reversal: "none" },
    ],
  });
  const settleAnswer = await settle();
  expect(settleAnswer.status).toBe(200);
  const { timeline } = await now();
  expect(timeline.slice(-3).map(({ event }) => event.kind)).toEqual([
    "payment_recorded",
    "payment_recorded",
    "settled",
  ]);
});

test("a repeated request records one payment, and its key is refused with other data", async () => {
  const { version } = await now();
  const body = { version, ...paid, amountMinor: 4_000 };
  const send = (more: object = {}) =>
    scene.staff.post(at("payments"), { ...body, ...more }, { "idempotency-key": "k1" });
  const allAnswers = await Promise.all([send(), send(), send()]);
  expect(allAnswers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await money()).payments).toHaveLength(1);
  // If somebody corrects the form whose answer was lost, the answer must not say that the new amount is recorded.
  const corrections = [
    { amountMinor: 5_000 },
    { method: "cash" },
    { paidOn: "2026-11-19" },
    { reference: "T-78" },
    { heldBy: "driver" },
  ];
  for (const correction of corrections)
    expect(await refusal(await send(correction))).toEqual([422, "idempotency.reused"]);
  expect((await money()).payments).toHaveLength(1);
});

test("of three payments recorded at the same moment, one counts and two get a 409", async () => {
  const { version, fareMinor, id } = await now();
  const body = { version, ...paid, amountMinor: fareMinor };
  const answers = await Promise.all([
    scene.staff.post(at("payments"), body, { "idempotency-key": "desk" }),
    owner.post(at("payments"), body, { "idempotency-key": "owner" }),
    scene.phone.post(
      `/driver/reservations/${id}/cash`,
      { version, collectedMinor: fareMinor, dueMinor: fareMinor },
      { "idempotency-key": "phone" },
    ),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  expect(await money()).toMatchObject({ paidMinor: fareMinor, dueMinor: 0 });
});

test.each<[string, object, number, string]>([
  ["an amount of zero", { amountMinor: 0 }, 400, "request.invalid"],
  ["a negative amount", { amountMinor: -5 }, 400, "request.invalid"],
  ["a fraction of the smallest coin", { amountMinor: 0.5 }, 400, "request.invalid"],
  ["a date that does not exist", { amountMinor: 5, paidOn: "2026-02-30" }, 400, "request.invalid"],
  [
    "a method that only a payment provider records",
    { amountMinor: 5, method: "card_online" },
    400,
    "request.invalid",
  ],
  ["an unknown holder", { amountMinor: 5, heldBy: "nobody" }, 400, "request.invalid"],
  ["an outdated version", { amountMinor: 5, version: 1 }, 409, "reservation.stale"],
])("the server refuses a payment with %s", async (_, body, status, code) => {
  expect(await refusal(await record(body))).toEqual([status, code]);
  expect((await money()).payments).toEqual([]);
});

test("staff record cash as held by the driver, but not on a trip without a driver", async () => {
  const { fareMinor } = scene.trip;
  // Until the cash is recorded, the driver counts as holding the amount due.
  expect((await account())?.heldMinor).toBe(fareMinor);
  await record({ amountMinor: fareMinor + 500, method: "cash", heldBy: "driver" });
  expect((await account())?.heldMinor).toBe(fareMinor + 500);
  const next = await book(scene);
  const body = { version: next.version, amountMinor: 500, ...paid };
  const answer = await scene.staff.post(at("payments", next.id), { ...body, heldBy: "driver" });
  expect(await refusal(answer)).toEqual([409, "payment.no_driver"]);
  // A deposit is allowed, and is owed to the rider once the trip is cancelled.
  expect((await scene.staff.post(at("payments", next.id), body)).status).toBe(201);
  const off = await scene.staff.post(at("cancellation", next.id), { version: next.version + 1 });
  expect(off.status).toBe(200);
  expect(await money(next.id)).toMatchObject({ billedMinor: 0, paidMinor: 500, dueMinor: -500 });
});

test("a trip billed to a company takes no payment of its own", async () => {
  const company = await createCompany(scene.staff, { name: "Acme Ltd" });
  const { version } = await now();
  await scene.staff.put(at("payment"), {
    version,
    payment: "account",
    billTo: { companyId: company.id },
  });
  expect(await refusal(await record({ amountMinor: 5 }))).toEqual([409, "payment.on_account"]);
  expect((await settle()).status).toBe(200);
});

describe("refunds", () => {
  test("keep the price up to an overpayment, then lower it, and the pay only on request", async () => {
    const { fareMinor, pay } = await now();
    await record({ amountMinor: fareMinor + 300 });
    expect(await money()).toMatchObject({ dueMinor: -300 });
    const giveRefund = (body: object) => act("refunds", { ...paid, ...body });
    expect((await giveRefund({ amountMinor: 300 })).status).toBe(201);
    expect(await money()).toMatchObject({ billedMinor: fareMinor, dueMinor: 0 });
    const lastNotice = () => lastMessage(scene.server, "rider@example.com");
    expect(lastNotice()).toMatchObject({
      kind: "refund",
      subject: expect.stringContaining("RWF 300"),
    });
    expect((await settle()).status).toBe(200);
    // A goodwill refund of a settled trip.
    expect((await giveRefund({ amountMinor: 1_000 })).status).toBe(201);
    const after = await now();
    expect(after).toMatchObject({ state: "settled", fareMinor: fareMinor - 1_000, dueMinor: 0 });
    expect(after.pay?.totalMinor).toBe(pay?.totalMinor);
    // The message also has the rider's receipt for the new price.
    expect(lastNotice().text).toContain(
      `you have now paid ${formatMoney(fareMinor - 1_000, "RWF")}`,
    );
    const [message] = scene.server.deps.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.kind, "refund"), eq(outbox.channel, "email")))
      .all();
    expect(decryptBody(scene.server.deps.keys, message?.body ?? "").receiptOf).toBe(after.id);
    expect(
      after.lines.reduce(
        (sum, { kind, amountMinor }) => sum + (kind === "tax" ? 0 : amountMinor),
        0,
      ),
    ).toBeLessThan(fareMinor);
    expect((await giveRefund({ amountMinor: 1_000, lowersPay: true })).status).toBe(201);
    expect((await now()).pay?.totalMinor).toBeLessThan(pay?.totalMinor ?? 0);
    expect(await refusal(await giveRefund({ amountMinor: fareMinor }))).toEqual([
      422,
      "payment.refund_too_much",
    ]);
    expect(await money()).toMatchObject({ paidMinor: fareMinor - 2_000, dueMinor: 0 });
  });

  test("with a used Idempotency-Key and changed data are refused", async () => {
    const { fareMinor } = await now();
    await record({ amountMinor: fareMinor });
    const refund = { ...paid, reason: "Late driver", amountMinor: 500 };
    const send = async (more: object = {}) =>
      owner.post(
        at("refunds"),
        { version: (await now()).version, ...refund, ...more },
        { "idempotency-key": "r1" },
      );
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    for (const correction of [{ lowersPay: true }, { reason: "Late" }, { amountMinor: 600 }])
      expect(await refusal(await send(correction))).toEqual([422, "idempotency.reused"]);
    expect(await money()).toMatchObject({ paidMinor: fareMinor - 500 });
  });

  test("that include the tip deduct it from the driver's account too", async () => {
    const { id, version, fareMinor } = await now();
    const earnedMinor = (await account())?.payMinor ?? 0;
    const tipMinor = Math.round(fareMinor / 2);
    await json(await scene.rider.put(`/reservations/${id}/tip`, { version, tipMinor }));
    await record({ amountMinor: fareMinor + tipMinor });
    expect((await account())?.payMinor).toBe(earnedMinor + tipMinor);
    await json(await act("refunds", { ...paid, amountMinor: fareMinor + 1 }));
    expect(await now()).toMatchObject({ fareMinor: tipMinor - 1, dueMinor: 0 });
    expect((await account())?.payMinor).toBe(earnedMinor);
  });

  test("are forbidden to dispatchers, as are waivers", async () => {
    await record({ amountMinor: 500 });
    const dispatcher = await signInAdmin(scene.server, {
      role: "dispatcher",
      email: "d@example.com",
    });
    const answer = await act("refunds", { ...paid, amountMinor: 100 }, dispatcher);
    expect(answer.status).toBe(403);
    expect((await act("waiver", {}, dispatcher)).status).toBe(403);
  });
});

describe("waivers", () => {
  test("cancel the amount due with a reason and can settle the trip", async () => {
    await record({ amountMinor: 1_000 });
    const { fareMinor } = scene.trip;
    expect((await act("waiver", { reason: " " })).status).toBe(400);
    expect((await act("waiver", { reason: "Left no money", settle: true })).status).toBe(200);
    expect(await now()).toMatchObject({
      state: "settled",
      dueMinor: 0,
      waivedMinor: fareMinor - 1_000,
    });
    expect((await money()).payments.at(-1)).toMatchObject({
      kind: "waiver",
      method: null,
      reason: "Left no money",
    });
    expect(await refusal(await act("waiver", {}))).toEqual([409, "payment.nothing_due"]);
  });
});

describe("reversals", () => {
  test("cancel a wrong payment once, and its amount is due again", async () => {
    const { fareMinor } = scene.trip;
    await record({ amountMinor: fareMinor, method: "cash", heldBy: "driver" });
    const [row] = (await money()).payments;
    const path = `payments/${row?.id}/reversal`;
    const bothAnswers = await Promise.all([act(path, {}), act(path, {})]);
    expect(bothAnswers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await account())?.heldMinor).toBe(scene.trip.fareMinor);
    expect(await money()).toMatchObject({ paidMinor: 0, dueMinor: fareMinor });
    expect((await money()).payments.map(({ reversal }) => reversal)).toEqual([
      "reversed",
      "reverses",
    ]);
    expect(await refusal(await act(path, {}))).toEqual([409, "payment.reversed"]);
    expect((await act("payments/nothing/reversal", {})).status).toBe(404);
    // The driver can report the cash again.
    const { version, id } = await now();
    const body = { version, collectedMinor: fareMinor, dueMinor: fareMinor };
    expect((await scene.phone.post(`/driver/reservations/${id}/cash`, body)).status).toBe(200);
  });

  test("are refused if a settled trip would have an amount due", async () => {
    await payDue(scene.staff, await now());
    await settle();
    const [row] = (await money()).payments;
    const answer = await act(`payments/${row?.id}/reversal`, {});
    expect(await refusal(answer)).toEqual([409, "payment.settled"]);
    expect((await money()).payments).toHaveLength(1);
  });
});

describe("the list of unpaid trips", () => {
  const unpaid = async (query = "") =>
    json<UnpaidList>(await scene.staff.get(`/admin/unpaid${query}`));

  test("shows trips and fees with the amount due, and totals", async () => {
    const other = await book(scene);
    const { db } = scene.server.deps;
    db.update(reservations)
      .set({
        state: "no_show",
        cancellationFeeMinor: 2_500,
        pickupAt: scene.server.deps.now() - 3 * 86_400_000,
      })
      .where((await import("drizzle-orm")).eq(reservations.id, other.id))
      .run();
    const { trips, sums } = await unpaid();
    expect(trips.map(({ what, dueMinor, ageDays }) => [what, dueMinor, ageDays])).toEqual([
      ["no_show", 2_500, 3],
      ["trip", scene.trip.fareMinor, 0],
    ]);
    expect(sums).toEqual([{ currency: "RWF", trips: 2, dueMinor: scene.trip.fareMinor + 2_500 }]);
    expect((await unpaid("?what=no_show")).trips).toHaveLength(1);
    expect((await unpaid(`?rider=${scene.trip.rider?.id}`)).trips).toHaveLength(2);
    const first = await unpaid("?limit=1");
    expect(first.trips).toHaveLength(1);
    expect((await unpaid(`?limit=1&cursor=${first.nextCursor}`)).trips[0]?.what).toBe("trip");
    await record({ amountMinor: scene.trip.fareMinor + 9 });
    expect((await unpaid()).trips.map(({ what }) => what)).toEqual(["no_show"]);
    expect((await unpaid("?overpaid=true")).sums).toEqual([
      { currency: "RWF", trips: 1, dueMinor: -9 },
    ]);
  });
});

test("takings are listed by method without reversed payments, and the file has every row", async () => {
  const { fareMinor } = scene.trip;
  await record({ amountMinor: fareMinor, method: "cash", heldBy: "driver", reference: "=1+1" });
  await record({ amountMinor: 700 });
  const [, wrongPayment] = (await money()).payments;
  await json(await act(`payments/${wrongPayment?.id}/reversal`, {}));
  await record({ amountMinor: 900 });
  await json(await act("refunds", { ...paid, amountMinor: 900 }));
  const takings = await json<Takings>(
    await owner.get("/admin/takings?from=2026-11-20&to=2026-11-20"),
  );
  const none = { refundedMinor: 0, feesMinor: 0, heldByDriversMinor: 0 };
  expect(takings.methods).toEqual([
    {
      ...{ currency: "RWF", method: "cash", payments: 1, ...none },
      receivedMinor: fareMinor,
      heldByDriversMinor: fareMinor,
    },
    {
      ...{ currency: "RWF", method: "card_terminal", payments: 4, ...none },
      receivedMinor: 900,
      refundedMinor: 900,
    },
  ]);
  expect(takings.providers).toMatchObject([{ provider: null, payments: 5, refundedMinor: 900 }]);
  expect(takings.days).toEqual([
    {
      ...{ day: "2026-11-20", currency: "RWF", expectedMinor: fareMinor, openMinor: 0 },
      ...{ receivedMinor: fareMinor + 900, refundedMinor: 900, feesMinor: 0 },
    },
  ]);
  const file = await (await owner.get("/admin/takings.csv?from=2026-11-20&to=2026-11-20")).text();
  const lines = file.trim().split(/\r\n/);
  expect(lines).toHaveLength(6);
  expect(lines[1]).toContain(`2026-11-20,Paid,Cash,${fareMinor},RWF,,${scene.trip.number},,'=1+1`);
  expect(
    lines.some((line) => line.startsWith("2026-11-20,Reversed: paid,Card terminal,-700")),
  ).toBe(true);
  expect((await owner.get("/admin/takings?from=2026-11-21&to=2026-11-20")).status).toBe(400);
  const dispatcher = await signInAdmin(scene.server, {
    role: "dispatcher",
    email: "d@example.com",
  });
  expect((await dispatcher.get("/admin/takings?from=2026-11-20&to=2026-11-20")).status).toBe(403);
});

describe("a provider's payments", () => {
  const by = () => ({ actor: SYSTEM_ACTOR, now: scene.server.deps.now() });
  const pending = (kind: "charge" | "hold" = "charge") =>
    scene.server.deps.write((tx) =>
      recordPaymentOnTrip(
        scene.server.deps,
        tx,
        loadTrip(tx, { actor: SYSTEM_ACTOR, id: scene.trip.id }),
        {
          kind,
          method: "card_online",
          amountMinor: scene.trip.fareMinor,
          state: "pending",
          provider: "test",
          paidOn: "2026-11-20",
          idempotencyKey: `charge ${kind}`,
        },
        by(),
      ),
    );
  const conclude = (id: string, state: "succeeded" | "failed" | "expired") =>
    scene.server.deps.write((tx) =>
      concludePayment(
        scene.server.deps,
        tx,
        id,
        { state, providerRef: "pi_1", feeMinor: 30 },
        by(),
      ),
    );

  test("count once they succeed, and only once", async () => {
    const { version } = await now();
    const { payment } = await pending();
    expect((await now()).version).toBe(version);
    expect(await money()).toMatchObject({ paidMinor: 0, payments: [{ state: "pending" }] });
    for (let time = 0; time < 3; time++) await conclude(payment.id, "succeeded");
    expect((await now()).version).toBe(version + 1);
    expect(await money()).toMatchObject({ paidMinor: scene.trip.fareMinor, dueMinor: 0 });
    // A result that arrives out of order changes nothing.
    await conclude(payment.id, "failed");
    expect(await money()).toMatchObject({ dueMinor: 0, payments: [{ state: "succeeded" }] });
  });

  test("that arrive after they expired are recorded again, once", async () => {
    const { payment } = await pending();
    await conclude(payment.id, "expired");
    for (let time = 0; time < 2; time++) await conclude(payment.id, "succeeded");
    expect((await money()).payments.map(({ state }) => state)).toEqual(["expired", "succeeded"]);
    expect(await money()).toMatchObject({ dueMinor: 0 });
  });

  test("record the provider's fee once", async () => {
    const { payment } = await pending();
    const { db, write } = scene.server.deps;
    await write((tx) => recordPaymentFee(tx, payment.id, 12));
    await write((tx) => recordPaymentFee(tx, payment.id, 99));
    expect(db.select().from(payments).all()).toMatchObject([{ feeMinor: 12 }]);
  });

  test("that hold money count as paid only once it is captured", async () => {
    const { payment } = await pending("hold");
    await conclude(payment.id, "succeeded");
    expect(await money()).toMatchObject({ paidMinor: 0, dueMinor: scene.trip.fareMinor });
    expect(await refusal(await act(`payments/${payment.id}/reversal`, {}))).toEqual([
      409,
      "payment.of_provider",
    ]);
  });
});

test("the database refuses to change or delete payments", async () => {
  await record({ amountMinor: 500 });
  const { db } = scene.server.deps;
  for (const change of [
    { amountMinor: 1 },
    { method: "cash" },
    { kind: "waiver" },
    { state: "failed" },
    { paidOn: "2020-01-01" },
    { heldByDriverId: "driver" },
    { reason: "Another" },
  ] as const)
    expect(() => db.update(payments).set(change).run()).toThrow("append-only");
  expect(() => db.delete(payments).run()).toThrow("append-only");
  expect(() =>
    writePayment(
      db,
      { kind: "manual", method: "cash", amountMinor: 1, currency: "RWF", paidOn: "2026-11-20" },
      { actor: SYSTEM_ACTOR, now: 1 },
    ),
  ).toThrow("payments_one_subject");
});
