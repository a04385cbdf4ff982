import { useCallback } from "react";
import type { ManualMethod, TripMoney } from "../../src/payments/contract";
import { methodWords } from "../../src/payments/words";
import type { Reservation } from "../../src/reservations/contract";
import { isOver } from "../../src/reservations/rules";
import { formatAmount } from "../../src/settings/money-rules";
import { FormDialog } from "../forms/form-dialog";
import { useOffice } from "../office/calls";
import { amountFault, amountOf, PaymentFields, ReasonField } from "../office/entry-fields";
import { useQuery } from "../office/use-query";
import { useEntryForm } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog } from "../ui/dialog";
import { localDay } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { Skeleton } from "../ui/skeleton";
import type { Act } from "./use-act";
import { useSeenVersion } from "./use-seen-version";

export type MoneyAct = "record" | "refund" | "waive";

interface MoneyDialogProps {
  name: MoneyAct;
  row: Pick<Reservation, "id" | "number" | "version" | "state"> & { driver: object | null };
  act: Act;
  onClose: () => void;
}

/** Records a payment, refunds money or waives the amount due, once the amounts are loaded. */
export default function MoneyDialog(props: MoneyDialogProps) {
  const { api, call } = useOffice();
  const { id, number } = props.row;
  const ask = useCallback(
    () => call(api.admin.reservations[":id"].payments.$get({ param: { id } })),
    [api, call, id],
  );
  const { answer, failure } = useQuery(ask);
  if (answer) return <MoneyForm {...props} money={answer.money} />;
  return (
    <Dialog
      actions={
        <Button onClick={props.onClose} size="small" variant="secondary">
          Go back
        </Button>
      }
      onClose={props.onClose}
      open
      title={`Payments of reservation ${number}`}
    >
      {failure ? (
        <NoticeBanner tone="danger">{failure}</NoticeBanner>
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  );
}

const methods: readonly (readonly [ManualMethod, string])[] = (
  ["cash", "card_terminal", "mobile_money", "bank_transfer", "cheque", "voucher", "other"] as const
).map((method) => [method, methodWords[method]]);

const words = {
  record: {
    title: (trip: number) => `Record a payment for reservation ${trip}`,
    submit: "Record payment",
    busy: "Recording...",
  },
  refund: {
    title: (trip: number) => `Refund reservation ${trip}`,
    submit: "Refund",
    busy: "Refunding...",
  },
  waive: {
    title: (trip: number) => `Waive the amount due for reservation ${trip}`,
    submit: "Waive",
    busy: "Waiving...",
  },
};

function MoneyForm({ name, row, act, onClose, money }: MoneyDialogProps & { money: TripMoney }) {
  const { api, timeZone } = useOffice();
  // The version at which the amounts were loaded, because the typed values are based on it.
  const { seen, run } = useSeenVersion({ ...row, version: money.version }, act);
  const { currency, dueMinor, paidMinor } = money;
  const { id, number, state } = seen;
  const defaultMinor = name === "refund" ? Math.max(0, -dueMinor) || paidMinor : dueMinor;
  const canDriverHold = seen.driver !== null && isOver(state);
  const form = useEntryForm({
    initialValues: {
      amountMinor: formatAmount(Math.max(0, defaultMinor), currency),
      paidOn: localDay(new Date().toISOString(), timeZone),
      method: "cash",
      reference: "",
      reason: "",
      heldBy: "office",
      lowersPay: false,
      settle: state === "completed",
    },
    validate: ({ amountMinor, paidOn, reason }) => ({
      ...(name !== "waive" && {
        amountMinor: amountFault(amountMinor, currency),
        paidOn: !paidOn && "Choose the day.",
      }),
      ...(name !== "record" && { reason: !reason.trim() && "Give a short reason." }),
    }),
    send: async ({ amountMinor, method, heldBy, settle, lowersPay, reason, ...typed }, options) => {
      const path = api.admin.reservations[":id"];
      const param = { id };
      const entry = {
        ...typed,
        // The field's options are the manual methods.
        method: method as ManualMethod,
        amountMinor: amountOf(amountMinor, currency),
        heldBy: heldBy === "driver" ? ("driver" as const) : ("office" as const),
      };
      const work = {
        record: (version: number) =>
          path.payments.$post({ param, json: { version, ...entry } }, options),
        refund: (version: number) =>
          path.refunds.$post({ param, json: { version, ...entry, reason, lowersPay } }, options),
        waive: (version: number) => path.waiver.$post({ param, json: { version, reason, settle } }),
      };
      const successTexts = {
        record: `Payment for reservation ${number} recorded`,
        refund: `Refund of reservation ${number} recorded`,
        waive: `The amount due for reservation ${number} is waived`,
      };
      await run(work[name], successTexts[name]);
    },
    onSaved: onClose,
  });
  const enteredMinor = amountOf(form.typed.amountMinor, currency);
  return (
    <FormDialog
      busyLabel={words[name].busy}
      dense
      form={form}
      onClose={onClose}
      submitLabel={words[name].submit}
      title={words[name].title(number)}
    >
      <MoneyTotals money={money} />
      {name === "waive" ? (
        <>
          <p className="text-ink-muted">
            {`The rider will no longer owe ${formatMoney(dueMinor, currency)}. The driver’s pay stays the same.`}
          </p>
          <ReasonField {...form.field("reason")} hint="Only your team sees this." />
          {state === "completed" && (
            <Checkbox {...form.checkbox("settle")} label="Settle the trip as well" />
          )}
        </>
      ) : (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <PaymentFields currency={currency} field={form.field} methods={methods} />
          {canDriverHold && (
            <SelectField
              {...form.field("heldBy")}
              className="sm:col-span-2"
              hint={
                form.typed.heldBy === "driver"
                  ? "The amount counts as cash that the driver holds."
                  : undefined
              }
              label={name === "refund" ? "Refunded by" : "Received by"}
            >
              <option value="office">The office</option>
              <option value="driver">The driver</option>
            </SelectField>
          )}
          {name === "refund" && (
            <>
              <ReasonField {...form.field("reason")} hint="Only your team sees this." />
              {enteredMinor > Math.max(0, -dueMinor) && isOver(state) && (
                <Checkbox
                  {...form.checkbox("lowersPay")}
                  className="sm:col-span-2"
                  hint="If you refund more than was overpaid, the price and its tax are lowered too."
                  label="Lower the driver’s pay as well"
                />
              )}
            </>
          )}
        </div>
      )}
    </FormDialog>
  );
}

function MoneyTotals({ money }: { money: TripMoney }) {
  const { currency, billedMinor, paidMinor, waivedMinor, dueMinor } = money;
  const lines: [string, number][] = [
    ["Price", billedMinor],
    ["Paid", paidMinor],
    ...(waivedMinor === 0 ? [] : [["Waived", waivedMinor] as [string, number]]),
    dueMinor < 0 ? ["To refund", -dueMinor] : ["Due", dueMinor],
  ];
  return (
    <dl className="grid gap-1 rounded-md bg-surface-sunken px-3 py-2">
      {lines.map(([label, amountMinor]) => (
        <div className="flex justify-between gap-4 last:font-medium" key={label}>
          <dt>{label}</dt>
          <dd className="tabular-nums">{formatMoney(amountMinor, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
