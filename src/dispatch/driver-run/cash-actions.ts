/** Drivers confirm what they took in cash. */
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { changeReservation } from "../../reservations/actions";
import type { ConfirmCash } from "./cash-contract";
import { momentOf, takeTap } from "./tap-actions";

/**
 * Notes what the driver took from the passenger, beside what was due. From then on that is what they hold.
 * 404 unless the trip is theirs; 409 when it has changed meanwhile, is not over, is not paid in cash, or
 * was confirmed before. The same tap counts once.
 */
export async function confirmCash(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: ConfirmCash,
  key: string | null,
): Promise<void> {
  await takeTap(deps, driver, id, input, key, (tx, before, now) => {
    if (before.state !== "completed") throw new AppError("reservation.illegal_transition");
    if (before.payment !== "cash") throw new AppError("cash.not_due");
    if (before.collectedMinor !== null) throw new AppError("cash.confirmed");
    const { collectedMinor } = input;
    const { fareMinor: dueMinor, currency } = before;
    return changeReservation(deps, tx, before, {
      actor: driver,
      ...momentOf(tx, id, input, now),
      changes: { collectedMinor, collectedDueMinor: dueMinor },
      reason: input.reason,
      event: { kind: "cash_collected", collectedMinor, dueMinor, currency },
    });
  });
}
