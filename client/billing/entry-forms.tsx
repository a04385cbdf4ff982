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
import { useOffice } from "../office/calls";
import { useEntryForm } from "../office/use-staff-form";
import { formatAmount } from "../../src/settings/money-rules";
import { Checkbox } from "../ui/checkbox";
import { localDay } from "../ui/moment";
import { Section } from "../ui/section";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import {
  AmountField,
  amountFault,
  amountOf,
  EntryForm,
  PaymentFields,
  ReasonField,
} from "../office/entry-fields";

const methodOptions = (["mobile_money", "bank_transfer", "cash", "cheque", "other"] as const).map(
  (method) => [method, methodWords[method]] as const,
);
const adjustmentWords: Record<AdjustmentKind, string> = {
  bonus: "Bonus",
  damage: "Damage",
  fuel: "Fuel",
  correction: "Correction",
};
const adjustmentKinds: readonly AdjustmentKind[] = ["bonus", "damage", "fuel", "correction"];

interface FormProps {
  driverId: string;
  account: OpenAccount;
}

/** Returns the currencies of an account, and the operator's own. */
function currenciesOf(account: OpenAccount, settings: Settings): string[] {
  return [...new Set([...account.sums.map(({ currency }) => currency), settings.currency])];
}

/** Records money that was paid to the driver or by them. Suggests the amount that is owed now. */
export function PaymentForm({ driverId, account }: FormProps) {
  const { api, call, settings } = useOffice();
  const router = useRouter();
  const currencies = currenciesOf(account, settings);
  const owedInCurrency = (code: string) =>
    account.sums.find((sum) => sum.currency === code)?.closingMinor ?? 0;
  /** Returns the payment to suggest in a currency: the amount owed. */
  const suggestPayment = (currency: string) => ({
    currency,
    kind: (owedInCurrency(currency) < 0 ? "hand_in" : "payout") as PaymentKind,
    amountMinor:
      owedInCurrency(currency) === 0
        ? ""
        : formatAmount(Math.abs(owedInCurrency(currency)), currency),
  });
  const [initial] = useState(() => ({
    ...suggestPayment(currencies[0] ?? settings.currency),
    paidOn: localDay(new Date().toISOString(), settings.timeZone),
    method: "mobile_money" as PaymentMethod,
    reference: "",
    advance: false,
  }));
  const form = useEntryForm({
    initialValues: initial,
    validate: ({ amountMinor, currency, paidOn }) => ({
      amountMinor: amountFault(amountMinor, currency),
      paidOn: !paidOn && "Choose a day.",
    }),
    send: ({ amountMinor, ...typed }, options) => {
      const json = { ...typed, amountMinor: amountOf(amountMinor, typed.currency) };
      return call(
        api.admin.drivers[":id"].payments.$post({ param: { id: driverId }, json }, options),
      );
    },
    successText: "Payment recorded",
    onSaved: () => {
      form.set({ amountMinor: "", reference: "", advance: false });
      return router.invalidate();
    },
  });
  const { currency, kind } = form.typed;

  return (
    <Section title="Record payment">
      <EntryForm form={form} submitLabel="Record payment" title="Record payment">
        <SelectField {...form.field("kind")} className="sm:col-span-2" label="Direction">
          <option value="payout">We pay the driver</option>
          <option value="hand_in">The driver pays us</option>
        </SelectField>
        {currencies.length > 1 && (
          <CurrencyField
            currencies={currencies}
            onChange={(chosen) => form.set(suggestPayment(chosen))}
            value={currency}
          />
        )}
        <PaymentFields currency={currency} field={form.field} methods={methodOptions} />
        {kind === "payout" && (
          <div className="sm:col-span-2">
            <Checkbox
              {...form.checkbox("advance")}
              label="This is an advance (more than we owe the driver now)"
            />
          </div>
        )}
      </EntryForm>
    </Section>
  );
}

/** Increases or reduces the amount owed, with a reason that the driver reads. */
export function AdjustmentForm({ driverId, account }: FormProps) {
  const { api, call, settings } = useOffice();
  const router = useRouter();
  const currencies = currenciesOf(account, settings);
  const form = useEntryForm({
    initialValues: {
      currency: currencies[0] ?? settings.currency,
      kind: "bonus" as AdjustmentKind,
      side: "for" as "for" | "against",
      amountMinor: "",
      reason: "",
      tripNumber: "",
    },
    requiredFields: ["reason"],
    validate: ({ amountMinor, currency, tripNumber }) => ({
      amountMinor: amountFault(amountMinor, currency),
      tripNumber: !/^ *\d{0,9} *$/.test(tripNumber) && "Enter a trip number, like 1042.",
    }),
    send: ({ side, amountMinor, tripNumber, ...typed }, options) => {
      const amount = amountOf(amountMinor, typed.currency);
      const json = {
        ...typed,
        amountMinor: side === "for" ? amount : -amount,
        tripNumber: tripNumber.trim() ? Number(tripNumber) : null,
      };
      return call(
        api.admin.drivers[":id"].adjustments.$post({ param: { id: driverId }, json }, options),
      );
    },
    successText: "Adjustment added",
    onSaved: () => {
      form.set({ amountMinor: "", reason: "", tripNumber: "" });
      return router.invalidate();
    },
  });
  const { currency } = form.typed;
  const choose = (kind: AdjustmentKind) =>
    form.set({ kind, side: kind === "damage" ? "against" : "for" });

  return (
    <Section title="Add adjustment">
      <EntryForm form={form} submitLabel="Add adjustment" title="Add adjustment">
        <SelectField
          {...form.field("kind")}
          label="Kind"
          onChange={({ target: { value } }) =>
            choose(adjustmentKinds.find((name) => name === value) ?? "correction")
          }
        >
          {adjustmentKinds.map((name) => (
            <option key={name} value={name}>
              {adjustmentWords[name]}
            </option>
          ))}
        </SelectField>
        <SelectField {...form.field("side")} label="In favour of">
          <option value="for">Driver</option>
          <option value="against">Company</option>
        </SelectField>
        {currencies.length > 1 && (
          <CurrencyField
            currencies={currencies}
            onChange={(chosen) => form.set({ currency: chosen })}
            value={currency}
          />
        )}
        <AmountField {...form.field("amountMinor")} currency={currency} />
        <TextField
          {...form.field("tripNumber")}
          autoComplete="off"
          inputMode="numeric"
          label="Trip number"
          maxLength={9}
          optional
        />
        <ReasonField
          {...form.field("reason")}
          hint="The driver will read this reason, and nobody can delete it. Don’t name a rider."
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
