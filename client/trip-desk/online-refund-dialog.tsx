import type { Payment } from "../../src/payments/contract";
import { formatAmount } from "../../src/settings/money-rules";
import { FormDialog } from "../forms/form-dialog";
import { useOffice } from "../office/calls";
import { AmountField, amountFault, amountOf, ReasonField } from "../office/entry-fields";
import { useEntryForm } from "../office/use-staff-form";
import { Checkbox } from "../ui/checkbox";

/** Refunds all or part of a payment through the provider that took it. */
export function OnlineRefundDialog({
  id,
  version,
  payment: { id: paymentId, amountMinor, currency },
  onClose,
}: {
  /** Of the trip. */
  id: string;
  version: number;
  payment: Payment;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const path = api.admin.reservations[":id"].payments[":paymentId"].refund;
  const form = useEntryForm({
    initialValues: {
      amountMinor: formatAmount(amountMinor, currency),
      reason: "",
      lowersPay: false,
    },
    validate: ({ amountMinor: typed, reason }) => ({
      amountMinor: amountFault(typed, currency),
      reason: !reason.trim() && "Give a short reason.",
    }),
    send: ({ amountMinor: typed, reason, lowersPay }, options) =>
      call(
        path.$post(
          {
            param: { id, paymentId },
            json: { version, amountMinor: amountOf(typed, currency), reason, lowersPay },
          },
          options,
        ),
      ),
    successText: "Refund sent to the provider",
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
        The money goes back the way it was paid. If you refund more than was overpaid, the price and
        its tax are lowered too.
      </p>
      <AmountField {...form.field("amountMinor")} currency={currency} />
      <ReasonField {...form.field("reason")} hint="Only your team sees this." />
      <Checkbox {...form.checkbox("lowersPay")} label="Lower the driver’s pay as well" />
    </FormDialog>
  );
}
