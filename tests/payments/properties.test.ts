/**
 * Payments may be recorded, collected, charged, held, captured, refunded, waived, reversed, corrected, tipped and spent
 * in any order. Afterwards the columns of a trip equal the sums of its rows, due + paid - refunded + waived equals
 * billed, the lines add up to the price, the journal balances and has the same amounts, the provider's ledger and
 * Livery's agree, and no driver is paid money that did not arrive, except for every expense that was approved for them.
 */
import { afterAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { admins, riders } from "../../db/schema/accounts";
import { expenses } from "../../db/schema/expenses";
import { paymentAttempts, payLinks } from "../../db/schema/payment-links";
import { payments, type StoredPayment } from "../../db/schema/payments";
import { prepayments } from "../../db/schema/prepayments";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { createRandom } from "../../src/demo/random";
import { correctFare, reopenReservation } from "../../src/dispatch/changes/fare-actions";
import { AppError } from "../../src/errors";
import { amountDue, costOf } from "../../src/fares/amount-due-rules";
import type { FareLine, PayLine } from "../../src/fares/contract";
import { sumOf } from "../../src/fares/money-rules";
import { payTokenOf } from "../../src/payment-providers/pay-url";
import { concludePayment, recordPaymentOnTrip } from "../../src/payments/actions";
import { journalAsCsv } from "../../src/payments/books/journal-queries";
import { collectPayment } from "../../src/payments/collection-actions";
import {
  addExpense,
  approveExpense,
  declineExpense,
} from "../../src/payments/expenses/expense-actions";
import { makePayLink } from "../../src/payments/links/link-actions";
import { openLinkOf } from "../../src/payments/links/link-queries";
import { startPaymentByLink } from "../../src/payments/online/attempt-actions";
import { reconcilePayments } from "../../src/payments/online/reconcile-actions";
import { refundOnline } from "../../src/payments/online/refund-actions";
import { processWebhooks, receiveWebhook } from "../../src/payments/online/webhook-actions";
import { followUpPrepayments } from "../../src/payments/prepaying/follow-up-actions";
import { ensurePrepayUrl } from "../../src/payments/prepaying/prepay-link-actions";
import { paymentSums } from "../../src/payments/rules";
import {
  recordTripPayment,
  refundTrip,
  reverseTripPayment,
  settleTrip,
  waiveAmountDue,
} from "../../src/payments/trip-payment-actions";
import { readOpenBalance } from "../../src/payouts/open-balance-queries";
import { tipTrip } from "../../src/reservations/feedback/feedback-actions";
import { gratuityOf, tipOf } from "../../src/reservations/feedback/feedback-rules";
import { loadTrip } from "../../src/reservations/trip-queries";
import { createDriver } from "../support/fleet";
import { startStripe } from "../support/payments/stripe";
import { reservationValues } from "../support/reservations";
import { createTestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const driver = { kind: "driver", id: "driver", name: "Eric" } as const;
const rider = { kind: "rider", id: "rider", name: "Aline" } as const;
const stripe = startStripe();
/** The kinds of payment that succeeded in all histories together. */
const happened = new Set<string>();
afterAll(() => stripe.stop());
const paid = { paidOn: "2026-11-20", reference: "" } as const;
const TRIP = 20_000;

test.each([1, 2, 3, 4, 5, 6])(
  "payments, accounts and the journal add up after random history no. %d",
  async (seed) => {
    const server = await createTestServer();
    const { deps } = server;
    const random = createRandom(seed);
    Object.assign(deps.config, { stripe: stripe.connection });
    createDriver(server, { id: "driver" });
    deps.db
      .insert(riders)
      .values({ id: "rider", firstName: "Aline", lastName: "Uwase", createdAt: 0, updatedAt: 0 })
      .run();
    await signInAdmin(server, { role: "owner" });
    const [admin] = deps.db.select().from(admins).all();
    const owner = { kind: "admin", id: admin?.id ?? "", name: "Ada" } as const;
    const vehicleClassId = deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
    const ids = Array.from({ length: 8 }, (_, at) => {
      const id = Bun.randomUUIDv7();
      // The last two trips are running, and an amount is held for each.
      const isHeld = at >= 6;
      const tip = !isHeld && random.chance(0.5) ? random.whole(1, 8_000) : 0;
      const lines: FareLine[] = [
        { kind: "base", params: {}, amountMinor: TRIP },
        ...(tip > 0
          ? [{ kind: "tip" as const, params: { payment: "cash" as const }, amountMinor: tip }]
          : []),
      ];
      const state = isHeld
        ? "passenger_on_board"
        : random.pick(["completed", "completed", "completed", "no_show", "cancelled"] as const);
      deps.db
        .insert(reservations)
        .values(
          reservationValues({
            id,
            number: 7_000 + at,
            vehicleClassId,
            pickupAt: deps.now() - 3_600_000,
            driverId: "driver",
            riderId: "rider",
            state,
            payment: isHeld ? "card" : random.pick(["cash", "card"]),
            fareMinor: TRIP + tip,
            fareLines: lines,
            cancellationFeeMinor: state === "cancelled" || state === "no_show" ? 5_000 : null,
            // The driver earns only the tip, and of that only what has arrived.
            payMinor: state === "completed" ? tip : 0,
            payLines:
              tip > 0 && state === "completed"
                ? [
                    {
                      kind: "gratuity_share",
                      params: { percent: 100, ofMinor: tip },
                      amountMinor: tip,
                    },
                  ]
                : [],
          }),
        )
        .run();
      if (state === "completed") logTripEnd(id);
      if (isHeld)
        deps.db
          .insert(prepayments)
          .values({
            reservationId: id,
            take: "hold",
            amountMinor: TRIP + random.whole(0, 4_000),
            state: "waiting",
            notifiedAt: 0,
            createdAt: 0,
            updatedAt: 0,
          })
          .run();
      return id;
    });
    /** Adds the completion of a trip to its log. */
    function logTripEnd(reservationId: string) {
      deps.db
        .insert(reservationEvents)
        .values({
          id: Bun.randomUUIDv7(),
          reservationId,
          at: deps.now(),
          actorKind: "driver",
          actorName: "Eric",
          fromState: "passenger_on_board",
          toState: "completed",
          kind: "completed",
          facts: {},
        })
        .run();
    }
    /** Returns the attempts of a trip at the provider. */
    const attemptsOf = (reservationId: string) =>
      deps.db
        .select({ id: paymentAttempts.id })
        .from(paymentAttempts)
        .innerJoin(payLinks, eq(payLinks.id, paymentAttempts.linkId))
        .where(eq(payLinks.reservationId, reservationId))
        .all()
        .map(({ id }) => id);
    /** Pays open attempts on the provider's page, sometimes with another amount. */
    const payAtProvider = (reservationId: string, other: number) => {
      for (const attempt of attemptsOf(reservationId))
        if (stripe.sessionOf(attempt)?.status === "open")
          stripe.pay(attempt, random.chance(0.15) ? { amount: other } : {});
    };
    const recordProviderRefund = new Set<string>();
    const look = async () => {
      server.advance(61_000);
      await reconcilePayments(deps);
      await followUpPrepayments(deps);
    };
    /** Delivers Stripe's latest event as a webhook. */
    const deliverWebhooks = async () => {
      const event = stripe.events.at(-1);
      if (!event) return;
      const { body, headers } = await stripe.deliver(event, { id: Bun.randomUUIDv7() });
      const query = new URLSearchParams();
      await receiveWebhook(deps, "stripe", { body, headers: new Headers({ ...headers }), query });
      await processWebhooks(deps);
    };
    const refusals = new Map<string, number>();
    for (let step = 0; step < 240; step++) {
      server.advance(60_000);
      const id = random.pick(ids);
      const trip = loadTrip(deps.db, { actor: owner, id });
      const { version } = trip;
      const amountMinor = random.chance(0.3)
        ? Math.max(1, amountDue(trip))
        : random.whole(1, 15_000);
      const by = { actor: owner, now: deps.now() };
      const heldBy = random.chance(0.4) ? ("driver" as const) : ("office" as const);
      const rows = deps.db.select().from(payments).where(eq(payments.reservationId, id)).all();
      const acts: Record<string, () => Promise<unknown>> = {
        record: () =>
          recordTripPayment(deps, owner, id, {
            version,
            amountMinor,
            ...paid,
            method: "cash",
            heldBy,
          }),
        collect: () =>
          collectPayment(
            deps,
            driver,
            id,
            { version, method: "cash", collectedMinor: amountMinor, dueMinor: 0, reason: "x" },
            null,
          ),
        refund: () =>
          refundTrip(deps, owner, id, {
            version,
            amountMinor: random.chance(0.5) ? amountMinor : trip.paidMinor,
            ...paid,
            method: "cash",
            heldBy,
            reason: "x",
            lowersPay: false,
          }),
        waive: () =>
          waiveAmountDue(deps, owner, id, { version, reason: "x", settle: random.chance(0.5) }),
        reverse: () =>
          reverseTripPayment(deps, owner, id, rows.length > 0 ? random.pick(rows).id : "none", {
            version,
            reason: "x",
          }),
        settle: () => settleTrip(deps, owner, id, version),
        reopen: () => reopenReservation(deps, owner, id, { version, reason: "x" }),
        addExpense: async () => {
          // Expenses approved during a trip are paid when it ends, but these trips end without taps.
          if (trip.state === "passenger_on_board") return;
          const [known] = deps.db
            .select()
            .from(expenses)
            .where(eq(expenses.reservationId, id))
            .all();
          const choice = {
            amountMinor: random.whole(1, 3_000),
            chargesCustomer: random.chance(0.5),
            paysDriver: random.chance(0.5),
          };
          if (!known || random.chance(0.2))
            return addExpense(deps, owner, id, { version, kind: "toll", name: "", ...choice });
          return random.chance(0.3)
            ? declineExpense(deps, owner, id, known.id, { version, reason: "x" })
            : approveExpense(deps, owner, id, known.id, { version, ...choice });
        },
        correct: () =>
          correctFare(deps, owner, id, {
            version,
            fareMinor: random.whole(0, 30_000),
            reason: "x",
          }),
        tip: () => tipTrip(deps, rider, id, { version, tipMinor: random.whole(0, 8_000) }),
        link: () =>
          makePayLink(
            deps,
            owner,
            { reservationId: id },
            { send: false, ...(random.chance(0.3) && { amountMinor }) },
          ),
        begin: async () => {
          const isHeld = trip.state === "passenger_on_board";
          const url = isHeld ? await ensurePrepayUrl(deps, rider, id) : null;
          const link = openLinkOf(deps.db, { reservationId: id });
          const token = url?.split("/").at(-1) ?? (link && payTokenOf(deps.keys, link.id));
          if (token) await startPaymentByLink(deps, token, { method: "card_online" });
          if (isHeld && random.chance(0.8)) payAtProvider(id, amountMinor);
        },
        payAtProviderDirectly: async () => {
          payAtProvider(id, amountMinor);
          if (random.chance(0.5)) await look();
        },
        refundAtProvider: async () => {
          const attempt = attemptsOf(id).find((one) => (stripe.ledger()[one] ?? 0) > 0);
          await look();
          const { paidMinor } = loadTrip(deps.db, { actor: owner, id });
          const most = attempt ? Math.min(paidMinor, stripe.ledger()[attempt] ?? 0) : 0;
          if (!attempt || most <= 0 || random.chance(0.5)) return;
          const returnedMinor = random.whole(1, most);
          if (random.chance(0.3)) {
            stripe.dispute(attempt, returnedMinor);
            stripe.closeDispute(attempt, "lost");
          } else stripe.refundAtProvider(attempt, returnedMinor);
          recordProviderRefund.add(id);
          await deliverWebhooks();
        },
        expireLink: async () => {
          if (random.chance(0.3)) return;
          for (const attempt of attemptsOf(id))
            if (rows.some((row) => row.kind === "hold") && stripe.isHeld(attempt))
              stripe.endHold(attempt);
        },
        refundOnline: async () => {
          const taken = rows.filter(
            ({ provider, kind }) =>
              provider === "stripe" && (kind === "charge" || kind === "capture"),
          );
          if (taken.length === 0) return;
          // Sometimes the provider does not answer, and is asked again later.
          stripe.failureMode = random.chance(0.1) ? "down" : "well";
          await refundOnline(
            deps,
            owner,
            id,
            random.pick(taken).id,
            { version, amountMinor, reason: "x", lowersPay: false },
            null,
          ).finally(() => {
            stripe.failureMode = "well";
          });
        },
        end: async () => {
          const isHeld = rows.some(({ kind }) => kind === "hold");
          if (trip.state !== "passenger_on_board" || (!isHeld && random.chance(0.8))) return;
          deps.db
            .update(reservations)
            .set({ state: "completed", version: version + 1, payMinor: 0 })
            .where(eq(reservations.id, id))
            .run();
          logTripEnd(id);
        },
        look,
        charge: () =>
          deps.write((tx) => {
            const entry = {
              method: "card_online",
              amountMinor,
              provider: "test",
              paidOn: "2026-11-20",
            } as const;
            recordPaymentOnTrip(deps, tx, trip, { kind: "charge", ...entry, state: "pending" }, by);
          }),
        deliverWebhooks: () =>
          deps.write((tx) => {
            const own = rows.filter(({ provider }) => provider === "test");
            if (own.length === 0) return;
            const state = random.pick(["succeeded", "failed", "expired"] as const);
            concludePayment(deps, tx, random.pick(own).id, { state }, by);
          }),
      };
      const name = random.pick(Object.keys(acts));
      try {
        await acts[name]?.();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
      }
    }
    await look();
    await look();
    for (const id of ids) {
      const trip = loadTrip(deps.db, { actor: owner, id });
      const rows = deps.db.select().from(payments).where(eq(payments.reservationId, id)).all();
      const { paidMinor, waivedMinor } = paymentSums(rows);
      expect({ paidMinor, waivedMinor }).toEqual({
        paidMinor: trip.paidMinor,
        waivedMinor: trip.waivedMinor,
      });
      // Negative only if a refunded payment turns out never to have arrived.
      if (rows.every(({ reversesId }) => reversesId === null))
        expect(paidMinor).toBeGreaterThanOrEqual(0);
      const due = amountDue(trip);
      const waivedPartMinor = Math.min(
        Math.max(0, waivedMinor),
        Math.max(0, costOf(trip) - paidMinor),
      );
      const receivedMinor = sumOfKinds(rows, ["charge", "capture", "manual"]);
      const refunded = -sumOfKinds(rows, ["refund"]);
      expect(due + receivedMinor - refunded + waivedPartMinor).toBe(costOf(trip));
      if (trip.state === "settled" && !recordProviderRefund.has(id))
        expect(due).toBeLessThanOrEqual(0);
      expect(sumOf(trip.fareLines as FareLine[])).toBe(trip.fareMinor);
      const expenseRows = deps.db
        .select()
        .from(expenses)
        .where(eq(expenses.reservationId, id))
        .all();
      const owedExpenses = expenseRows.filter(({ paysDriver }) => paysDriver);
      const expenseLines = (trip.payLines as PayLine[]).filter(({ kind }) => kind === "expense");
      const total = (of: readonly { amountMinor: number }[]) =>
        of.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      expect(total(expenseLines)).toBe(total(owedExpenses));
      expect(total(trip.payLines as PayLine[])).toBe(trip.payMinor ?? 0);
      // A bill that was reduced below its expenses has no expense lines.
      const charged = total(expenseRows.filter(({ chargesCustomer }) => chargesCustomer));
      const isUndriven = trip.state === "cancelled" || trip.state === "no_show";
      const lines = ((isUndriven ? trip.feeLines : trip.fareLines) ?? []) as FareLine[];
      expect(total(lines.filter(({ kind }) => kind === "expense"))).toBeLessThanOrEqual(charged);
    }
    const all = deps.db.select().from(payments).all();
    for (const { kind, state, provider } of all)
      if (state === "succeeded") happened.add(provider === "stripe" ? `${kind} online` : kind);
    for (const { id, paymentId } of deps.db.select().from(paymentAttempts).all()) {
      // The payment, its captures and refunds, and the refunds of a capture.
      const own = new Set(paymentId === null ? [] : [paymentId]);
      for (const row of all) if (row.parentId && own.has(row.parentId)) own.add(row.id);
      const family = all.filter((row) => own.has(row.id));
      expect(sumOfKinds(family, ["charge", "capture", "refund"])).toBe(stripe.ledger()[id] ?? 0);
    }
    const entries = [...journalAsCsv(deps, { from: "2020-01-01", to: "2030-01-01" })]
      .join("")
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => {
        const [, account = "", debit, credit] = line.split(",");
        return { account, minor: Number(debit) - Number(credit) };
      });
    const booked = (isWanted: (account: string) => boolean) =>
      entries.reduce((sum, { account, minor }) => (isWanted(account) ? sum + minor : sum), 0);
    expect(booked(() => true)).toBe(0);
    const totalPaidMinor = ids.reduce(
      (sum, id) => sum + loadTrip(deps.db, { actor: owner, id }).paidMinor,
      0,
    );
    expect(booked((account) => account === "Rides paid by riders")).toBe(-totalPaidMinor);
    const kept = all.reduce((sum, { feeMinor }) => sum + (feeMinor ?? 0), 0);
    expect(booked((account) => account === "Payment provider fees")).toBe(kept);
    expect(booked((account) => account === "Stripe")).toBe(
      sumOfKinds(
        all.filter(({ provider }) => provider === "stripe"),
        ["charge", "capture", "refund"],
      ) - kept,
    );
    // Here drivers earn the part of a tip that has arrived. They hold the amounts of the rows that name them, or the
    // amount due until somebody records the cash they received.
    const { trips } = readOpenBalance(deps, "driver");
    for (const open of trips) {
      const trip = loadTrip(deps.db, { actor: owner, id: open.id });
      const rows = deps.db.select().from(payments).where(eq(payments.reservationId, open.id)).all();
      const held = rows
        .filter(
          ({ kind, state, heldByDriverId }) =>
            heldByDriverId && kind !== "waiver" && state === "succeeded",
        )
        .reduce((sum, row) => sum + row.amountMinor, 0);
      const isDriven = trip.state === "completed" || trip.state === "settled";
      const lines = trip.fareLines as FareLine[];
      const reversed = new Set(rows.map(({ reversesId }) => reversesId));
      const isConfirmed = rows.some(
        (row) =>
          (row.heldByDriverId !== null || row.recordedByKind === "driver") &&
          row.reversesId === null &&
          !reversed.has(row.id),
      );
      const presumedCash =
        isDriven && trip.payment === "cash" && !isConfirmed
          ? Math.max(0, trip.fareMinor - tipOf(lines) - trip.paidMinor - trip.waivedMinor)
          : 0;
      expect(open.heldMinor).toBe(held + presumedCash);
      if (!isDriven) continue;
      const given = tipOf(lines) + gratuityOf(lines);
      const passedThroughLines = open.payLines
        .filter(({ kind }) => kind === "gratuity_share" || kind === "gratuity_part")
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      expect(passedThroughLines).toBeLessThanOrEqual(
        Math.max(0, trip.paidMinor + presumedCash - (trip.fareMinor - given)),
      );
    }
    expect(refusals.size).toBeGreaterThan(3);
    expect(stripe.faults).toEqual([]);
    server.close();
  },
  120_000,
);

test("the random histories contain every kind of payment", () => {
  expect([...happened]).toEqual(
    expect.arrayContaining([
      "manual",
      "refund",
      "waiver",
      "charge online",
      "hold online",
      "capture online",
      "release online",
      "refund online",
    ]),
  );
});

function sumOfKinds(rows: readonly StoredPayment[], kinds: readonly StoredPayment["kind"][]) {
  return rows
    .filter(({ kind, state }) => kinds.includes(kind) && state === "succeeded")
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}
