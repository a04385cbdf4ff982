import type { Invoice, InvoicePayment } from "../../src/invoices/contract";
import { canRefundOnline } from "../../src/payments/rules";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../src/settings/amount-contract";
import { formatAmount } from "../../src/settings/money-rules";
import { FormDialog } from "../forms/form-dialog";
import { AmountField, amountFault, amountOf, ReasonField } from "../office/entry-fields";
import { useOffice } from "../office/calls";
import { useEntryForm } from "../office/use-staff-form";

/** Refunds the overpaid amount of an invoice through one of its payments. */
export function RefundInvoiceDialog({
  invoice: { id, balanceMinor, currency },
  payment: { id: paymentId, amountMinor, provider },
  onClose,
}: {
  invoice: Invoice;
  payment: InvoicePayment;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const isManualRefund = !canRefundOnline(provider);
  const path = api.admin.invoices[":id"].payments[":paymentId"].refund;
  const form = useEntryForm({
    initialValues: {
      amountMinor: formatAmount(Math.min(amountMinor, -balanceMinor), currency),
      reason: "",
    },
    validate: ({ amountMinor: typed, reason }) => ({
      amountMinor: amountFault(typed, currency, MAX_BUSINESS_AMOUNT_MINOR),
      reason: !reason.trim() && "Give a short reason.",
    }),
    send: ({ amountMinor: typed, reason }, options) =>
      call(
        path.$post(
          {
            param: { id, paymentId },
            json: { amountMinor: amountOf(typed, currency, MAX_BUSINESS_AMOUNT_MINOR), reason },
          },
          options,
        ),
      ),
    successText: isManualRefund ? "Refund recorded" : "Refund sent to the provider",
    onSaved: onClose,
  });
  return (
    <FormDialog
      busyLabel="Refunding..."
      dense
      form={form}
      onClose={onClose}
      submitLabel="Refund"
      title="Refund this payment?"
    >
      <p className="text-ink-muted">
        {isManualRefund
          ? "Pay the money back first. Livery only records the refund."
          : "The money goes back to the card or account that paid."}{" "}
        To refund more than the overpayment, first issue a credit note.
      </p>
      <AmountField {...form.field("amountMinor")} currency={currency} />
      <ReasonField {...form.field("reason")} hint="Only your team sees this." />
    </FormDialog>
  );
}
