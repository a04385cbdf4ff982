/**
 * Whatever is recorded, collected, refunded, waived, reversed, corrected, tipped and spent, in whatever order: the
 * columns of a trip are what its rows come to, due + paid + waived is billed, its lines are its price, and no driver is
 * paid what did not arrive, but every expense that was approved for them.
 */
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { admins } from "../../db/schema/accounts";
import { expenses } from "../../db/schema/expenses";
import { payments } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { createRandom } from "../../src/demo/random";
import { correctFare, reopenReservation } from "../../src/dispatch/changes/fare-actions";
import { AppError } from "../../src/errors";
import { amountDue, costOf } from "../../src/fares/due-rules";
import type { FareLine, PayLine } from "../../src/fares/contract";
import { sumOf } from "../../src/fares/money-rules";
import { concludePayment, enterOnTrip } from "../../src/payments/actions";
import { collectPayment } from "../../src/payments/collection-actions";
import {
  addExpense,
  approveExpense,
  declineExpense,
} from "../../src/payments/expenses/expense-actions";
import { sumsOf } from "../../src/payments/rules";
import {
  recordTripPayment,
  refundTrip,
  reverseTripPayment,
  settleTrip,
  waiveDue,
} from "../../src/payments/trip-actions";
import { readOpenBalance } from "../../src/payouts/open-queries";
import { gratuityOf, tipOf } from "../../src/reservations/feedback/feedback-rules";
import { loadTrip } from "../../src/reservations/trip-queries";
import { createDriver } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { createTestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const driver = { kind: "driver", id: "driver", name: "Eric" } as const;
const paid = { paidOn: "2026-11-20", reference: "" } as const;
const RIDE = 20_000;

test.each([1, 2, 3, 4, 5, 6])("random history no. %d adds up", async (seed) => {
  const server = await createTestServer();
  const { deps } = server;
  const random = createRandom(seed);
  createDriver(server, { id: "driver" });
  await signInAdmin(server, { role: "owner" });
  const [admin] = deps.db.select().from(admins).all();
  const owner = { kind: "admin", id: admin?.id ?? "", name: "Ada" } as const;
  const vehicleClassId = deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
  const ids = Array.from({ length: 6 }, (_, at) => {
    const id = Bun.randomUUIDv7();
    const tip = random.chance(0.5) ? random.whole(1, 8_000) : 0;
    const lines: FareLine[] = [
      { kind: "base", params: {}, amountMinor: RIDE },
      ...(tip > 0
        ? [{ kind: "tip" as const, params: { payment: "cash" as const }, amountMinor: tip }]
        : []),
    ];
    const state = random.pick([
      "completed",
      "completed",
      "completed",
      "no_show",
      "cancelled",
    ] as const);
    deps.db
      .insert(reservations)
      .values(
        reservationValues({
          id,
          number: 7_000 + at,
          vehicleClassId,
          pickupAt: deps.now() - 3_600_000,
          driverId: "driver",
          state,
          payment: random.pick(["cash", "card"]),
          fareMinor: RIDE + tip,
          fareLines: lines,
          cancellationFeeMinor: state === "completed" ? null : 5_000,
          // Only the tip is passed on: what the driver earns of it is what arrived of it.
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
    return id;
  });
  const refusals = new Map<string, number>();
  for (let step = 0; step < 120; step++) {
    server.advance(60_000);
    const id = random.pick(ids);
    const trip = loadTrip(deps.db, { actor: owner, id });
    const { version } = trip;
    const amountMinor = random.chance(0.3) ? Math.max(1, amountDue(trip)) : random.whole(1, 15_000);
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
      waive: () => waiveDue(deps, owner, id, { version, reason: "x", settle: random.chance(0.5) }),
      reverse: () =>
        reverseTripPayment(deps, owner, id, rows.length > 0 ? random.pick(rows).id : "none", {
          version,
          reason: "x",
        }),
      settle: () => settleTrip(deps, owner, id, version),
      reopen: () => reopenReservation(deps, owner, id, { version, reason: "x" }),
      spend: () => {
        const [known] = deps.db.select().from(expenses).where(eq(expenses.reservationId, id)).all();
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
        correctFare(deps, owner, id, { version, fareMinor: random.whole(0, 30_000), reason: "x" }),
      charge: () =>
        deps.write((tx) => {
          const entry = {
            method: "card_online",
            amountMinor,
            provider: "test",
            paidOn: "2026-11-20",
          } as const;
          enterOnTrip(deps, tx, trip, { kind: "charge", ...entry, state: "pending" }, by);
        }),
      hear: () =>
        deps.write((tx) => {
          const own = rows.filter(({ provider }) => provider !== null);
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
  for (const id of ids) {
    const trip = loadTrip(deps.db, { actor: owner, id });
    const rows = deps.db.select().from(payments).where(eq(payments.reservationId, id)).all();
    const { paidMinor, waivedMinor } = sumsOf(rows);
    expect({ paidMinor, waivedMinor }).toEqual({
      paidMinor: trip.paidMinor,
      waivedMinor: trip.waivedMinor,
    });
    expect(paidMinor).toBeGreaterThanOrEqual(0);
    const due = amountDue(trip);
    const waivedOfIt = Math.min(Math.max(0, waivedMinor), Math.max(0, costOf(trip) - paidMinor));
    expect(due + paidMinor + waivedOfIt).toBe(costOf(trip));
    if (trip.state === "settled") expect(due).toBeLessThanOrEqual(0);
    expect(sumOf(trip.fareLines as FareLine[])).toBe(trip.fareMinor);
    const spent = deps.db.select().from(expenses).where(eq(expenses.reservationId, id)).all();
    const owed = spent.filter(({ paysDriver }) => paysDriver);
    const paidOut = (trip.payLines as PayLine[]).filter(({ kind }) => kind === "expense");
    const total = (of: readonly { amountMinor: number }[]) =>
      of.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect(total(paidOut)).toBe(total(owed));
    expect(total(trip.payLines as PayLine[])).toBe(trip.payMinor ?? 0);
    // A bill that was lowered to less than its expenses has none of them.
    const charged = total(spent.filter(({ chargesCustomer }) => chargesCustomer));
    const isOff = trip.state === "cancelled" || trip.state === "no_show";
    const lines = ((isOff ? trip.feeLines : trip.fareLines) ?? []) as FareLine[];
    expect(total(lines.filter(({ kind }) => kind === "expense"))).toBeLessThanOrEqual(charged);
  }
  // What drivers earn of tips here is what arrived of them. What they hold is what rows name them for, or as long as
  // nobody recorded what they received in cash, what is due.
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
    const presumed =
      isDriven && trip.payment === "cash" && !isConfirmed
        ? Math.max(0, trip.fareMinor - tipOf(lines) - trip.paidMinor - trip.waivedMinor)
        : 0;
    expect(open.heldMinor).toBe(held + presumed);
    if (!isDriven) continue;
    const given = tipOf(lines) + gratuityOf(lines);
    const passedOn = open.payLines
      .filter(({ kind }) => kind === "gratuity_share" || kind === "gratuity_part")
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect(passedOn).toBeLessThanOrEqual(
      Math.max(0, trip.paidMinor + presumed - (trip.fareMinor - given)),
    );
  }
  expect(refusals.size).toBeGreaterThan(3);
  server.close();
});
