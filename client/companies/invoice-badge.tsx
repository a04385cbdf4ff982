import type { InvoiceRow, InvoiceState } from "../../src/invoices/contract";
import { Badge } from "../ui/badge";
import { Moment } from "../ui/moment";

const states = {
  open: ["Open", "warning"],
  part_paid: ["Partly paid", "warning"],
  overdue: ["Overdue", "danger"],
  paid: ["Paid", "success"],
  refund_due: ["Refund due", "info"],
  credit_note: ["Credit note", "neutral"],
} as const satisfies Record<InvoiceState, readonly [string, string]>;

/** The state of an invoice, in one word. */
export function InvoiceBadge({ invoice }: { invoice: Pick<InvoiceRow, "state"> }) {
  const [words, tone] = states[invoice.state];
  return <Badge tone={tone}>{words}</Badge>;
}

/** Returns "Invoice 12" or "Credit note 3". */
export function invoiceName({ kind, number }: Pick<InvoiceRow, "kind" | "number">): string {
  return kind === "invoice" ? `Invoice ${number}` : `Credit note ${number}`;
}

const mailStates = { waiting: "Being sent, ", sent: "", failed: "Failed, ", kept: "Not sent, " };

/** When an invoice was last e-mailed, and the result; "–" if it has not been e-mailed. */
export function MailState({ invoice: { mail } }: { invoice: Pick<InvoiceRow, "mail"> }) {
  if (!mail) return "–";
  return (
    <>
      {`${mailStates[mail.state]}${mail.isReminder ? "reminder " : ""}`}
      <Moment at={mail.at} />
    </>
  );
}
