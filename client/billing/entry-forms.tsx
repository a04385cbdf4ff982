import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type {
  AdjustmentKind,
  OpenAccount,
  PaymentKind,
  PaymentMethod,
} from "../../src/payouts/contract";
import { methodWords } from "../../src/payouts/words";
import type { Settings } from "../../src/settings/contract";
import type { Api } from "../api";
import { useStaffCall } from "../office/calls";
import { useSave } from "../office/use-save";
import { readMoney } from "../ui/amount";
import { writeMoney } from "../../src/settings/money-rules";
import { Checkbox } from "../ui/checkbox";
import { localDay } from "../ui/moment";
import { Section } from "../ui/section";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import {
  AmountField,
  EntryForm,
  PaymentFields,
  ReasonField,
  type TypedPayment,
} from "../office/entry-fields";

const methods = (["mobile_money", "bank_transfer", "cash", "cheque", "other"] as const).map(
  (method) => [method, methodWords[method]] as const,
);
const adjustments: Record<AdjustmentKind, string> = {
  bonus: "Bonus",
  damage: "Damage",
  fuel: "Fuel",
  correction: "Correction",
};
const adjustmentKinds: readonly AdjustmentKind[] = ["bonus", "damage", "fuel", "correction"];

interface FormProps {
  api: Api;
  driverId: string;
  account: OpenAccount;
  settings: Settings;
}

/** The currencies that an account has, and the operator's own. */
function currenciesOf({ account, settings }: Pick<FormProps, "account" | "settings">): string[] {
  return [...new Set([...account.sums.map(({ currency }) => currency), settings.currency])];
}

/** Notes money that went to the driver or came from them; offers what is owed by now. */
export function PaymentForm({ api, driverId, account, settings }: FormProps) {
  const call = useStaffCall();
  const router = useRouter();
  const saving = useSave();
  const currencies = currenciesOf({ account, settings });
  const [currency, setCurrency] = useState(currencies[0] ?? settings.currency);
  const owed = (of: string) => account.sums.find((sum) => sum.currency === of)?.closingMinor ?? 0;
  const [kind, setKind] = useState<PaymentKind>(owed(currency) < 0 ? "hand_in" : "payout");
  const offered = (of: string) => (owed(of) === 0 ? "" : writeMoney(Math.abs(owed(of)), of));
  const [typed, setTyped] = useState<TypedPayment<PaymentMethod>>(() => ({
    amount: offered(currency),
    paidOn: localDay(new Date().toISOString(), settings.timeZone),
    method: "mobile_money",
    reference: "",
  }));
  const change = (to: Partial<typeof typed>) => setTyped((old) => ({ ...old, ...to }));
  const [advance, setAdvance] = useState(false);

  const record = async () => {
    const { amount, ...rest } = typed;
    const read = readMoney(amount, currency);
    if ("fault" in read) return saving.refuse({ amountMinor: read.fault });
    if (read.value === 0) return saving.refuse({ amountMinor: "Enter more than nothing." });
    if (!rest.paidOn) return saving.refuse({ paidOn: "Choose the day." });
    const json = { kind, currency, amountMinor: read.value, ...rest, advance };
    const done = await saving.save(
      () => call(api.admin.drivers[":id"].payments.$post({ param: { id: driverId }, json })),
      "Payment noted",
    );
    if (!done) return;
    change({ amount: "", reference: "" });
    setAdvance(false);
    await router.invalidate();
  };

  return (
    <Section title="Note a payment">
      <EntryForm
        onSubmit={record}
        saving={saving}
        submitLabel="Note the payment"
        title="Note a payment"
      >
        <SelectField
          className="sm:col-span-2"
          dense
          label="Direction"
          name="kind"
          onChange={({ target: { value } }) => setKind(value === "hand_in" ? "hand_in" : "payout")}
          value={kind}
        >
          <option value="payout">We pay the driver</option>
          <option value="hand_in">The driver hands in</option>
        </SelectField>
        {currencies.length > 1 && (
          <CurrencyField
            currencies={currencies}
            onChange={(chosen) => {
              setCurrency(chosen);
              setKind(owed(chosen) < 0 ? "hand_in" : "payout");
              change({ amount: offered(chosen) });
            }}
            value={currency}
          />
        )}
        <PaymentFields
          currency={currency}
          methods={methods}
          onChange={change}
          saving={saving}
          typed={typed}
        />
        {kind === "payout" && (
          <div className="sm:col-span-2">
            <Checkbox
              checked={advance}
              label="An advance: more than is owed by now"
              name="advance"
              onChange={({ target: { checked } }) => setAdvance(checked)}
            />
          </div>
        )}
      </EntryForm>
    </Section>
  );
}

