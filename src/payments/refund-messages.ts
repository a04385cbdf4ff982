/** Notifies riders of each refund once it is made, with their new receipt. */
import type { StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { queueRiderMessage } from "../notifications/outbox";
import { tripRefunded } from "../notifications/texts/payment-texts";
import { receiptTotal } from "../reservations/papers/receipt-rules";
import { formatMoney } from "../settings/money-rules";
import { readOperator } from "../settings/queries";
import { loadTrip } from "../reservations/trip-queries";

/** Queues the message about a refund for a trip, in the transaction of the refund's row. */
export function notifyOfRefund(
  tx: Tx,
  deps: Deps,
  { id }: Pick<StoredTrip, "id">,
  amountMinor: number,
): void {
  // The trip is read again, because the new row has changed it.
  const trip = loadTrip(tx, { actor: { kind: "system" }, id });
  const { number, currency, paidMinor, riderId, passengerPhone: phone } = trip;
  const { brand } = readOperator(deps);
  queueRiderMessage(tx, deps, { riderId, phone }, (language) =>
    tripRefunded({
      language,
      brand,
      number,
      amount: formatMoney(amountMinor, currency, language),
      paid: formatMoney(Math.max(0, paidMinor), currency, language),
      url: `${deps.config.publicUrl}/trips/${id}`,
      receiptOf: receiptTotal(trip) === null ? null : id,
    }),
  );
}
