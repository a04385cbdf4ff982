import type { FareLine } from "../../src/fares/contract";
import { fareLineWords } from "../../src/fares/line-words";
import { addsUp } from "../../src/fares/money-rules";
import { PriceLines } from "./price-lines";
import { useWords } from "../words/use-words";

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
          informs: !addsUp(line),
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
