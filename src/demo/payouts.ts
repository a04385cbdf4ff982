/** The accounts of the demo's drivers: a statement for each past week, most of them paid. */
import type { Tx } from "../../db/writer";
import type { Fleet } from "./fleet";
import { type Deps, SYSTEM_ACTOR } from "../deps";
import { closeWeeksInTransaction } from "../payouts/close-actions";
import { addAdjustmentInTransaction, addPaymentInTransaction } from "../payouts/entry-actions";
import { readOpenBalance } from "../payouts/open-balance-queries";
import { mondayAt, nextMonday, weekStartsAt } from "../payouts/rules";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PAID_WEEKS = 6;

/** Closes the past weeks as the scheduler would have, pays most drivers on Tuesdays and adjusts some statements. */
export function writePayouts(deps: Deps, tx: Tx, fleet: Fleet): void {
  const { now, timeZone, accountant } = fleet;
  let monday = mondayAt(now - PAID_WEEKS * 7 * DAY, timeZone);
  for (let week = 0; ; week++) {
    monday = nextMonday(monday);
    const at = weekStartsAt(monday, timeZone) + 12 * HOUR;
    if (at > now) return;
    const closingDeps = { ...deps, now: () => at };
    const payingDeps = { ...deps, now: () => at + DAY + 2 * HOUR };
    for (const [index, driver] of fleet.drivers.entries()) {
      closeWeeksInTransaction(closingDeps, tx, SYSTEM_ACTOR, driver.id, at, true);
      if (payingDeps.now() > now) continue;
      const day = nextDay(monday);
      for (const { currency, openingMinor } of readOpenBalance({ ...deps, db: tx }, driver.id)
        .sums) {
        const isLastWeek = weekStartsAt(nextMonday(monday), timeZone) + 12 * HOUR > now;
        const amountMinor = Math.floor(
          Math.abs(openingMinor) * (isLastWeek ? paidShareOfLastWeek(index) : 1),
        );
        if (amountMinor > 0)
          addPaymentInTransaction(
            payingDeps,
            tx,
            accountant,
            driver.id,
            {
              kind: openingMinor > 0 ? "payout" : "hand_in",
              currency,
              amountMinor,
              paidOn: day,
              method: openingMinor > 0 ? "mobile_money" : "cash",
              reference: openingMinor > 0 ? `MM ${20_417 + week * 31 + index}` : "",
              advance: true,
            },
            true,
          );
        if (index === 0 && week % 2 === 1)
          addAdjustmentInTransaction(
            payingDeps,
            tx,
            accountant,
            driver.id,
            {
              kind: "bonus",
              currency,
              amountMinor: 5_000,
              reason: "Rated five stars all week",
            },
            true,
          );
        if (index === 3 && week % 3 === 2)
          addAdjustmentInTransaction(
            payingDeps,
            tx,
            accountant,
            driver.id,
            {
              kind: "fuel",
              currency,
              amountMinor: 12_000,
              reason: "Fuel paid at the station",
            },
            true,
          );
      }
    }
  }
}

function nextDay(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}

/**
 * Returns the share of last week's money that a driver has received. One driver is still waiting, another got a part.
 */
function paidShareOfLastWeek(index: number): number {
  return [1, 0, 0.5, 1][index % 4] ?? 1;
}
