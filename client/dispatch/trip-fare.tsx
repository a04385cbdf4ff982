import type { Reservation } from "../../src/reservations/contract";
import { receiptTotal } from "../../src/reservations/receipt-rules";
import { buttonStyle } from "../ui/button-style";
import { classNames } from "../ui/class-names";
import { FareLines, PayLines } from "../ui/fare-lines";
import { formatMoney } from "../ui/money";
import { unpinned } from "./allowed-acts";
import { Part } from "./panel-part";

/** What a trip costs, what its end costs instead, its receipt, and what the driver gets of it. */
export function TripFare({ reservation }: { reservation: Reservation }) {
  return (
    <>
      <Part title="Fare">
        {reservation.onRequest ? (
          <p className="text-ink-muted">
            On request: it is computed once{" "}
            {unpinned(reservation)
              .map(({ words }) => words.toLowerCase())
              .join(" and ") || "every place"}{" "}
            can be found on the map.
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
              {reservation.feeLines.map(({ detail }) => (
                <span className="block font-normal text-ink-muted text-sm" key={detail}>
                  {detail}
                </span>
              ))}
            </span>
            <span className="tabular-nums">
              {formatMoney(reservation.cancellationFeeMinor, reservation.currency)}
            </span>
          </p>
        )}
        {receiptTotal(reservation) !== null && (
          <a
            className={classNames(buttonStyle("secondary", "small"), "mt-3")}
            download
            href={`/backend/admin/reservations/${reservation.id}/receipt.pdf`}
          >
            Receipt (PDF)
          </a>
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
