import { Link } from "@tanstack/react-router";
import type { DriverEntry, StatementLine } from "../../src/payouts/contract";
import { entryWords, heldAmountText, payLinesText } from "../../src/payouts/words";
import { formatClock, formatDay } from "../ui/moment";
import { formatMoney, Money } from "../ui/money";
import { useWords } from "../words/use-words";
import { entryDay } from "./entry-day";

/** The trips of an account, each with the driver's pay, the reason for it, and who holds the passenger's money. */
export function AccountTrips({
  lines,
  currencyOf,
}: {
  lines: readonly StatementLine[];
  currencyOf: (line: StatementLine) => string;
}) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.reservationId}>
          <AccountTrip currency={currencyOf(line)} line={line} />
        </li>
      ))}
    </ul>
  );
}

function AccountTrip({ line, currency }: { line: StatementLine; currency: string }) {
  const t = useWords();
  const isCorrection = line.kind === "correction";
  const moneyText = (minor: number) => formatMoney(minor, currency, t);
  return (
    <Link
      className="flex min-h-14 items-start justify-between gap-4 px-4 py-3 -outline-offset-2 hover:bg-surface-sunken sm:px-6"
      params={{ id: line.reservationId }}
      to="/driver/dashboard/trips/$id"
    >
      <span className="min-w-0">
        <span className="block break-words">
          {line.pickup}{" "}
          <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
            →
          </span>
          <span className="sr-only">{t("to")}</span> {line.dropoff}
        </span>
        <span className="block text-ink-muted text-sm">
          {t("{time} · Trip {number}", {
            time: formatClock(line.pickupLocal, t),
            number: line.reservationNumber,
          })}
        </span>
        <span className="block text-ink-muted text-sm">
          {isCorrection
            ? t("Correction after the statement. Pay: {pay}. Cash held: {held}.", {
                pay: moneyText(line.payMinor),
                held: moneyText(line.heldMinor),
              })
            : heldAmountText(line, moneyText(line.heldMinor), { t })}
        </span>
        {!isCorrection && line.payLines.length > 1 && (
          <span className="block text-ink-muted text-sm">
            {payLinesText(line.payLines, currency, moneyText, t)}
          </span>
        )}
      </span>
      <span className="shrink-0 text-end font-medium">
        <Money
          currency={currency}
          minor={isCorrection ? line.payMinor - line.heldMinor : line.payMinor}
        />
      </span>
    </Link>
  );
}

/** Adjustments and payments of an account. */
export function AccountEntries({
  entries,
  timeZone,
}: {
  entries: readonly DriverEntry[];
  timeZone: string;
}) {
  const t = useWords();
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
        <li className="flex items-start justify-between gap-4 px-4 py-3 sm:px-6" key={entry.id}>
          <span className="min-w-0">
            <span className="block">{entryWords(entry, t)}</span>
            <span className="block break-words text-ink-muted text-sm">
              {[
                formatDay(entryDay(entry, timeZone), t),
                entry.reason,
                entry.trip && t("Trip {number}", { number: entry.trip.number }),
                entry.reference && t("Reference {reference}", { reference: entry.reference }),
                entry.reversal === "reversed" && t("Reversed later"),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
          <span className="shrink-0 font-medium">
            <Money currency={entry.currency} minor={entry.amountMinor} />
          </span>
        </li>
      ))}
    </ul>
  );
}
