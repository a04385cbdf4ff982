import type { PayLine } from "../../src/fares/contract";
import { payLineWords } from "../../src/fares/pay-words";
import { PriceLines } from "./price-lines";

/** What a driver earns: every line, then the total. */
export function PayLines({
  pay,
  currency,
}: {
  pay: { lines: readonly PayLine[]; totalMinor: number };
  currency: string;
}) {
  return (
    <PriceLines
      currency={currency}
      lines={pay.lines.map((line) => ({
        ...payLineWords(line, currency),
        amountMinor: line.amountMinor,
      }))}
      totalLabel="Pay"
      totalMinor={pay.totalMinor}
    />
  );
}
