import type { FareLine } from "../../src/fares/contract";
import { fareLineWords } from "../../src/fares/line-words";
import { countsTowardsTotal } from "../../src/fares/money-rules";
import { PriceLines } from "./price-lines";
import { useWords } from "../words/use-words";

/** A price with its lines, then their total. */
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
  /** Whether the route was not measured by a router. A line below the total then says so. */
  estimate?: boolean;
}) {
  const t = useWords();
  const reader = {
    currency,
    language: t.language,
    say: (text: string) => t.known(text, "price"),
    name: (text: string) => t.known(text, "name"),
  };
  return (
    <div>
      <PriceLines
        currency={currency}
        lines={lines.map((line) => ({
          ...fareLineWords(line, reader),
          amountMinor: line.amountMinor,
          isInformational: !countsTowardsTotal(line),
        }))}
        totalLabel={totalLabel ?? t("Total")}
        totalMinor={totalMinor}
      />
      {estimate && (
        <p className="mt-2 text-ink-muted text-sm">{t("Distance and time are estimates.")}</p>
      )}
    </div>
  );
}
