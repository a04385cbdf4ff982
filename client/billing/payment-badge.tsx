import type { StatementRow } from "../../src/payouts/contract";
import { Badge, type Tone } from "../ui/badge";

const looks: Record<StatementRow["standing"], { words: string; tone: Tone }> = {
  even: { words: "Nothing owed", tone: "neutral" },
  open: { words: "To be paid", tone: "warning" },
  partly: { words: "Partly paid", tone: "info" },
  paid: { words: "Paid", tone: "success" },
  carried_over: { words: "Carried over", tone: "neutral" },
};

/** Whether the total of a statement was paid: to the driver, or by them where they hold more than is theirs. */
export function PaymentBadge({
  statement: { standing, closingMinor },
}: {
  statement: Pick<StatementRow, "standing" | "closingMinor">;
}) {
  const { words, tone } = looks[standing];
  return (
    <Badge tone={tone}>{standing === "open" && closingMinor < 0 ? "To hand in" : words}</Badge>
  );
}
