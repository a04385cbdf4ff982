import { readMoney } from "../ui/amount";
import { formatAmount } from "../../src/settings/money-rules";
import { FormDialog } from "../forms/form-dialog";
import { useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { formatMoney } from "../ui/money";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import type { ActDialogProps } from "./act-props";
import { mayAct } from "./allowed-acts";
import { useSeenVersion } from "./use-seen-version";

/** Corrects the fare of a trip that has ended, or agrees on another price before the trip, with a reason. */
export default function FareDialog({ name, row, act, onClose }: ActDialogProps) {
  const isBeforeTrip = name === "agree";
  const { api } = useOffice();
  const { seen, run } = useSeenVersion(row, act);
  const { id, number, currency } = seen;
  const form = useStaffForm({
    initialValues: { fareMinor: formatAmount(row.fareMinor, currency), reason: "" },
    validate: ({ fareMinor, reason }) => {
      const read = readMoney(fareMinor, currency);
      return {
        fareMinor: "fault" in read && `${read.fault}.`,
        reason: !reason.trim() && "Give a short reason.",
      };
    },
    send: async ({ fareMinor, reason }) => {
      const read = readMoney(fareMinor, currency);
      if ("fault" in read) return;
      const json = { fareMinor: read.value, reason };
      const path = api.admin.reservations[":id"];
      const put = isBeforeTrip ? path["agreed-price"] : path.fare;
      await run(
        (version) => put.$put({ param: { id }, json: { version, ...json } }),
        isBeforeTrip
          ? `Price of reservation ${number} changed`
          : `Fare of reservation ${number} corrected`,
      );
    },
    onSaved: onClose,
  });
  const typed = readMoney(form.typed.fareMinor, currency);
  const difference = "value" in typed ? typed.value - seen.fareMinor : 0;
  return (
    <FormDialog
      busyLabel={isBeforeTrip ? "Saving..." : "Correcting..."}
      dense
      form={form}
      blockedReason={
        mayAct(name, seen.state)
          ? null
          : isBeforeTrip
            ? "This trip is under way or has ended."
            : "This reservation is closed. Reopen it to correct its fare."
      }
      onClose={onClose}
      submitLabel={isBeforeTrip ? "Agree on price" : "Correct fare"}
      title={
        isBeforeTrip
          ? `Agree on a price for reservation ${number}`
          : `Correct the fare of reservation ${number}`
      }
    >
      <p className="text-ink-muted">
        {isBeforeTrip
          ? "We’ll tell the rider the new price. The timeline keeps both prices and the reason."
          : "Invoices and statements already issued do not change. The company’s next invoice and the driver’s next statement will contain the difference. The trip will show any amount that is due or to be refunded."}
      </p>
      <TextField
        {...form.field("fareMinor")}
        autoComplete="off"
        autoFocus
        hint={
          difference === 0
            ? `Currently ${formatMoney(seen.fareMinor, currency)}, with tax and tip.`
            : difference < 0
              ? `${formatMoney(-difference, currency)} less than the current ${formatMoney(seen.fareMinor, currency)}.`
              : `${formatMoney(difference, currency)} more than the current ${formatMoney(seen.fareMinor, currency)}.`
        }
        inputMode="decimal"
        label={isBeforeTrip ? `New price, in ${currency}` : `New fare, in ${currency}`}
      />
      <TextArea
        {...form.field("reason")}
        hint="Only your team sees this."
        label="Reason"
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  );
}
