import { useState } from "react";
import { FormDialog } from "../forms/form-dialog";
import { useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { formatMoment, localDay } from "../ui/moment";
import { DateField, TimeField } from "../ui/text-field";
import type { ActDialogProps } from "./act-props";
import { useSeenVersion } from "./use-seen-version";

/** Records when the flight of an airport pickup landed. Free waiting starts then. */
export function LandingDialog({ row, act, onClose }: ActDialogProps) {
  const { api, timeZone } = useOffice();
  const { seen, run } = useSeenVersion(row, act);
  const [openedAt] = useState(() => new Date().toISOString());
  const form = useStaffForm({
    initialValues: {
      date: localDay(openedAt, timeZone),
      time: formatMoment(openedAt, timeZone, "time"),
    },
    validate: ({ date, time }) => ({
      date: !date && "Choose a day.",
      time: !time && "Choose a time.",
    }),
    send: ({ date, time }) =>
      run(
        (version) =>
          api.admin.reservations[":id"].landing.$post({
            param: { id: seen.id },
            json: { version, landedLocal: `${date}T${time.slice(0, 5)}` },
          }),
        `Landing recorded for reservation ${seen.number}`,
      ),
    onSaved: onClose,
  });
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      form={form}
      onClose={onClose}
      submitLabel="Record landing"
      title={`Reservation ${seen.number}: when did the flight land?`}
    >
      <p className="text-ink-muted">
        Free waiting starts when the flight lands. Until you record the landing, free waiting starts
        at the pickup time.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField {...form.field("date")} label="Day" />
        <TimeField {...form.field("time")} autoFocus label="Time" />
      </div>
    </FormDialog>
  );
}
