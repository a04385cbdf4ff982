import type { FareLine, PayLine } from "../../src/fares/contract";
import { Money } from "./money";

/** A price and its reasons: every line, then the total they add up to. */
export function FareLines({
  lines,
  totalMinor,
  currency,
  totalLabel = "Total",
  estimate,
}: {
  lines: readonly FareLine[];
  totalMinor: number;
  currency: string;
  totalLabel?: string;
  /** No router measured the way: says so under the total. */
  estimate?: boolean;
}) {
  return (
    <div>
      <dl>
        {lines.map((line) => (
          <div
            className="flex items-baseline justify-between gap-6 py-2"
            key={`${line.kind} ${line.label} ${line.detail}`}
          >
            <dt className="min-w-0">
              {line.label}
              {line.detail && <span className="block text-ink-muted text-sm">{line.detail}</span>}
            </dt>
            <dd className={line.addsUp ? "" : "text-ink-muted"}>
              <Money currency={currency} minor={line.amountMinor} />
            </dd>
          </div>
        ))}
        <div className="mt-2 flex items-baseline justify-between gap-6 border-line border-t pt-4 font-semibold text-lg">
          <dt>{totalLabel}</dt>
          <dd>
            <Money currency={currency} minor={totalMinor} />
          </dd>
        </div>
      </dl>
      {estimate && <p className="mt-2 text-ink-muted text-sm">Distance and time are estimates.</p>}
    </div>
  );
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
