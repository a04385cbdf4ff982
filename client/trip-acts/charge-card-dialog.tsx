import type { SavedCard } from "../../src/reservations/prepaying/card-contract";
import type { Reservation } from "../../src/reservations/contract";
import { formatAmount } from "../../src/settings/money-rules";
import { FormDialog } from "../forms/form-dialog";
import { useOffice } from "../office/calls";
import { AmountField, amountFault, amountOf, ReasonField } from "../office/entry-fields";
import { useStaffForm } from "../office/use-staff-form";
import { paymentCardName } from "../ui/card-name";
import { Checkbox } from "../ui/checkbox";
import { formatMoney } from "../ui/money";
import { SelectField } from "../ui/select-field";

/**
 * Returns the value that the confirmation has for this amount and card. Another amount or card no longer matches it, so
 * it must be confirmed again.
 */
const confirmationKey = (...typed: string[]) => typed.join(" ");

/** Charges a saved card of a trip's rider. Staff confirm the exact amount and card. */
export function ChargeCardDialog({
  reservation: { id, version, dueMinor, currency },
  cards,
  onClose,
  onFailed,
}: {
  reservation: Pick<Reservation, "id" | "version" | "dueMinor" | "currency">;
  cards: readonly SavedCard[];
  onClose: () => void;
  /** Called when the charge failed for any reason, so that the payment link is loaded again. */
  onFailed: () => void;
}) {
  const { api, call } = useOffice();
  const path = api.admin.reservations[":id"]["card-charge"];
  const form = useStaffForm({
    initialValues: {
      cardId: cards[0]?.id ?? "",
      amountMinor: formatAmount(dueMinor, currency),
      reason: "",
      confirmed: "",
    },
    validate: ({ amountMinor, reason, confirmed, cardId }) => ({
      amountMinor: amountFault(amountMinor, currency),
      reason: !reason.trim() && "Give a short reason.",
      confirmed:
        confirmed !== confirmationKey(amountMinor, cardId) && "Confirm the amount and the card.",
    }),
    send: async ({ amountMinor, reason, cardId }) => {
      const json = { version, cardId, reason, amountMinor: amountOf(amountMinor, currency) };
      try {
        return await call(path.$post({ param: { id }, json }));
      } catch (error) {
        onFailed();
        throw error;
      }
    },
    successText: "Card charged",
    onSaved: onClose,
  });
  const { amountMinor, cardId, confirmed } = form.typed;
  const card = cards.find((one) => one.id === cardId);
  const amount = formatMoney(amountOf(amountMinor, currency), currency);
  return (
    <FormDialog
      busyLabel="Charging..."
      dense
      form={form}
      onClose={onClose}
      submitLabel="Charge card"
      title="Charge a saved card?"
    >
      <p className="text-ink-muted">
        {`You can charge up to ${formatMoney(dueMinor, currency)}, the amount due, without asking the rider. If the bank refuses, you can send a payment link instead.`}
      </p>
      <SelectField {...form.field("cardId")} label="Card">
        {cards.map((one) => (
          <option key={one.id} value={one.id}>
            {paymentCardName(one)}
            {one.hasExpired ? " (expired)" : ""}
          </option>
        ))}
      </SelectField>
      <AmountField {...form.field("amountMinor")} currency={currency} />
      <ReasonField {...form.field("reason")} hint="Only your team sees this." />
      <Checkbox
        checked={confirmed === confirmationKey(amountMinor, cardId)}
        error={form.fault("confirmed")}
        label={`Charge ${amount} to ${card ? paymentCardName(card) : "this card"}`}
        name="confirmed"
        onChange={({ target }) =>
          form.set({ confirmed: target.checked ? confirmationKey(amountMinor, cardId) : "" })
        }
      />
    </FormDialog>
  );
}
