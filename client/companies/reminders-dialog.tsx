import { useEffect, useState } from "react";
import type { ReminderRulesAnswer } from "../../src/invoices/contract";
import { FormDialog } from "../forms/form-dialog";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { Checkbox } from "../ui/checkbox";
import { Dialog } from "../ui/dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { Skeleton } from "../ui/skeleton";
import { TextField } from "../ui/text-field";

/** Sets when companies are reminded of overdue invoices, once the rule is loaded. */
export default function RemindersDialog({ onClose }: { onClose: () => void }) {
  const { api, call } = useOffice();
  const [answer, setAnswer] = useState<ReminderRulesAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    call(api.admin["invoice-reminders"].$get()).then(
      (found) => {
        if (!isUnmounted) setAnswer(found);
      },
      (error) => {
        if (!isUnmounted && !(error instanceof LeftPageError)) setFailure(failureText(error));
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call]);
  if (answer) return <RemindersForm answer={answer} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} open title="Invoice reminders">
      {failure ? (
        <NoticeBanner tone="danger">{failure}</NoticeBanner>
      ) : (
        <Skeleton className="h-32" />
      )}
    </Dialog>
  );
}

/** Reads "7, 14, 30" as numbers. */
const daysOf = (text: string) => text.split(/[\s,;]+/).flatMap((each) => (each ? [+each] : []));

function RemindersForm({
  answer: { rules, version },
  onClose,
}: {
  answer: ReminderRulesAnswer;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const form = useStaffForm({
    initialValues: {
      remindInvoices: rules.remindInvoices,
      invoiceReminderDays: rules.invoiceReminderDays.join(", "),
    },
    validate: ({ invoiceReminderDays }) => {
      const days = daysOf(invoiceReminderDays);
      const areValidDays = days.every((day) => Number.isInteger(day) && day >= 1 && day <= 365);
      return {
        invoiceReminderDays:
          (days.length === 0 || days.length > 6 || !areValidDays) &&
          "Enter up to six numbers of days, such as 7, 14, 30.",
      };
    },
    send: ({ remindInvoices, invoiceReminderDays }) =>
      call(
        api.admin["invoice-reminders"].$put({
          json: {
            remindInvoices,
            invoiceReminderDays: [...new Set(daysOf(invoiceReminderDays))].sort((a, b) => a - b),
            version,
          },
        }),
      ),
    successText: "Reminders saved",
    onSaved: onClose,
  });
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      form={form}
      onClose={onClose}
      submitLabel="Save reminders"
      title="Invoice reminders"
    >
      <Checkbox
        {...form.checkbox("remindInvoices")}
        hint="Each reminder is sent once, with the PDF and the payment link, to the company’s e-mail address for invoices."
        label="E-mail companies about overdue invoices"
      />
      <TextField
        {...form.field("invoiceReminderDays")}
        hint="Days after the due day, separated by commas, such as 7, 14, 30."
        label="Remind after (days)"
        maxLength={40}
      />
    </FormDialog>
  );
}
