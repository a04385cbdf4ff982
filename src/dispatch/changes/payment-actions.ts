/** Changes who pays for a trip: the passenger in the car, or a company. */
import { eq } from "drizzle-orm";
import type { StoredTrip } from "../../../db/schema/reservations";
import { cardAgreements } from "../../../db/schema/saved-cards";
import type { Tx } from "../../../db/writer";
import { billToCompany } from "../../companies/billing-actions";
import { loadCompany } from "../../companies/queries";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import type { FareLine } from "../../fares/contract";
import { versionById } from "../../fares/queries";
import { announce, changeReservation } from "../../reservations/actions";
import { requestApproval, withdrawApproval } from "../../reservations/approvals/approval-actions";
import { statesBeforeDriving } from "../../reservations/approvals/approval-rules";
import type { PaymentInput } from "../../reservations/change-contract";
import { recordCardAgreement } from "../../reservations/prepaying/card-queries";
import { prepaymentFor, prepaymentOf } from "../../reservations/prepaying/prepay-queries";
import { pointOf } from "../../reservations/rules";
import { storedTripPlaces } from "../../reservations/stored-trip";
import type { ChangePayment } from "./payment-contract";
import { loadTrip } from "../../reservations/trip-queries";

/**
 * Changes how a trip is paid and notes it in the trip's log. 404 if it does not exist, 409 if it has changed in the
 * meantime, and the errors of `changePaymentMethod`.
 */
export async function changePayment(
  deps: Deps,
  actor: Actor,
  id: string,
  input: ChangePayment,
): Promise<void> {
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version: input.version });
    const reason = input.payment === "account" ? input.overLimitReason : undefined;
    return changePaymentMethod(deps, tx, actor, before, input, reason);
  });
  announce(deps, row);
}

/**
 * Changes how a trip is paid, inside the caller's transaction. 409 for another payer if the trip is on an invoice, or
 * is settled, because its bill is closed. The cost centre and reference of a settled trip can still change. 409 for a
 * company if something was already paid for the trip. 422 if the company does not pay for it, or the card is not the
 * rider's.
 */
export function changePaymentMethod(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  before: StoredTrip,
  { payment, billTo, cardId }: PaymentInput,
  overLimitReason?: string,
): StoredTrip {
  const now = deps.now();
  if (before.invoiceId !== null) throw new AppError("company.invoiced");
  if ((payment === "account") !== (billTo !== undefined))
    throw new AppError("request.invalid", { fields: { payment: "Choose the company that pays." } });
  if (cardId !== undefined && payment !== "card")
    throw new AppError("request.invalid", { fields: { cardId: "Choose to pay by card." } });
  const hasSameCompany = billTo !== undefined && billTo.companyId === before.companyId;
  if (actor.kind === "rider")
    refuseChangeByPhoneOnly({ ...deps, db: tx }, tx, before, payment, hasSameCompany);
  if (payment === "account" && before.paidMinor !== 0) throw new AppError("payment.paid_already");
  if (before.state === "settled" && !hasSameCompany)
    throw new AppError("reservation.illegal_transition");
  const isUndriven = ["cancelled", "no_show", "rejected"].includes(before.state);
  const costMinor = isUndriven ? (before.cancellationFeeMinor ?? 0) : before.fareMinor;
  const { currency } = before;
  const paymentColumns = billTo
    ? billToCompany(
        tx,
        billTo,
        {
          riderId: actor.kind === "rider" ? actor.id : null,
          limitedMemberId: overLimitReason ? null : before.riderId,
          now,
        },
        // If the company stays the same, it already owes this cost.
        { fareMinor: hasSameCompany ? 0 : costMinor, currency, pickupAt: before.pickupAt },
      )
    : { payment, companyId: null, costCentreId: null, billingReference: "" };
  const row = changeReservation(deps, tx, before, {
    actor,
    now,
    changes: paymentColumns,
    reason: overLimitReason,
    event: {
      kind: "payment_changed",
      payment,
      ...(billTo && { company: loadCompany(tx, billTo.companyId).name }),
    },
  });
  if (row.companyId !== before.companyId) {
    withdrawApproval(tx, row.id);
    // If dispatch chooses the payer, no approval is needed. Once a driver has set off, nobody can wait for one.
    const waitsForApproval = actor.kind === "rider" && requestApproval(deps, tx, [row], now);
    if (waitsForApproval && !statesBeforeDriving.includes(row.state))
      throw new AppError("payment.by_phone");
  }
  // Only a change by dispatch keeps the agreement on a saved card, which applies again if the rider pays.
  if (actor.kind === "rider" || cardId !== undefined)
    tx.delete(cardAgreements).where(eq(cardAgreements.reservationId, row.id)).run();
  if (cardId !== undefined) recordCardAgreement(deps, tx, row, cardId);
  return row;
}

/**
 * Refuses a rider's change of payment that needs a phone call: if money was already requested or paid, if a booking of
 * several vehicles has one bill, if a trip no longer paid by a company would need prepayment, or if its price is the
 * company's own.
 */
function refuseChangeByPhoneOnly(
  deps: Deps,
  tx: Tx,
  row: StoredTrip,
  payment: PaymentInput["payment"],
  hasSameCompany: boolean,
): void {
  const { pickup } = storedTripPlaces(row);
  const isPrepaymentDue = () =>
    row.payment === "account" &&
    payment !== "account" &&
    prepaymentFor(deps, { ...row, pickup: pointOf(pickup), how: "web" })(row) !== null;
  // Livery wrote these lines in the contract's shape.
  const lines = row.fareLines as FareLine[];
  const { companyRates = [] } = versionById(tx, row.feeScheduleId)?.schedule ?? {};
  const hasOwnRates = companyRates.some(
    ({ companyId, vehicleClassId }) =>
      companyId === row.companyId && vehicleClassId === row.vehicleClassId,
  );
  const isDiscounted =
    !hasSameCompany && (hasOwnRates || lines.some(({ kind }) => kind === "company_discount"));
  if (isDiscounted) throw new AppError("payment.by_phone");
  if (row.paidMinor !== 0 || row.orderId !== null || prepaymentOf(tx, row.id) || isPrepaymentDue())
    throw new AppError("payment.by_phone");
}
