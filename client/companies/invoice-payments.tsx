import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Invoice, InvoicePayment, PaymentMethod } from "../../src/invoices/contract";
import type { Api } from "../api";
import { EntryForm, PaymentFields, type TypedPayment } from "../office/entry-fields";
import { useStaffCall } from "../office/calls";
import { useSave } from "../office/use-save";
import { readMoney } from "../ui/amount";
import { MOST_ACCOUNT_MINOR } from "../../src/settings/amount-contract";
import { writeMoney } from "../../src/settings/money-rules";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { formatDay, localDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";

const methodWords: Record<PaymentMethod, string> = {
  bank_transfer: "Bank transfer",
  card: "Card",
  cash: "Cash",
  cheque: "Cheque",
  other: "Other",
};
const methods = (["bank_transfer", "card", "cash", "cheque", "other"] as const).map(
  (method) => [method, methodWords[method]] as const,
);

/** What was paid of an invoice, and where the next payment is noted. */
export function InvoicePayments({
  api,
  invoice,
  mayBook,
  timeZone,
}: {
  api: Api;
  invoice: Invoice;
  mayBook: boolean;
  timeZone: string;
}) {
  const call = useStaffCall();
  const router = useRouter();
  const saving = useSave();
  const { id, currency, balanceMinor } = invoice;
  const owed = (minor: number) => writeMoney(Math.max(0, minor), currency);
  const [typed, setTyped] = useState<TypedPayment<PaymentMethod>>(() => ({
    amount: owed(balanceMinor),
    paidOn: localDay(new Date().toISOString(), timeZone),
    method: "bank_transfer",
    reference: "",
  }));
  const change = (to: Partial<typeof typed>) => setTyped((old) => ({ ...old, ...to }));
  const path = api.admin.invoices[":id"].payments;

  const record = async () => {
    const { amount, ...rest } = typed;
    const read = readMoney(amount, currency, "en", MOST_ACCOUNT_MINOR);
    if ("fault" in read) return saving.refuse({ amountMinor: read.fault });
    if (!rest.paidOn) return saving.refuse({ paidOn: "Choose the day." });
    const json = { amountMinor: read.value, ...rest };
    const done = await saving.save(
      () => call(path.$post({ param: { id }, json })),
      "Payment noted",
    );
    if (!done) return;
    change({ amount: owed(done.invoice.balanceMinor), reference: "" });
    await router.invalidate();
  };
  const reverse = async (payment: InvoicePayment) => {
    const done = await saving.save(
      () => call(path[":paymentId"].reversal.$post({ param: { id, paymentId: payment.id } })),
      "Payment taken back",
    );
    if (!done) return;
    change({ amount: owed(done.invoice.balanceMinor) });
    await router.invalidate();
  };

  const columns: Column<InvoicePayment>[] = [
    { id: "day", header: "Day", cell: (payment) => formatDay(payment.paidOn) },
    {
      id: "method",
      header: "By",
      cell: (payment) =>
        [methodWords[payment.method], payment.reference].filter(Boolean).join(", "),
    },
    { id: "who", header: "Noted by", cell: ({ recordedBy }) => recordedBy },
    {
      id: "amount",
      header: "Amount",
      numeric: true,
      cell: ({ amountMinor }) => formatMoney(amountMinor, currency),
    },
    {
      id: "acts",
      header: "Steps",
      numeric: true,
      cell: (payment) =>
        payment.reversal === "reversed" ? (
          <Badge>Taken back</Badge>
        ) : payment.reversal === "reverses" ? (
          <Badge>Takes an entry back</Badge>
        ) : (
          mayBook && (
            <Button onClick={() => void reverse(payment)} size="small" variant="secondary">
              Take back
            </Button>
          )
        ),
    },
  ];
  return (
    <Section title="Payments">
      {mayBook && balanceMinor > 0 && (
        <div className="mb-4 max-w-3xl">
          <EntryForm
            failure={null}
            onSubmit={record}
            saving={saving}
            submitLabel="Note the payment"
            title="Note a payment"
          >
            <PaymentFields
              currency={currency}
              methods={methods}
              onChange={change}
              saving={saving}
              typed={typed}
            />
          </EntryForm>
        </div>
      )}
      <div className="not-empty:mb-4" role="alert">
        {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
      </div>
      <Table
        caption="Payments"
        columns={columns}
        dense
        empty={<p className="text-ink-muted text-sm">Nothing has been paid yet.</p>}
        rowKey={({ id: key }) => key}
        rows={invoice.payments}
      />
    </Section>
  );
}
