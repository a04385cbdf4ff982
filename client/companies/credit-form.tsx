import { useNavigate, useRouter } from "@tanstack/react-router";
import type { Invoice } from "../../src/invoices/contract";
import { AmountField, amountFault, amountOf, EntryForm, ReasonField } from "../office/entry-fields";
import { useEntryForm } from "../office/use-staff-form";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../src/settings/amount-contract";
import { formatAmount } from "../../src/settings/money-rules";
import { formatMoney } from "../ui/money";
import { Section } from "../ui/section";
import { SelectField } from "../ui/select-field";
import { useOffice } from "../office/calls";

/** Credits an amount billed in error for one trip. */
export function CreditForm({ invoice }: { invoice: Invoice }) {
  const { api, call } = useOffice();
  const router = useRouter();
  const navigate = useNavigate();
  const { currency } = invoice;
  const lines = invoice.lines.filter((line) => line.amountMinor > line.creditedMinor);
  const form = useEntryForm({
    initialValues: { tripId: "", amount: "", reason: "" },
    validate: ({ tripId, amount, reason }) => ({
      tripId: !tripId && "Choose a trip.",
      amount: amountFault(amount, currency, MAX_BUSINESS_AMOUNT_MINOR),
      reason: !reason.trim() && "This field is required.",
    }),
    send: ({ tripId, amount, reason }, options) => {
      const amountMinor = amountOf(amount, currency, MAX_BUSINESS_AMOUNT_MINOR);
      return call(
        api.admin.invoices[":id"]["credit-notes"].$post(
          {
            param: { id: invoice.id },
            json: { reason, lines: [{ reservationId: tripId, amountMinor }] },
          },
          options,
        ),
      );
    },
    successText: "Credit note issued",
    onSaved: async (answer) => {
      await router.invalidate();
      await navigate({ to: "/dispatch/dashboard/invoices/$id", params: { id: answer.invoice.id } });
    },
  });
  const choose = (tripId: string) => {
    const suggestedMinor = -(lines.find((each) => each.reservationId === tripId)?.openMinor ?? 0);
    // Suggest the amount that the next invoice would credit, if the trip was corrected since.
    form.set({
      tripId,
      ...(suggestedMinor > 0 && { amount: formatAmount(suggestedMinor, currency) }),
    });
  };

  if (lines.length === 0) return null;
  return (
    <Section
      detail="Invoices can’t be changed. To return an amount that was billed in error, issue a credit note."
      title="Credit a trip"
    >
      <div className="max-w-3xl">
        <EntryForm
          busyLabel="Issuing..."
          form={form}
          submitLabel="Issue credit note"
          title="Credit a trip"
        >
          <SelectField
            {...form.field("tripId")}
            label="Trip"
            onChange={({ target: { value } }) => choose(value)}
          >
            <option value="">Choose one</option>
            {lines.map((line) => (
              <option key={line.reservationId} value={line.reservationId}>
                {`${line.reservationNumber}, ${formatMoney(line.amountMinor - line.creditedMinor, currency)}`}
              </option>
            ))}
          </SelectField>
          <AmountField {...form.field("amount")} currency={currency} label="Amount to credit" />
          <ReasonField {...form.field("reason")} hint="Printed on the credit note." />
        </EntryForm>
      </div>
    </Section>
  );
}
