import type { ReactNode } from "react";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import type { FormState } from "../forms/use-form";
import { readMoney } from "../ui/amount";
import { SelectField } from "../ui/select-field";
import { DateField, TextField } from "../ui/text-field";

/** A form field as `form.field` returns it. */
export interface FieldBinding {
  name: string;
  dense: boolean;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/** A form that adds an entry to an account or invoice: fields in two columns, then its button. */
export function EntryForm({
  title,
  form,
  submitLabel,
  busyLabel = "Saving...",
  children,
}: {
  title: string;
  form: FormState;
  submitLabel: string;
  busyLabel?: string;
  children: ReactNode;
}) {
  return (
    <Form aria-label={title} className="grid items-start gap-3 sm:grid-cols-2" form={form}>
      {children}
      <FormFailure className="empty:hidden sm:col-span-2" form={form} />
      <div>
        <SubmitButton busyLabel={busyLabel} form={form} size="small">
          {submitLabel}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** Returns the error text for an amount that must be above zero. */
export function amountFault(typed: string, currency: string, max?: number): string | undefined {
  const read = readMoney(typed, currency, "en", max);
  if ("fault" in read) return read.fault;
  return read.value === 0 ? "Enter an amount above zero." : undefined;
}

/** Returns the amount in minor units. Call it only when `amountFault` found no error. */
export function amountOf(typed: string, currency: string, max?: number): number {
  const read = readMoney(typed, currency, "en", max);
  return "value" in read ? read.value : 0;
}

/** An amount field, in major units of the currency. */
export function AmountField({
  label = "Amount",
  currency,
  ...field
}: FieldBinding & { label?: string; currency: string }) {
  return (
    <TextField {...field} inputMode="decimal" label={`${label} (${currency})`} maxLength={20} />
  );
}

/** A reason field. The hint says who reads the reason. */
export function ReasonField(field: FieldBinding & { hint: string }) {
  return (
    <TextField
      {...field}
      autoComplete="off"
      // Spans the form's columns, and adds none to a form with one column.
      className="col-span-full"
      label="Reason"
      maxLength={200}
    />
  );
}

/** Fields for a payment: amount, day, method and bank reference. */
export function PaymentFields({
  field,
  currency,
  methods,
}: {
  field: (name: "amountMinor" | "paidOn" | "method" | "reference") => FieldBinding;
  currency: string;
  /** The payment methods to choose from, in this order. */
  methods: readonly (readonly [method: string, words: string])[];
}) {
  return (
    <>
      <AmountField {...field("amountMinor")} currency={currency} />
      <DateField {...field("paidOn")} label="Paid on" />
      <SelectField {...field("method")} label="Method">
        {methods.map(([method, words]) => (
          <option key={method} value={method}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField
        {...field("reference")}
        autoComplete="off"
        label="Payment reference"
        maxLength={80}
        optional
      />
    </>
  );
}
