import type { FareLine } from "../../src/fares/contract";
import { englishLineTranslator } from "../../src/fares/line-words";
import { fareLineWords } from "../../src/fares/line-words";
import type { Reservation } from "../../src/reservations/contract";
import { receiptTotal } from "../../src/reservations/papers/receipt-rules";
import { isOver } from "../../src/reservations/rules";
import { lazy } from "../lazy";
import { buttonStyle } from "../ui/button-style";
import { classNames } from "../ui/class-names";
import { FareLines } from "../ui/fare-lines";
import { formatMoney } from "../ui/money";
import { unpinnedStops } from "../trip-acts/allowed-acts";
import { Part } from "../office/panel-part";
import { PdfLink } from "../ui/pdf-link";

const TripPayments = lazy(async () => (await import("./trip-payments")).TripPayments);
const TripExpenses = lazy(async () => (await import("./trip-expenses")).TripExpenses);
const DriverPayLines = lazy(async () => (await import("../ui/driver-pay-lines")).DriverPayLines);
const TripQuotes = lazy(async () => (await import("./trip-quotes")).TripQuotes);
const PayLinkPart = lazy(async () => (await import("./pay-link-part")).PayLinkPart);

/** A trip's fare, cancellation fee, receipt and driver pay. */
export function TripFare({
  reservation,
  mayReverse,
}: {
  reservation: Reservation;
  /** Whether the viewer may reverse payments that were recorded wrongly. */
  mayReverse: boolean;
}) {
  const unpinned = unpinnedStops(reservation);
  const placesText = unpinned.map(({ words }) => words.toLowerCase()).join(" and ");
  return (
    <>
      <Part title="Fare">
        {reservation.onRequest ? (
          <p className="text-ink-muted">
            {reservation.quoteUrl
              ? "On request. The customer has a quote."
              : placesText
                ? `On request. The price is calculated as soon as ${placesText} ${unpinned.length === 1 ? "is" : "are"} on the map.`
                : "On request. Set a price for this trip, or send a quote."}
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
                <span
                  className="block font-normal text-ink-muted text-sm"
                  key={line.kind === "expense" ? line.params.expenseId : line.kind}
                >
                  {feeWords(line, reservation.currency)}
                </span>
              ))}
            </span>
            <span className="tabular-nums">
              {formatMoney(reservation.cancellationFeeMinor, reservation.currency)}
            </span>
          </p>
        )}
        <PaymentSummary reservation={reservation} />
        {(reservation.paidMinor !== 0 ||
          reservation.waivedMinor !== 0 ||
          isOver(reservation.state)) && (
          <TripPayments id={reservation.id} mayReverse={mayReverse} version={reservation.version} />
        )}
        {reservation.payment !== "account" && !reservation.onRequest && (
          <PayLinkPart reservation={reservation} />
        )}
        {receiptTotal(reservation) !== null && (
          <PdfLink
            className={classNames(buttonStyle("secondary", "small"), "mt-3")}
            href={`/backend/admin/reservations/${reservation.id}/receipt.pdf`}
          >
            Receipt (PDF)
          </PdfLink>
        )}
      </Part>
      {reservation.timeline.some(({ event }) => event.kind === "quote_sent") && (
        <TripQuotes reservation={reservation} />
      )}
      {reservation.driver && <TripExpenses reservation={reservation} />}
      {reservation.pay && reservation.pay.lines.length > 0 && (
        <Part title="Driver's pay">
          <DriverPayLines currency={reservation.currency} pay={reservation.pay} />
        </Part>
      )}
    </>
  );
}

/** Returns why a fee has its amount: the cancellation or no-show, and expenses. */
function feeWords(line: FareLine, currency: string): string {
  const { label, detail } = fareLineWords(line, englishLineTranslator(currency));
  return line.kind === "expense" ? `${label}, ${formatMoney(line.amountMinor, currency)}` : detail;
}

/** The amounts paid and due. */
function PaymentSummary({ reservation }: { reservation: Reservation }) {
  const { currency, paidMinor, waivedMinor, dueMinor, payment, state } = reservation;
  const isFinished = isOver(state) && state !== "rejected";
  const lines: [words: string, amountMinor: number, isShown: boolean][] = [
    ["Paid", paidMinor, paidMinor !== 0],
    ["Waived", waivedMinor, waivedMinor !== 0],
    ["Due", dueMinor, payment !== "account" && (isFinished || paidMinor !== 0) && dueMinor >= 0],
    ["To refund", -dueMinor, dueMinor < 0],
  ];
  return (
    <dl className="mt-3 grid gap-1 font-medium">
      {lines.map(([words, amountMinor, isShown]) =>
        isShown ? (
          <div className="flex justify-between gap-4" key={words}>
            <dt>{words}</dt>
            <dd className="tabular-nums">{formatMoney(amountMinor, currency)}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
