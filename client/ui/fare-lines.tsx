import type { FareLine, PayLine } from "../../src/fares/contract";
import { Money } from "./money";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";

/** A price and its reasons: every line, then the total they add up to. */
export function FareLines({
  lines,
  totalMinor,
  currency,
  totalLabel,
  estimate,
}: {
  lines: readonly FareLine[];
  totalMinor: number;
  currency: string;
  totalLabel?: string;
  /** No router measured the way: says so under the total. */
  estimate?: boolean;
}) {
  const t = useWords();
  return (
    <div>
      <dl>
        {lines.map((line) => (
          <div
            className="flex items-baseline justify-between gap-6 py-2"
            key={`${line.kind} ${line.label} ${line.detail}`}
          >
            <dt className="min-w-0">
              {t.known(line.label, "price")}
              {line.detail && (
                <span className="block text-ink-muted text-sm">{sayDetail(line.detail, t)}</span>
              )}
            </dt>
            <dd className={line.addsUp ? "" : "text-ink-muted"}>
              <Money currency={currency} minor={line.amountMinor} />
            </dd>
          </div>
        ))}
        <div className="mt-2 flex items-baseline justify-between gap-6 border-line border-t pt-4 font-semibold text-lg">
          <dt>{totalLabel ?? t("Total")}</dt>
          <dd>
            <Money currency={currency} minor={totalMinor} />
          </dd>
        </div>
      </dl>
      {estimate && (
        <p className="mt-2 text-ink-muted text-sm">{t("Distance and time are estimates.")}</p>
      )}
    </div>
  );
}

/** What stands beside a line: as a whole, or else part by part, as the server has joined it. */
function sayDetail(detail: string, t: Say): string {
  const whole = t.known(detail, "price");
  if (whole !== detail) return whole;
  return detail
    .split(", ")
    .map((part) => t.known(part, "price"))
    .join(", ");
}

/** What a driver earns and why: as a price, every line and then the total. */
export function PayLines({
  pay,
  currency,
}: {
  pay: { lines: readonly PayLine[]; totalMinor: number };
  currency: string;
}) {
  const lines = pay.lines.map((line) => ({ ...line, kind: "adjustment" as const, addsUp: true }));
  return (
    <FareLines currency={currency} lines={lines} totalLabel="Pay" totalMinor={pay.totalMinor} />
  );
}
