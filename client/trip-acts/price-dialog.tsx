import { readMoney } from "../ui/amount";
import { FormDialog } from "../forms/form-dialog";
import { useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { TextField } from "../ui/text-field";
import type { ActDialogProps } from "./act-props";
import { mayAct } from "./allowed-acts";
import { useSeenVersion } from "./use-seen-version";

/** Sets the price of a request: a custom one or that of the price list. The rider is notified. */
export default function PriceDialog({ row, act, onClose }: ActDialogProps) {
  const { api } = useOffice();
  const { seen, run } = useSeenVersion(row, act);
  const { id, number, currency } = seen;
  const readPrice = (typed: string) =>
    typed.trim() === "" ? { value: null } : readMoney(typed, currency);
  const form = useStaffForm({
    initialValues: { fareMinor: "" },
    validate: ({ fareMinor }) => {
      const read = readPrice(fareMinor);
      return { fareMinor: "fault" in read && `${read.fault}.` };
    },
    send: async ({ fareMinor }) => {
      const read = readPrice(fareMinor);
      if ("fault" in read) return;
      await run(
        (version) =>
          api.admin.reservations[":id"].price.$put({
            param: { id },
            json: { version, fareMinor: read.value },
          }),
        `Reservation ${number} now has a price`,
      );
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      form={form}
      blockedReason={mayAct("price", seen.state) ? null : "This reservation already has a price."}
      onClose={onClose}
      submitLabel="Set price"
      title={`Set a price for request ${number}`}
    >
      <p className="text-ink-muted">
        We’ll tell the rider the price. You can then confirm the request.
      </p>
      <TextField
        {...form.field("fareMinor")}
        autoComplete="off"
        autoFocus
        hint="Including tax. Leave empty to use your price list."
        inputMode="decimal"
        label={`Price, in ${currency}`}
      />
    </FormDialog>
  );
}