/** Adds to what is owed, or takes from it, with a reason that the driver reads. */
export function AdjustmentForm({ api, driverId, account, settings }: FormProps) {
  const call = useStaffCall();
  const router = useRouter();
  const saving = useSave();
  const currencies = currenciesOf({ account, settings });
  const [currency, setCurrency] = useState(currencies[0] ?? settings.currency);
  const [kind, setKind] = useState<AdjustmentKind>("bonus");
  const [side, setSide] = useState<"for" | "against">("for");
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [trip, setTrip] = useState("");

  const choose = (chosen: AdjustmentKind) => {
    setKind(chosen);
    setSide(chosen === "damage" ? "against" : "for");
  };
  const add = async () => {
    const read = readMoney(amount, currency);
    if ("fault" in read) return saving.refuse({ amountMinor: read.fault });
    if (read.value === 0) return saving.refuse({ amountMinor: "Enter more than nothing." });
    if (!reason.trim()) return saving.refuse({ reason: "This field is required." });
    if (!/^\d{0,9}$/.test(trip.trim()))
      return saving.refuse({ tripNumber: "Enter the number of a trip, like 1042." });
    const json = {
      kind,
      currency,
      amountMinor: side === "for" ? read.value : -read.value,
      reason,
      tripNumber: trip.trim() ? Number(trip) : null,
    };
    const done = await saving.save(
      () => call(api.admin.drivers[":id"].adjustments.$post({ param: { id: driverId }, json })),
      "Adjustment added",
    );
    if (!done) return;
    setAmount("");
    setReason("");
    setTrip("");
    await router.invalidate();
  };

  return (
    <Section title="Add an adjustment">
      <EntryForm
        onSubmit={add}
        saving={saving}
        submitLabel="Add the adjustment"
        title="Add an adjustment"
      >
        <SelectField
          dense
          label="Kind"
          name="kind"
          onChange={({ target: { value } }) =>
            choose(adjustmentKinds.find((name) => name === value) ?? "correction")
          }
          value={kind}
        >
          {adjustmentKinds.map((name) => (
            <option key={name} value={name}>
              {adjustments[name]}
            </option>
          ))}
        </SelectField>
        <SelectField
          dense
          label="For whom"
          name="side"
          onChange={({ target: { value } }) => setSide(value === "for" ? "for" : "against")}
          value={side}
        >
          <option value="for">For the driver</option>
          <option value="against">Against the driver</option>
        </SelectField>
        {currencies.length > 1 && (
          <CurrencyField currencies={currencies} onChange={setCurrency} value={currency} />
        )}
        <AmountField currency={currency} onValue={setAmount} saving={saving} value={amount} />
        <TextField
          autoComplete="off"
          dense
          error={saving.faults.tripNumber ?? null}
          inputMode="numeric"
          label="Number of the trip"
          maxLength={9}
          name="tripNumber"
          onChange={({ target: { value } }) => setTrip(value)}
          optional
          value={trip}
        />
        <ReasonField
          hint="The driver reads it, and it stays. Name no rider."
          onValue={setReason}
          saving={saving}
          value={reason}
        />
      </EntryForm>
    </Section>
  );
}

function CurrencyField({
  currencies,
  value,
  onChange,
}: {
  currencies: readonly string[];
  value: string;
  onChange: (currency: string) => void;
}) {
  return (
    <SelectField
      dense
      label="Currency"
      name="currency"
      onChange={({ target }) => onChange(target.value)}
      value={value}
    >
      {currencies.map((code) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
    </SelectField>
  );
}
