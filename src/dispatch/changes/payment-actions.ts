/** Changes who pays for a trip: the passenger in the car, or a company. */
import { billToCompany } from "../../companies/billing-actions";
import { loadCompany } from "../../companies/queries";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { announce, changeReservation } from "../../reservations/actions";
import type { ChangePayment } from "./payment-contract";
import { loadTrip } from "../../reservations/trip-queries";

/**
 * Changes how a trip is paid and tells its log. A trip that is on an invoice keeps its payer (409),
 * as does one that is settled, but for cost centre and reference: its bill is closed. No
 * company is billed for a trip of which something was paid already (409). 404, 409 when it has changed
 * in the meantime, 422 when the company does not pay for it.
 */
export async function changePayment(
  deps: Deps,
  actor: Actor,
  id: string,
  input: ChangePayment,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version: input.version });
    if (before.invoiceId !== null) throw new AppError("company.invoiced");
    if (input.payment === "account" && before.paidMinor !== 0)
      throw new AppError("payment.paid_already");
    const billTo = input.payment === "account" ? input.billTo : null;
    const stays = billTo !== null && billTo.companyId === before.companyId;
    if (before.state === "settled" && !stays) throw new AppError("reservation.illegal_transition");
    const isOff = ["cancelled", "no_show", "rejected"].includes(before.state);
    const costs = isOff ? (before.cancellationFeeMinor ?? 0) : before.fareMinor;
    const { currency } = before;
    const paid = billTo
      ? billToCompany(
          tx,
          billTo,
          { riderId: null, now },
          // If the company stays the same, its cost is already part of what it owes.
          { fareMinor: stays ? 0 : costs, currency },
        )
      : {
          payment: input.payment,
          companyId: null,
          costCentreId: null,
          billingReference: "",
        };
    return changeReservation(deps, tx, before, {
      actor,
      now,
      changes: paid,
      event: {
        kind: "payment_changed",
        payment: input.payment,
        ...(billTo && { company: loadCompany(tx, billTo.companyId).name }),
      },
    });
  });
  announce(deps, row);
}
