import { Plus, Trash2 } from "lucide-react";
import { useCallback, useState } from "react";
import type { TripQuotesAnswer } from "../../src/quotes/contract";
import { MAX_VEHICLES } from "../../src/reservations/quotes/quote-contract";
import { combinedName } from "../../src/reservations/vehicles/combination-rules";
import { totalOf } from "../../src/quotes/rules";
import { formatAmount } from "../../src/settings/money-rules";
import { FormDialog } from "../forms/form-dialog";
import { useOffice } from "../office/calls";
import { useQuery } from "../office/use-query";
import { useStaffForm } from "../office/use-staff-form";
import { readMoney } from "../ui/amount";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { ErrorState } from "../ui/error-state";
import { FieldError } from "../ui/field";
import { IconButton } from "../ui/icon-button";
import { formatMoney } from "../ui/money";
import { SelectField } from "../ui/select-field";
import { Skeleton } from "../ui/skeleton";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import type { ActDialogProps } from "./act-props";
import { mayAct } from "./allowed-acts";
import { useSeenVersion } from "./use-seen-version";

/** Writes the quote of a request, or its next version, and sends it to the customer. */
export default function QuoteDialog(props: ActDialogProps) {
  const { api, call } = useOffice();
  const { id, number } = props.row;
  const ask = useCallback(
    () => call(api.admin.reservations[":id"].quote.$get({ param: { id } })),
    [api, call, id],
  );
  const { answer: quotesAnswer, failure, load } = useQuery(ask);
  if (quotesAnswer) return <QuoteEditor {...props} quotesAnswer={quotesAnswer} />;
  return (
    <Dialog onClose={props.onClose} open title={`Quote for request ${number}`} wide>
      {failure === null ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <ErrorState message={failure} onRetry={() => void load()} />
      )}
    </Dialog>
  );
}

interface TypedQuoteItem {
  key: number;
  text: string;
  quantity: string;
  unit: string;
}

/** The choices of how long a quote is valid, in hours. */
const validityChoices = [
  [24, "1 day"],
  [48, "2 days"],
  [72, "3 days"],
  [168, "1 week"],
  [336, "2 weeks"],
  [720, "30 days"],
] as const;

