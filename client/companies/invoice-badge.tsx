import type { InvoiceRow, InvoiceState } from "../../src/invoices/contract";
import { Badge } from "../ui/badge";

const states = {
  open: ["Open", "warning"],
  part_paid: ["Part paid", "warning"],
  overdue: ["Overdue", "danger"],
  paid: ["Paid", "success"],
  refund_due: ["Refund due", "info"],
  credit_note: ["Credit note", "neutral"],
} as const satisfies Record<InvoiceState, readonly [string, string]>;

/** The state of an invoice, in a word. */
export function InvoiceBadge({ invoice }: { invoice: Pick<InvoiceRow, "state"> }) {
  const [words, tone] = states[invoice.state];
  return <Badge tone={tone}>{words}</Badge>;
}

/** "Invoice 12" or "Credit note 3". */
export function documentName({ kind, number }: Pick<InvoiceRow, "kind" | "number">): string {
  return kind === "invoice" ? `Invoice ${number}` : `Credit note ${number}`;
}
