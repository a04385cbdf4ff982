import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Invoice, InvoicePayment } from "../../src/invoices/contract";
import type { ManualMethod } from "../../src/payments/contract";
import { methodWords } from "../../src/payments/words";
import { amountOf, EntryForm, PaymentFields } from "../office/entry-fields";
import { useEntryForm } from "../office/use-staff-form";
import { FormFailure } from "../forms/form";
import { showToast } from "../ui/toasts";
import { readMoney } from "../ui/amount";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../src/settings/amount-contract";
import { formatAmount } from "../../src/settings/money-rules";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { formatDay, localDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { useOffice } from "../office/calls";
import { invoiceMethods } from "./invoice-methods";
import { RefundInvoiceDialog } from "./refund-invoice-dialog";

/** An invoice's payments, and the form that records one. */
export function InvoicePayments({
  invoice,
  mayRecordPayments,
}: {
  invoice: Invoice;
  mayRecordPayments: boolean;
}) {
  const { api, timeZone, call } = useOffice();
  const router = useRouter();
  const { id, currency, balanceMinor } = invoice;
  const owedText = (minor: number) => formatAmount(Math.max(0, minor), currency);
  const [initial] = useState(() => ({
    amountMinor: owedText(balanceMinor),
    paidOn: localDay(new Date().toISOString(), timeZone),
    method: "bank_transfer" as ManualMethod,
    reference: "",
  }));
  const [paymentToRefund, setPaymentToRefund] = useState<InvoicePayment | null>(null);
  const path = api.admin.invoices[":id"].payments;
  const form = useEntryForm({
    initialValues: initial,
    validate: ({ amountMinor, paidOn }) => {
      const money = readMoney(amountMinor, currency, "en", MAX_BUSINESS_AMOUNT_MINOR);
      return {
        amountMinor: "fault" in money && money.fault,
        paidOn: !paidOn && "Choose a day.",
      };
    },
    send: ({ amountMinor, ...typed }, options) => {
      const json = {
        ...typed,
        amountMinor: amountOf(amountMinor, currency, MAX_BUSINESS_AMOUNT_MINOR),
      };
      return call(path.$post({ param: { id }, json }, options));
    },
    successText: "Payment recorded",
    onSaved: (answer) => {
      form.set({ amountMinor: owedText(answer.invoice.balanceMinor), reference: "" });
      return router.invalidate();
    },
  });
  const reverse = (payment: InvoicePayment) =>
    form.act(
      "reverse",
      () => call(path[":paymentId"].reversal.$post({ param: { id, paymentId: payment.id } })),
      (answer) => {
        showToast("success", "Payment reversed");
        form.set({ amountMinor: owedText(answer.invoice.balanceMinor) });
        return router.invalidate();
      },
    );

  const methodOf = ({ method, reference }: InvoicePayment) =>
    [methodWords[method], reference].filter(Boolean).join(", ");
  const renderActions = (payment: InvoicePayment) =>
    payment.state === "pending" ? (
      <Badge>Pending</Badge>
    ) : payment.state === "failed" ? (
      <Badge tone="danger">Failed</Badge>
    ) : payment.reversal === "reversed" ? (
      <Badge>Reversed</Badge>
    ) : payment.reversal === "reverses" ? (
      <Badge>Reverses an earlier payment</Badge>
    ) : (
      mayRecordPayments && (
        <span className="ms-auto flex flex-wrap justify-end gap-2">
          {payment.amountMinor > 0 && balanceMinor < 0 && (
            <Button onClick={() => setPaymentToRefund(payment)} size="small" variant="secondary">
              Refund
            </Button>
          )}
          {payment.provider === null && (
            <Button onClick={() => void reverse(payment)} size="small" variant="secondary">
              Reverse payment
            </Button>
          )}
        </span>
      )
    );
  const columns: Column<InvoicePayment>[] = [
    { id: "day", header: "Day", cell: (payment) => formatDay(payment.paidOn) },
    { id: "method", header: "Method", cell: methodOf },
    { id: "who", header: "Recorded by", cell: ({ recordedBy }) => recordedBy },
    {
      id: "amount",
      header: "Amount",
      numeric: true,
      cell: ({ amountMinor }) => formatMoney(amountMinor, currency),
    },
    {
      id: "acts",
      header: "Actions",
      numeric: true,
      className: "py-1",
      cell: renderActions,
    },
  ];
  return (
    <Section title="Payments">
      {mayRecordPayments && balanceMinor > 0 && (
        <div className="mb-4 max-w-3xl">
          <EntryForm form={form} submitLabel="Record payment" title="Record payment">
            <PaymentFields currency={currency} field={form.field} methods={invoiceMethods} />
          </EntryForm>
        </div>
      )}
      {!(mayRecordPayments && balanceMinor > 0) && (
        <FormFailure className="not-empty:mb-4" form={form} />
      )}
      <Table
        caption="Payments"
        card={(payment) => (
          <Card>
            <div className="flex items-start justify-between gap-3">
              <span className="font-medium">{methodOf(payment)}</span>
              <span className="shrink-0 tabular-nums">
                {formatMoney(payment.amountMinor, currency)}
              </span>
            </div>
            <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
              <span className="text-ink-muted text-sm">
                {formatDay(payment.paidOn)} · {payment.recordedBy}
              </span>
              {renderActions(payment)}
            </div>
          </Card>
        )}
        columns={columns}
        dense
        empty={
          <p className="text-ink-muted text-sm">No payments yet. Record the first one above.</p>
        }
        rowKey={({ id: key }) => key}
        rows={invoice.payments}
      />
      {paymentToRefund && (
        <RefundInvoiceDialog
          invoice={invoice}
          onClose={() => {
            setPaymentToRefund(null);
            void router.invalidate();
          }}
          payment={paymentToRefund}
        />
      )}
    </Section>
  );
}
