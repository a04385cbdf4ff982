/** Tips that are paid online: on the receipt and the rider's page, and part of the price once they have arrived. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { notifications } from "../../db/schema/notifications";
import { payLinks, paymentAttempts, paymentDifferences } from "../../db/schema/payment-links";
import { payments } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import type { FareLine } from "../../src/fares/contract";
import type { PayPage } from "../../src/payments/links/link-contract";
import { checkAttempt } from "../../src/payments/online/attempt-actions";
import { reconcilePayments } from "../../src/payments/online/reconcile-actions";
import { processWebhooks } from "../../src/payments/online/webhook-actions";
import type { OpenAccount } from "../../src/payouts/contract";
import type { TripFeedback } from "../../src/reservations/feedback/feedback-contract";
import { writePayment } from "../../src/payments/actions";
import { RecordTripPayment, RefundTrip } from "../../src/payments/contract";
import { recordTripPayment, refundTrip, today } from "../../src/payments/trip-payment-actions";
import { SYSTEM_ACTOR } from "../../src/deps";
import { look } from "../pages/driver/scene";
import { startStripe } from "../support/payments/stripe";
import { payDue } from "../support/reservations";
import { type Browser, refusal } from "../support/server";
import { lastMessage, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { createScene, go, json, type Scene } from "../tracking/scene";

const stripe = startStripe();
afterAll(() => stripe.stop());
let scene: Scene;
let payer: Browser;
beforeEach(async () => {
  scene = await createScene();
  Object.assign(scene.server.deps.config, { stripe: stripe.connection });
  await go(scene, "en_route", "on_location", "passenger_on_board", "completed");
  payer = scene.server.browser("198.51.100.9");
});
afterEach(() => {
  scene.server.close();
  expect(stripe.faults).toEqual([]);
});

const DAY = 86_400_000;
const requestTipLink = (browser: Browser = scene.rider) =>
  browser.post(`/reservations/${scene.trip.id}/tip-link`);
const tokenOf = (url: string) => url.split("/").at(-1) ?? "";
const token = async () => tokenOf((await json<{ url: string }>(await requestTipLink())).url);
const page = async (link: string) => json<PayPage>(await payer.get(`/pay/${link}`));
const start = (link: string, body: object) =>
  payer.post(`/pay/${link}`, { method: "card_online", ...body });
const newest = () => scene.server.deps.db.select().from(paymentAttempts).all().at(-1)?.id ?? "";
const now = () => look(scene, scene.trip.id);
const tipLinesOf = ({ lines }: { lines: FareLine[] }) =>
  lines.flatMap((line) =>
    line.kind === "tip" ? [[line.params.payment, line.amountMinor] as const] : [],
  );
const feedback = async () =>
  json<TripFeedback>(await scene.rider.get(`/reservations/${scene.trip.id}/afterwards`));
async function pay(tipMinor: number, link?: string) {
  const address = link ?? (await token());
  await json(await start(address, { tipMinor }));
  stripe.pay(newest());
  scene.server.advance(10_000);
  return page(address);
}

test("the receipt links to a page where the rider chooses and pays a tip", async () => {
  const { fareMinor } = await now();
  const receipt = lastMessage(scene.server, "rider@example.com");
  const link = /\/pay\/([\w-]{22})/.exec(receipt.text)?.[1] ?? "";
  expect(receipt.html).toContain("Tip your driver by card or mobile money");
  expect(link).toBe(await token());
  const shown = await page(link);
  expect(shown).toMatchObject({ what: "tip", state: "open", number: String(scene.trip.number) });
  expect(shown.tipChoices.map(({ percent }) => percent)).toEqual([5, 10, 15]);
  expect(await pay(500, link)).toMatchObject({ state: "paid", receipt: { amountMinor: 500 } });
  expect(stripe.ledger()[newest()]).toBe(500);
  const after = await now();
  expect(tipLinesOf(after)).toEqual([["online", 500]]);
  expect(after).toMatchObject({ fareMinor: fareMinor + 500, paidMinor: 500, dueMinor: fareMinor });
  expect((await feedback()).tip).toMatchObject({ tipMinor: 0, paidMinor: 500 });
  const lastNotice = scene.server.deps.db.select().from(notifications).all().at(-1);
  expect(lastNotice).toMatchObject({ title: `Tip for trip ${scene.trip.number}` });
  expect(lastNotice?.body).toBe("RWF 500, paid online.");
  expect(scene.server.deps.db.select().from(paymentDifferences).all()).toEqual([]);
});

test("an online tip counts on the driver's account once paid, and the driver collects the fare", async () => {
  const account = async () => {
    const { sums } = await json<OpenAccount>(await scene.phone.get("/driver/billing"));
    return sums[0];
  };
  const before = await account();
  const link = await token();
  await json(await start(link, { tipMinor: 500 }));
  expect(await account()).toEqual(before);
  stripe.pay(newest());
  scene.server.advance(10_000);
  await page(link);
  const after = await account();
  const { pay } = await now();
  const share = pay?.lines.find(({ kind }) => kind === "gratuity_share")?.amountMinor ?? 0;
  expect(share).toBeGreaterThan(0);
  expect(after?.payMinor).toBe((before?.payMinor ?? 0) + share);
  expect(after?.heldMinor).toBe(before?.heldMinor);
});

test("a second online tip gets another link, and a cash tip beside it can be removed", async () => {
  const first = await token();
  expect(await token()).toBe(first);
  await pay(300, first);
  const second = await token();
  expect(second).not.toBe(first);
  await pay(200, second);
  const { version } = await now();
  const at = `/reservations/${scene.trip.id}/tip`;
  await json(await scene.rider.put(at, { version, tipMinor: 100 }));
  expect(tipLinesOf(await now())).toEqual([
    ["online", 500],
    ["cash", 100],
  ]);
  const changed = (await now()).version;
  await json(await scene.rider.put(at, { version: changed, tipMinor: 0 }));
  expect(tipLinesOf(await now())).toEqual([["online", 500]]);
});

test("a settled trip accepts an online tip and stays settled", async () => {
  const paid = await payDue(scene.staff, await now());
  await json(
    await scene.staff.post(`/admin/reservations/${paid.id}/settlement`, { version: paid.version }),
  );
  expect((await feedback()).tip).toMatchObject({ refusal: "settled", isOnline: true });
  await pay(700);
  const after = await now();
  expect(after).toMatchObject({ state: "settled", dueMinor: 0 });
  expect(tipLinesOf(after)).toEqual([["online", 700]]);
});

test("the server refuses a tip that is too high or 0, or for a trip that takes none", async () => {
  const { browser: other } = await signInRider(scene.server, "other@example.com");
  expect((await requestTipLink(other)).status).toBe(404);
  expect((await requestTipLink(scene.phone)).status).toBe(401);
  const link = await token();
  expect(await refusal(await start(link, {}))).toEqual([400, "request.invalid"]);
  expect((await start(link, { tipMinor: 0 })).status).toBe(400);
  const { amountMinor } = await page(link);
  expect(await refusal(await start(link, { tipMinor: amountMinor + 1 }))).toEqual([
    422,
    "tip.too_much",
  ]);
  const change = (values: Partial<typeof reservations.$inferInsert>) =>
    scene.server.deps.db
      .update(reservations)
      .set(values)
      .where(eq(reservations.id, scene.trip.id))
      .run();
  change({ payment: "account" });
  expect(await refusal(await requestTipLink())).toEqual([409, "tip.closed"]);
  expect(await refusal(await start(link, { tipMinor: 500 }))).toEqual([409, "tip.closed"]);
  expect((await page(link)).state).toBe("ended");
  change({ payment: "cash" });
  Object.assign(scene.server.deps.config, { stripe: null });
  expect(await refusal(await requestTipLink())).toEqual([409, "tip.closed"]);
  expect((await feedback()).tip.isOnline).toBe(false);
  Object.assign(scene.server.deps.config, { stripe: stripe.connection });
  scene.server.advance(7 * DAY);
  expect(await refusal(await requestTipLink())).toEqual([409, "tip.closed"]);
  expect((await page(link)).state).toBe("expired");
  expect(scene.server.deps.db.select().from(paymentAttempts).all()).toEqual([]);
});

test("the highest tip of an open link follows the corrected price", async () => {
  const owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
  const correct = async (fareMinor: number) => {
    const { version } = await now();
    const body = { version, fareMinor, reason: "Agreed by phone" };
    await json(await owner.put(`/admin/reservations/${scene.trip.id}/fare`, body));
  };
  const link = await token();
  const before = (await page(link)).amountMinor;
  await correct(Math.round((await now()).fareMinor / 10));
  const { amountMinor } = await page(link);
  expect(amountMinor).toBeLessThan(before);
  expect(amountMinor).toBe((await feedback()).tip.mostMinor);
  expect(await refusal(await start(link, { tipMinor: amountMinor + 1 }))).toEqual([
    422,
    "tip.too_much",
  ]);
  await correct(0);
  expect((await page(link)).state).toBe("ended");
  expect(await refusal(await start(link, { tipMinor: 1 }))).toEqual([409, "tip.closed"]);
});

test("another amount ends the payment that was begun, and only one tip is paid", async () => {
  const link = await token();
  await json(await start(link, { tipMinor: 500 }));
  const first = newest();
  await json(await start(link, { tipMinor: 800 }));
  expect(newest()).not.toBe(first);
  expect(() => stripe.pay(first)).toThrow();
  stripe.pay(newest());
  await reconcilePayments(scene.server.deps);
  expect(tipLinesOf(await now())).toEqual([["online", 800]]);
  expect(await refusal(await start(link, { tipMinor: 100 }))).toEqual([409, "payment.paid"]);
});

test("a tip that arrives for a trip that no longer takes one becomes a difference", async () => {
  const link = await token();
  await json(await start(link, { tipMinor: 500 }));
  const { db } = scene.server.deps;
  db.update(reservations)
    .set({ payment: "account" })
    .where(eq(reservations.id, scene.trip.id))
    .run();
  stripe.pay(newest());
  await reconcilePayments(scene.server.deps);
  expect(tipLinesOf(await now())).toEqual([]);
  expect(db.select().from(payments).all()).toMatchObject([{ kind: "charge", amountMinor: 500 }]);
  expect(db.select().from(paymentDifferences).all()).toMatchObject([{ kind: "paid_twice" }]);
});

test("the tip link and the office's link for the fare work independently", async () => {
  const tip = await token();
  const { fareMinor } = await now();
  const answer = await scene.staff.post(`/admin/reservations/${scene.trip.id}/pay-link`, {});
  const { link } = await json<{ link: { url: string; amountMinor: number } }>(answer);
  expect(link.amountMinor).toBe(fareMinor);
  await pay(400, tip);
  expect(await page(tokenOf(link.url))).toMatchObject({ state: "open", amountMinor: fareMinor });
  const open = scene.server.deps.db.select().from(payLinks).all();
  expect(open.map(({ isTip, end }) => [isTip, end])).toEqual([
    [true, "paid"],
    [false, null],
  ]);
});

test("a second payment by one tip link becomes a difference, not a second tip", async () => {
  const { db } = scene.server.deps;
  const link = await token();
  await json(await start(link, { tipMinor: 500 }));
  const first = newest();
  db.update(paymentAttempts).set({ state: "expired" }).where(eq(paymentAttempts.id, first)).run();
  await json(await start(link, { tipMinor: 800 }));
  const second = db
    .select()
    .from(paymentAttempts)
    .all()
    .find(({ id }) => id !== first);
  stripe.pay(second?.id ?? "");
  await checkAttempt(scene.server.deps, second?.id ?? "");
  stripe.pay(first);
  await checkAttempt(scene.server.deps, first);
  expect(tipLinesOf(await now())).toEqual([["online", 800]]);
  expect((await now()).paidMinor).toBe(1300);
  expect(db.select().from(paymentDifferences).all()).toMatchObject([{ kind: "paid_twice" }]);
});

test("a refund lowers the price if a pending refund already returns the overpayment", async () => {
  const { deps } = scene.server;
  const { id, fareMinor, version } = await now();
  const desk = { kind: "admin", id: "desk", name: "Desk" } as const;
  const paid = { method: "cash", paidOn: today(deps), heldBy: "office" } as const;
  const amountMinor = fareMinor + 1_000;
  await recordTripPayment(
    deps,
    desk,
    id,
    RecordTripPayment.parse({ ...paid, version, amountMinor }),
  );
  const parentId = deps.db.select().from(payments).all()[0]?.id ?? "";
  await deps.write((tx) =>
    writePayment(
      tx,
      {
        reservationId: id,
        kind: "refund",
        method: "card_online",
        amountMinor: -1_000,
        currency: "RWF",
        state: "pending",
        provider: "stripe",
        parentId,
        paidOn: today(deps),
      },
      { actor: SYSTEM_ACTOR, now: deps.now() },
    ),
  );
  const seen = await now();
  expect(seen.dueMinor).toBe(-1_000);
  const refund = { ...paid, version: seen.version, amountMinor: 1_000, reason: "Late" };
  await refundTrip(deps, desk, id, RefundTrip.parse({ ...refund, lowersPay: false }));
  expect((await now()).fareMinor).toBe(fareMinor - 1_000);
});

describe("a refunded tip", () => {
  /** Returns the lines of the ride itself, including taxes. */
  const rideLinesOf = ({ lines }: { lines: FareLine[] }) =>
    lines.filter(({ kind }) => kind !== "tip");
  const shareOfTip = async () => {
    const { lines } = await json<OpenAccount>(await scene.phone.get("/driver/billing"));
    return (lines[0]?.payLines ?? []).filter(({ kind }) => kind.startsWith("gratuity"));
  };

  test("leaves the fare and its taxes unchanged, and removes the driver's share", async () => {
    const before = await now();
    await pay(500);
    expect(await shareOfTip()).toHaveLength(1);
    const charge = scene.server.deps.db.select().from(payments).all()[0]?.id;
    const refund = async (amountMinor: number) => {
      const { version } = await now();
      return json(
        await scene.staff.post(`/admin/reservations/${scene.trip.id}/payments/${charge}/refund`, {
          version,
          amountMinor,
          reason: "By mistake",
          lowersPay: false,
        }),
      );
    };
    await refund(200);
    expect(tipLinesOf(await now())).toEqual([["online", 300]]);
    await refund(300);
    const after = await now();
    expect(rideLinesOf(after)).toEqual(before.lines);
    expect(tipLinesOf(after)).toEqual([]);
    expect(after).toMatchObject({ fareMinor: before.fareMinor, dueMinor: before.fareMinor });
    expect(await shareOfTip()).toEqual([]);
  });

  test("at the provider becomes a difference, and the rider owes no more than the fare", async () => {
    const before = await now();
    await pay(500);
    stripe.refundAtProvider(newest(), 500);
    const [event] = stripe.events.slice(-1);
    if (!event) throw new Error("Nothing happened");
    const { body, headers } = await stripe.deliver(event, { id: "evt_refund" });
    const path = "/backend/payments/stripe/webhook";
    await scene.server.app.request(path, { method: "POST", headers, body });
    await processWebhooks(scene.server.deps);
    const after = await now();
    expect(after).toMatchObject({ lines: before.lines, dueMinor: before.fareMinor, paidMinor: 0 });
    const [difference] = scene.server.deps.db.select().from(paymentDifferences).all();
    expect(difference?.kind).toBe("refunded_there");
  });
});
