import type { FormEvent, ReactNode } from "react";
import type { useSave } from "./use-save";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { DateField, TextField } from "../ui/text-field";

type Saving = ReturnType<typeof useSave>;

/** A form that adds an entry to an account or an invoice: its fields in two columns, then its button. */
export function EntryForm({
  title,
  saving,
  onSubmit,
  submitLabel,
  busyLabel = "Saving...",
  failure = saving.failure,
  children,
}: {
  title: string;
  saving: Saving;
  onSubmit: () => Promise<void>;
  submitLabel: string;
  busyLabel?: string;
  /** Null where the page says elsewhere what failed. */
  failure?: string | null;
  children: ReactNode;
}) {
  return (
    <form
      method="post"
      aria-label={title}
      className="grid items-start gap-3 sm:grid-cols-2"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void onSubmit();
      }}
      ref={saving.ref}
    >
      {children}
      <div className="empty:hidden sm:col-span-2" role="alert">
        {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      </div>
      <div>
        <Button busy={saving.busy} busyLabel={busyLabel} size="small" type="submit">
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** How much, in major units of the currency. */
export function AmountField({
  saving,
  label = "Amount",
  currency,
  name = "amountMinor",
  value,
  onValue,
}: {
  saving: Saving;
  label?: string;
  currency: string;
  name?: string;
  value: string;
  onValue: (typed: string) => void;
}) {
  return (
    <TextField
      dense
      error={saving.faults[name] ?? null}
      inputMode="decimal"
      label={`${label} (${currency})`}
      maxLength={20}
      name={name}
      onChange={({ target }) => onValue(target.value)}
      value={value}
    />
  );
}

/** Why an entry is made; who reads it is the hint. */
export function ReasonField({
  saving,
  hint,
  value,
  onValue,
}: {
  saving: Saving;
  hint: string;
  value: string;
  onValue: (typed: string) => void;
}) {
  return (
    <TextField
      autoComplete="off"
      className="sm:col-span-2"
      dense
      error={saving.faults.reason ?? null}
      hint={hint}
      label="Reason"
      maxLength={200}
      name="reason"
      onChange={({ target }) => onValue(target.value)}
      value={value}
    />
  );
}

/** A payment as it is typed. */
export interface TypedPayment<Method> {
  amount: string;
  /** Local day of the operator. */
  paidOn: string;
  method: Method;
  reference: string;
}

/** How much was paid, when, by what, and what the bank calls it. */
export function PaymentFields<Method extends string>({
  saving,
  currency,
  methods,
  typed,
  onChange,
}: {
  saving: Saving;
  currency: string;
  /** What the payer may choose from, in this order. */
  methods: readonly (readonly [method: Method, words: string])[];
  typed: TypedPayment<Method>;
  onChange: (change: Partial<TypedPayment<Method>>) => void;
}) {
  return (
    <>
      <AmountField
        currency={currency}
        onValue={(amount) => onChange({ amount })}
        saving={saving}
        value={typed.amount}
      />
      <DateField
        dense
        error={saving.faults.paidOn ?? null}
        label="Paid on"
        name="paidOn"
        onChange={({ target }) => onChange({ paidOn: target.value })}
        value={typed.paidOn}
      />
      <SelectField
        dense
        label="By"
        name="method"
        onChange={({ target }) => {
          const chosen = methods.find(([method]) => method === target.value);
          if (chosen) onChange({ method: chosen[0] });
        }}
        value={typed.method}
      >
        {methods.map(([method, words]) => (
          <option key={method} value={method}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField
        autoComplete="off"
        dense
        error={saving.faults.reference ?? null}
        label="Reference of the payment"
        maxLength={80}
        name="reference"
        onChange={({ target }) => onChange({ reference: target.value })}
        optional
        value={typed.reference}
      />
    </>
  );
}
