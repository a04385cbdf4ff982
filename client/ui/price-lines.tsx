import type { LineWords } from "../../src/fares/line-words";
import { Money } from "./money";

/** The price lines, then the total. An `isInformational` line isn't part of the total. */
export function PriceLines({
  lines,
  totalMinor,
  currency,
  totalLabel,
}: {
  lines: readonly (LineWords & { amountMinor: number; isInformational?: boolean })[];
  totalMinor: number;
  currency: string;
  totalLabel: string;
}) {
  return (
    <dl>
      {lines.map(({ label, detail, amountMinor, isInformational }) => (
        <div className="flex items-baseline justify-between gap-6 py-2" key={`${label} ${detail}`}>
          <dt className="min-w-0">
            {label}
            {detail && <span className="block text-ink-muted text-sm">{detail}</span>}
          </dt>
          <dd className={isInformational ? "text-ink-muted" : ""}>
            <Money currency={currency} minor={amountMinor} />
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
  );
}
