/** What the lines of a driver's pay say: in English, as all of the drivers' area. Browser-safe. */
import type { PayLine } from "./contract";
import { expenseWords } from "./expense-rules";
import type { LineWords } from "./line-words";
import { formatMoney } from "../settings/money-rules";

/** A line of a driver's pay: `label` names it, `detail` says why it is that much. */
export function payLineWords(line: PayLine, currency: string): LineWords {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency);
  const words = (label: string, detail = "") => ({ label, detail });
  // A driver from whom prices are kept is not told of what it is a share.
  const of = ({ ofMinor }: { ofMinor: number }) => (ofMinor > 0 ? `of ${money(ofMinor)}` : "");
  const { kind, params } = line;
  switch (kind) {
    case "fare_share":
      return words(
        "Share of the fare",
        params.ofMinor > 0 ? `${params.percent} % of ${money(params.ofMinor)} before tax` : "",
      );
    case "per_trip":
      return words("Per trip");
    case "per_distance":
      return words(
        "Distance",
        `${params.tenths / 10} ${params.unit} at ${money(params.perDistanceMinor)}`,
      );
    case "gratuity_share":
      return words("Gratuity", `${params.percent} % of ${money(params.ofMinor)}`);
    case "gratuity_part":
      return words("Gratuity");
    case "cancellation_share":
      return words("Share of the cancellation fee", of(params));
    case "no_show_share":
      return words("Share of the no-show fee", of(params));
    case "expense":
      return words(params.name || expenseWords[params.expense], params.name && "Expense");
  }
}
