import type { PayLine } from "../../src/fares/contract";
import { payLineWords } from "../../src/fares/driver-pay-words";
import { PriceLines } from "./price-lines";
import { useWords } from "../words/use-words";

/** A driver's earnings for a trip: every line, then the total. */
export function DriverPayLines({
  pay,
  currency,
}: {
  pay: { lines: readonly PayLine[]; totalMinor: number };
  currency: string;
}) {
  const t = useWords();
  return (
    <PriceLines
      currency={currency}
      lines={pay.lines.map((line) => ({
        ...payLineWords(line, currency, t),
        amountMinor: line.amountMinor,
      }))}
      totalLabel={t("Pay")}
      totalMinor={pay.totalMinor}
    />
  );
}
