import { englishReader } from "../../src/fares/line-words";
import { fareLineWords } from "../../src/fares/line-words";
import type { Reservation } from "../../src/reservations/contract";
import { receiptTotal } from "../../src/reservations/papers/receipt-rules";
import { settlementDifference } from "../../src/reservations/feedback/settlement-rules";
import { buttonStyle } from "../ui/button-style";
import { classNames } from "../ui/class-names";
import { FareLines } from "../ui/fare-lines";
import { formatMoney } from "../ui/money";
import { PayLines } from "../ui/pay-lines";
import { unpinned } from "../trip-acts/allowed-acts";
import { Part } from "../office/panel-part";
import { PaperLink } from "../ui/paper-link";

/** What a trip costs, what its end costs instead, its receipt, and what the driver gets of it. */
export function TripFare({ reservation }: { reservation: Reservation }) {
  const places = unpinned(reservation)
    .map(({ words }) => words.toLowerCase())
    .join(" and ");
  return (
    <>
      <Part title="Fare">
        {reservation.onRequest ? (
          <p className="text-ink-muted">
            {places
              ? `On request. The price is calculated as soon as ${places} is on the map.`
              : "On request. Set a price for this trip."}
          </p>
        ) : (
          <FareLines
            currency={reservation.currency}
            lines={reservation.lines}
            totalMinor={reservation.fareMinor}
          />
        )}
        {reservation.cancellationFeeMinor !== null && (
          <p className="mt-3 flex justify-between gap-4 font-medium">
            <span>
              {reservation.state === "no_show" ? "No-show fee" : "Cancellation fee"}
              {reservation.feeLines.map((line) => (
                <span className="block font-normal text-ink-muted text-sm" key={line.kind}>
                  {fareLineWords(line, englishReader(reservation.currency)).detail}
                </span>
              ))}
            </span>
            <span className="tabular-nums">
              {formatMoney(reservation.cancellationFeeMinor, reservation.currency)}
            </span>
          </p>
        )}
        <Cash reservation={reservation} />
        <Difference reservation={reservation} />
        {receiptTotal(reservation) !== null && (
          <PaperLink
            className={classNames(buttonStyle("secondary", "small"), "mt-3")}
            href={`/backend/admin/reservations/${reservation.id}/receipt.pdf`}
          >
            Receipt (PDF)
          </PaperLink>
        )}
      </Part>
      {reservation.pay && reservation.pay.lines.length > 0 && (
        <Part title="Driver's pay">
          <PayLines currency={reservation.currency} pay={reservation.pay} />
        </Part>
      )}
    </>
  );
}

/** What the driver confirmed to have taken in cash; what was not due, or is missing, stands out. */
function Cash({ reservation }: { reservation: Reservation }) {
  const { collected, currency, payment, state, timeline } = reservation;
  if (payment !== "cash" || (state !== "completed" && state !== "settled")) return null;
  if (!collected)
    return state === "completed" ? (
      <p className="mt-3 text-ink-muted">The driver has not confirmed the cash yet.</p>
    ) : null;
  const gap = collected.collectedMinor - collected.dueMinor;
  const reason = timeline.findLast(({ event }) => event.kind === "cash_collected")?.reason;
  return (
    <div className={classNames("mt-3", gap !== 0 && "rounded-md bg-warning-surface px-3 py-2")}>
      <p className="flex justify-between gap-4 font-medium">
        <span>Collected in cash</span>
        <span className="tabular-nums">{formatMoney(collected.collectedMinor, currency)}</span>
      </p>
      {gap !== 0 && (
        <p className="text-warning-ink">
          {formatMoney(Math.abs(gap), currency)} {gap < 0 ? "less" : "more"} than was due
          {reason && `: ${reason}`}
        </p>
      )}
    </div>
  );
}

/** What settling it again comes to, where it was corrected since it was settled. */
function Difference({ reservation }: { reservation: Reservation }) {
  const { currency, fareMinor, payment, settledMinor = null, state } = reservation;
  const difference = settlementDifference({ fareMinor, settledMinor });
  if (state !== "completed" || difference === 0) return null;
  const more = difference > 0;
  const amount = formatMoney(Math.abs(difference), currency);
  return (
    <p className="mt-3 rounded-md bg-warning-surface px-3 py-2 text-warning-ink">
      {payment === "account"
        ? `${amount} ${more ? "more" : "less"} than the amount settled. Invoices already issued do not change; the difference goes on the company’s next invoice.`
        : more
          ? `Collect ${amount} from the passenger before you settle this trip.`
          : `Refund ${amount} to the passenger before you settle this trip.`}
    </p>
  );
}