function QuoteEditor({
  row,
  act,
  onClose,
  quotesAnswer: { quotes, listMinor, terms, classes, proposed },
}: Omit<ActDialogProps, "name"> & { quotesAnswer: TripQuotesAnswer }) {
  const { api, settings } = useOffice();
  const { seen, run } = useSeenVersion(row, act);
  const { id, number } = seen;
  const { currency } = settings;
  const [last] = quotes;
  const [initial] = useState(() => ({
    items: last?.items.map(({ text, quantity, unitMinor }, key) => ({
      key,
      text,
      quantity: String(quantity),
      unit: formatAmount(unitMinor, currency),
    })) ?? [
      {
        key: 0,
        text: combinedName(proposed.map((id) => classes.find((one) => one.id === id)?.name ?? "")),
        quantity: "1",
        unit: listMinor === null ? "" : formatAmount(listMinor, currency),
      },
    ],
    text: last?.text ?? "",
    terms,
    validHours: "72",
    vehicles: proposed,
  }));
  const form = useStaffForm({
    initialValues: initial,
    requiredFields: ["terms"],
    validate: ({ items }) =>
      Object.fromEntries(
        items.flatMap(({ text, quantity, unit }, at) => {
          const read = readMoney(unit, currency);
          return [
            [`items.${at}.text`, !text.trim() && "Enter what this price is for."],
            [
              `items.${at}.quantity`,
              !/^[1-9]\d?$/.test(quantity.trim()) && "Enter a number from 1 to 99.",
            ],
            [`items.${at}.unitMinor`, "fault" in read && `${read.fault}.`],
          ];
        }),
      ),
    send: ({ items, text, terms: typedTerms, validHours, vehicles }) =>
      run(
        (version) =>
          api.admin.reservations[":id"].quote.$post({
            param: { id },
            json: {
              version,
              items: toQuoteItems(items, currency),
              // A single vehicle of the requested class is the default, so it is left out.
              vehicles: vehicles.join() === row.vehicleClass.id ? [] : vehicles,
              text,
              terms: typedTerms,
              validHours: Number(validHours),
            },
          }),
        `Quote for request ${number} sent`,
      ),
    onSaved: onClose,
  });
  const { items } = form.typed;
  const change = (key: number, to: Partial<TypedQuoteItem>) =>
    form.set({ items: items.map((item) => (item.key === key ? { ...item, ...to } : item)) });
  const nextKey = Math.max(...items.map(({ key }) => key)) + 1;
  return (
    <FormDialog
      busyLabel="Sending..."
      dense
      form={form}
      blockedReason={
        mayAct("quote", seen.state) ? null : "This reservation is no longer a request."
      }
      onClose={onClose}
      submitLabel={last ? "Send new version" : "Send quote"}
      title={`Quote for request ${number}`}
      wide
    >
      <p className="text-ink-muted">
        The customer gets a link to accept the price, decline it or ask a question.
        {last?.state === "open" && " The customer’s current link will stop working."}
        {listMinor !== null && ` The price list says ${formatMoney(listMinor, currency)}.`}
      </p>
      <Vehicles
        classes={classes}
        fault={form.fault("vehicles")}
        onVehiclesChange={(vehicles) => form.set({ vehicles })}
        vehicles={form.typed.vehicles}
      />
      <fieldset className="grid gap-3">
        <legend className="sr-only">Price</legend>
        {items.map((item, at) => (
          <div
            className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_5.5rem_9rem_auto]"
            key={item.key}
          >
            <TextField
              className="max-sm:col-span-3"
              dense
              error={form.fault(`items.${at}.text`)}
              label="Description"
              maxLength={120}
              name={`items.${at}.text`}
              onChange={({ target }) => change(item.key, { text: target.value })}
              value={item.text}
            />
            <TextField
              dense
              error={form.fault(`items.${at}.quantity`)}
              inputMode="numeric"
              label="Quantity"
              name={`items.${at}.quantity`}
              onChange={({ target }) => change(item.key, { quantity: target.value })}
              value={item.quantity}
            />
            <TextField
              autoComplete="off"
              dense
              error={form.fault(`items.${at}.unitMinor`)}
              inputMode="decimal"
              label={`Price each, in ${currency}`}
              name={`items.${at}.unitMinor`}
              onChange={({ target }) => change(item.key, { unit: target.value })}
              value={item.unit}
            />
            {items.length > 1 && (
              <IconButton
                className="mt-5"
                dense
                icon={<Trash2 aria-hidden="true" size={16} />}
                label={`Remove line ${at + 1}`}
                onClick={() => form.set({ items: items.filter(({ key }) => key !== item.key) })}
              />
            )}
          </div>
        ))}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button
            disabled={items.length >= 20}
            icon={<Plus aria-hidden="true" size={16} />}
            onClick={() =>
              form.set({ items: [...items, { key: nextKey, text: "", quantity: "1", unit: "" }] })
            }
            size="small"
            variant="secondary"
          >
            Add line
          </Button>
          <p className="font-semibold tabular-nums">
            Total {formatMoney(totalOf(toQuoteItems(items, currency)), currency)}
          </p>
        </div>
        {form.fault("items") && (
          <p className="text-danger-ink text-sm" role="alert">
            {form.fault("items")}
          </p>
        )}
      </fieldset>
      <TextArea
        {...form.field("text")}
        label="Message to the customer"
        maxLength={2_000}
        optional
        rows={3}
      />
      <TextArea
        {...form.field("terms")}
        hint="The customer must accept these terms. We keep them with the reservation."
        label="Terms"
        maxLength={5_000}
        rows={4}
      />
      <SelectField
        {...form.field("validHours")}
        hint="The offer ends at the pickup time at the latest."
        label="Valid for"
      >
        {validityChoices.map(([hours, words]) => (
          <option key={hours} value={hours}>
            {words}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

/** The vehicles of the quote, each with its class. */
function Vehicles({
  vehicles,
  classes,
  fault,
  onVehiclesChange,
}: Pick<TripQuotesAnswer, "classes"> & {
  vehicles: readonly string[];
  fault: string | undefined;
  onVehiclesChange: (vehicles: string[]) => void;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Vehicles</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {vehicles.map((id, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: vehicles of a class are told apart by their place alone
          <div className="flex items-end gap-2" key={`${at} of ${vehicles.length}`}>
            <SelectField
              className="min-w-0 flex-1"
              dense
              label={vehicles.length > 1 ? `Vehicle ${at + 1}` : "Vehicle"}
              name={`vehicles.${at}`}
              onChange={({ target }) => onVehiclesChange(vehicles.with(at, target.value))}
              value={id}
            >
              {classes.map((one) => (
                <option key={one.id} value={one.id}>
                  {`${one.name}, ${one.passengers} seats`}
                </option>
              ))}
            </SelectField>
            {vehicles.length > 1 && (
              <IconButton
                dense
                icon={<Trash2 aria-hidden="true" size={16} />}
                label={`Remove vehicle ${at + 1}`}
                onClick={() => onVehiclesChange(vehicles.toSpliced(at, 1))}
              />
            )}
          </div>
        ))}
      </div>
      <Button
        className="w-fit"
        disabled={vehicles.length >= MAX_VEHICLES}
        icon={<Plus aria-hidden="true" size={16} />}
        onClick={() => onVehiclesChange([...vehicles, vehicles.at(-1) ?? classes[0]?.id ?? ""])}
        size="small"
        variant="secondary"
      >
        Add vehicle
      </Button>
      <FieldError id={undefined}>{fault}</FieldError>
    </fieldset>
  );
}

/** Returns the lines in the server's form. An invalid amount counts as 0. */
function toQuoteItems(items: readonly TypedQuoteItem[], currency: string) {
  return items.map(({ text, quantity, unit }) => {
    const parsedUnit = readMoney(unit, currency);
    return {
      text: text.trim(),
      quantity: Number.parseInt(quantity, 10) || 1,
      unitMinor: "value" in parsedUnit ? parsedUnit.value : 0,
    };
  });
}
