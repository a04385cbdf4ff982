/**
 * Whatever happens, and whenever weeks are closed: each statement is the sum of its lines and continues the one before,
 * and all statements together equal the sum of all trips and entries.
 */
import { expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { driverEntries, driverStatementLines, driverStatements } from "../../db/schema/payouts";
import { payments } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { createRandom } from "../../src/demo/random";
import { closeWeeksInTransaction } from "../../src/payouts/close-actions";
import {
  addAdjustmentInTransaction,
  addPaymentInTransaction,
} from "../../src/payouts/entry-actions";
import { readOpenBalance } from "../../src/payouts/open-balance-queries";
import { dueOf, mondayAt, accountSums, weekStartsAt } from "../../src/payouts/rules";
import { createDriver } from "../support/fleet";
import { addPayment, reservationValues } from "../support/reservations";
import { createTestServer } from "../support/server";

const HOUR = 3_600_000;
const clock = { kind: "system" as const, id: null, name: "Livery" };
const currencies = ["RWF", "USD"] as const;

test.each([1, 2, 3, 4])(
  "a driver's statements add up after random history no. %d",
  async (seed) => {
    const server = await createTestServer();
    const { deps } = server;
    const random = createRandom(seed);
    createDriver(server, { id: "driver" });
    const vehicleClassId = deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
    const trips: string[] = [];
    const amount = () => random.whole(1, 50_000);
    const money = () => ({
      payment: random.pick(["cash", "card", "account"] as const),
      fareMinor: amount(),
      payMinor: amount(),
    });
    const heldAmountRows = (reservationId: string) =>
      deps.db
        .select()
        .from(payments)
        .where(eq(payments.reservationId, reservationId))
        .all()
        .filter(({ heldByDriverId }) => heldByDriverId !== null);
    let correctionLineCount = 0;
    for (let step = 0; step < 150; step++) {
      server.advance(Math.round(random.between(1, 14) * HOUR));
      const act = random.pickWeighted({ trip: 40, change: 25, adjust: 10, pay: 10, close: 15 });
      await deps.write((tx) => {
        if (act === "trip") {
          const id = Bun.randomUUIDv7();
          trips.push(id);
          tx.insert(reservations)
            .values(
              reservationValues({
                id,
                number: 5_000 + step,
                vehicleClassId,
                // Some trips are entered long after their week.
                pickupAt: deps.now() - Math.round(random.between(1, 300) * HOUR),
                driverId: "driver",
                state: random.pick(["completed", "settled", "cancelled", "no_show", "assigned"]),
                currency: random.pick(currencies),
                ...money(),
              }),
            )
            .run();
          if (random.chance(0.6)) addPayment(tx, id, amount(), { heldByDriverId: "driver" });
        } else if (act === "change" && trips.length > 0) {
          const id = random.pick(trips);
          const [row] = tx.select().from(reservations).where(eq(reservations.id, id)).all();
          // A payment, or a refund, by the driver or by the office.
          addPayment(tx, id, random.chance(0.7) ? amount() : -amount(), {
            heldByDriverId: random.chance(0.7) ? "driver" : null,
          });
          const state = row?.state === "assigned" ? "completed" : row?.state;
          tx.update(reservations)
            .set({ ...money(), ...(state && { state }), version: (row?.version ?? 0) + 1 })
            .where(eq(reservations.id, id))
            .run();
        } else if (act === "adjust")
          addAdjustmentInTransaction(deps, tx, clock, "driver", {
            kind: "correction",
            currency: random.pick(currencies),
            amountMinor: random.chance(0.5) ? amount() : -amount(),
            reason: "x",
          });
        else if (act === "pay")
          addPaymentInTransaction(deps, tx, clock, "driver", {
            kind: random.pick(["payout", "hand_in"]),
            currency: random.pick(currencies),
            amountMinor: amount(),
            paidOn: "2026-11-20",
            method: "cash",
            advance: true,
          });
        else if (act === "close") closeWeeksInTransaction(deps, tx, clock, "driver", deps.now());
      });
    }
    const before = readOpenBalance(deps, "driver").sums;
    server.advance(8 * 24 * HOUR);
    await deps.write((tx) => closeWeeksInTransaction(deps, tx, clock, "driver", deps.now()));

    const statements = deps.db
      .select()
      .from(driverStatements)
      .orderBy(asc(driverStatements.monday))
      .all();
    expect(statements.length).toBeGreaterThan(5);
    for (const currency of currencies) {
      let carriedMinor = 0;
      for (const row of statements.filter((each) => each.currency === currency)) {
        const of = { statementId: row.id };
        const lines = deps.db
          .select()
          .from(driverStatementLines)
          .where(eq(driverStatementLines.statementId, of.statementId))
          .all();
        const entries = deps.db
          .select()
          .from(driverEntries)
          .where(eq(driverEntries.statementId, of.statementId))
          .all();
        correctionLineCount += lines.filter(({ kind }) => kind === "correction").length;
        expect(row).toMatchObject(accountSums(carriedMinor, lines, entries));
        expect(lines.length + entries.length).toBeGreaterThan(0);
        const { timeZone, monday, closedAt } = row;
        expect(weekStartsAt(monday, timeZone)).toBe(
          weekStartsAt(mondayAt(weekStartsAt(monday, timeZone), timeZone), timeZone),
        );
        expect(closedAt).toBeGreaterThan(weekStartsAt(monday, timeZone) + 6 * 24 * HOUR);
        carriedMinor = row.closingMinor;
      }
      const owedRows = deps.db
        .select()
        .from(reservations)
        .where(eq(reservations.currency, currency))
        .all()
        .map((trip) => {
          const held = heldAmountRows(trip.id);
          return dueOf({
            ...trip,
            heldMinor: held.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
            isUnconfirmed: trip.payment === "cash" && held.length === 0,
            gratuityMinor: 0,
            tipMinor: 0,
            paidTipMinor: 0,
            payLines: [],
          });
        })
        .reduce((sum, due) => sum + due.payMinor - due.heldMinor, 0);
      const moved = deps.db
        .select()
        .from(driverEntries)
        .where(eq(driverEntries.currency, currency))
        .all()
        .reduce((sum, entry) => sum + entry.amountMinor, 0);
      expect([currency, carriedMinor]).toEqual([currency, owedRows + moved]);
      expect(before.find((sum) => sum.currency === currency)?.closingMinor).toBe(owedRows + moved);
    }
    expect(correctionLineCount).toBeGreaterThan(0);
    expect(statements.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      statements.map((_, at) => at + 1),
    );
    server.close();
  },
);
