import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Invoice } from "../../src/invoices/contract";
import type { Api } from "../api";
import { AmountField, EntryForm, ReasonField } from "../office/entry-fields";
import { useStaffCall } from "../office/calls";
import { useSave } from "../office/use-save";
import { readMoney } from "../ui/amount";
import { MOST_ACCOUNT_MINOR } from "../../src/settings/amount-contract";
import { writeMoney } from "../../src/settings/money-rules";
import { formatMoney } from "../ui/money";
import { Section } from "../ui/section";
import { SelectField } from "../ui/select-field";

/** Gives back what one trip was billed too much. */
export function CreditForm({ api, invoice }: { api: Api; invoice: Invoice }) {
  const call = useStaffCall();
  const router = useRouter();
  const navigate = useNavigate();
  const saving = useSave();
  const { currency } = invoice;
  const lines = invoice.lines.filter((line) => line.amountMinor > line.creditedMinor);
  const [tripId, setTripId] = useState("");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");

  const choose = (id: string) => {
    setTripId(id);
    const line = lines.find((each) => each.reservationId === id);
    const tooMuch = line ? -line.openMinor : 0;
    // What the next invoice would give back, where it was corrected since.
    if (tooMuch > 0) setAmount(writeMoney(tooMuch, currency));
  };
  const issue = async () => {
    if (!tripId) return saving.refuse({ tripId: "Choose a trip." });
    const read = readMoney(amount, currency, "en", MOST_ACCOUNT_MINOR);
    if ("fault" in read) return saving.refuse({ amount: read.fault });
    if (read.value === 0) return saving.refuse({ amount: "Enter more than nothing." });
    if (!reason.trim()) return saving.refuse({ reason: "This field is required." });
    const done = await saving.save(
      () =>
        call(
          api.admin.invoices[":id"]["credit-notes"].$post({
            param: { id: invoice.id },
            json: { reason, lines: [{ reservationId: tripId, amountMinor: read.value }] },
          }),
        ),
      "Credit note issued",
    );
    if (!done) return;
    await router.invalidate();
    await navigate({ to: "/dispatch/dashboard/invoices/$id", params: { id: done.invoice.id } });
  };

  if (lines.length === 0) return null;
  return (
    <Section
      detail="An invoice is never changed: what was billed too much is given back by a credit note."
      title="Credit a trip"
    >
      <div className="max-w-3xl">
        <EntryForm
          busyLabel="Issuing..."
          onSubmit={issue}
          saving={saving}
          submitLabel="Issue the credit note"
          title="Credit a trip"
        >
          <SelectField
            dense
            error={saving.faults.tripId ?? null}
            label="Trip"
            name="tripId"
            onChange={({ target: { value } }) => choose(value)}
            value={tripId}
          >
            <option value="">Choose one</option>
            {lines.map((line) => (
              <option key={line.reservationId} value={line.reservationId}>
                {`${line.reservationNumber}, ${formatMoney(line.amountMinor - line.creditedMinor, currency)}`}
              </option>
            ))}
          </SelectField>
          <AmountField
            currency={currency}
            label="Amount to give back"
            name="amount"
            onValue={setAmount}
            saving={saving}
            value={amount}
          />
          <ReasonField
            hint="It stands on the credit note."
            onValue={setReason}
            saving={saving}
            value={reason}
          />
        </EntryForm>
      </div>
    </Section>
  );
}
