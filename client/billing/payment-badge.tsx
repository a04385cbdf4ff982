import type { StatementRow } from "../../src/payouts/contract";
import { Badge, type Tone } from "../ui/badge";
import { useWords } from "../words/use-words";
import { type Phrase, phrase } from "../words/words";

const paymentBadges: Record<StatementRow["standing"], { words: Phrase; tone: Tone }> = {
  even: { words: phrase("Nothing owed"), tone: "neutral" },
  open: { words: phrase("To be paid"), tone: "warning" },
  partly: { words: phrase("Partly paid"), tone: "info" },
  paid: { words: phrase("Paid", "a statement"), tone: "success" },
  carried_over: { words: phrase("Carried over"), tone: "neutral" },
};

/** Whether the total of a statement was paid: to the driver, or by a driver who holds more than they earned. */
export function PaymentBadge({
  statement: { standing, closingMinor },
}: {
  statement: Pick<StatementRow, "standing" | "closingMinor">;
}) {
  const t = useWords();
  const { words, tone } = paymentBadges[standing];
  return (
    <Badge tone={tone}>
      {standing === "open" && closingMinor < 0 ? t("To hand in") : t.of(words)}
    </Badge>
  );
}
