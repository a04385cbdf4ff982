import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { ScheduleFault } from "../../src/fares/fee-contract";
import { read } from "../api";
import { ApiError } from "../api-error";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { FieldFaults } from "../forms/use-actions";
import { failureText, useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { addDays, localClock } from "../ui/local-clock";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { formatMoment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { RadioCards } from "../ui/radio-cards";
import { TextArea } from "../ui/text-area";
import { DateField, TimeField } from "../ui/text-field";
import { showToast } from "../ui/toasts";
import { countText } from "../ui/trip-words";
import { ChangesList } from "./changes-list";
import { FaultsList } from "./faults-list";
import { useDraft, useFees } from "./fees-context";
import { useFeeChanges } from "./fees-rail";

type PublishTime = "now" | "later";

const NOT_SAVED_TEXT =
  "The draft was not published, because it is not saved yet. Try again in a moment.";

/** Shows the changes and asks when they apply and why. Then it publishes, or shows the server's errors. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { draft } = useFees();
  const router = useRouter();
  const { api, timeZone, call } = useOffice();
  const changes = useFeeChanges();
  const faults = useDraft((state) => state.faults);
  const errors = faults.filter(({ severity }) => severity === "error");
  const warnings = faults.filter(({ severity }) => severity === "warning");
  const [serverFaults, setServerFaults] = useState<readonly ScheduleFault[]>([]);
  const [tomorrow] = useState(() => addDays(localClock(Date.now(), timeZone).date, 1));
  const form = useStaffForm({
    initialValues: { from: "now" as PublishTime, date: tomorrow, time: "00:00", reason: "" },
    validate: ({ from, date, time, reason }) => ({
      date: from === "later" && !date && "Choose a day.",
      time: from === "later" && !time && "Choose a time.",
      reason: !reason.trim() && "Give a short reason.",
    }),
    send: async ({ from, date, time, reason }) => {
      setServerFaults([]);
      await draft.flush();
      const { saving, version } = draft.getState();
      if (saving.kind !== "saved") throw new ApiError(409, "fees.unsaved", NOT_SAVED_TEXT);
      const startsLocal = from === "now" ? null : `${date}T${time}`;
      const json = { version, startsLocal, reason: reason.trim() };
      try {
        return await call(api.admin.fees.draft.publication.$post({ json }));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code === "fees.starts_past" || error.code === "trip.time_gap")
          throw new FieldFaults({ date: failureText(error) });
        if (error.code !== "fees.faulty") throw error;
        // These faults belong to fields of the draft, not of this form.
        setServerFaults(
          Object.entries(error.fields).map(([path, message]) => ({
            severity: "error",
            path,
            message,
          })),
        );
        throw new ApiError(error.status, error.code, failureText(error));
      }
    },
    onFailed: async (error) => {
      if (!(error instanceof ApiError && error.code === "fees.draft_stale")) return;
      // The draft has changed since this dialog showed it.
      const theirs = await read(api.admin.fees.draft.$get()).catch(() => null);
      if (theirs) draft.adoptAnswer(theirs, null);
    },
    onSaved: async ({ version: { number, startsAt } }, { from }) => {
      showToast(
        "success",
        from === "now"
          ? `Version ${number} is in force`
          : `Version ${number} starts ${formatMoment(startsAt, timeZone, "date-time")}`,
      );
      onClose();
      await router.invalidate();
    },
  });
  const { from } = form.typed;
  const isBlocked = errors.length > 0 || changes.length === 0;
  return (
    <Dialog onClose={onClose} open title="Publish prices" wide>
      <Form className="mt-2 grid gap-5 text-sm" form={form}>
        {errors.length > 0 && (
          <div>
            <NoticeBanner tone="danger">
              {`Correct ${countText(errors.length, "error")} before you publish.`}
            </NoticeBanner>
            <div className="mt-1 max-h-48 overflow-y-auto">
              <FaultsList faults={errors} onNavigate={onClose} />
            </div>
          </div>
        )}
        {warnings.length > 0 && (
          <div>
            <p className="font-medium text-warning-ink">
              {`Check ${countText(warnings.length, "warning")}. You can still publish.`}
            </p>
            <div className="mt-1 max-h-40 overflow-y-auto">
              <FaultsList faults={warnings} onNavigate={onClose} />
            </div>
          </div>
        )}
        <div>
          <p className="mb-2 font-semibold text-ink">
            {changes.length === 0
              ? "The draft is the same as the prices in force."
              : `Changes (${changes.length})`}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <section aria-label="Changes" className="max-h-64 overflow-y-auto" tabIndex={0}>
            <ChangesList changes={changes} />
          </section>
        </div>
        {!isBlocked && (
          <>
            <div className="text-ink">
              <RadioCards<PublishTime>
                {...form.choice("from")}
                columns={2}
                legend="When the prices apply"
                options={[
                  { value: "now", title: "From now" },
                  { value: "later", title: "From a date" },
                ]}
              />
              {from === "later" && (
                <div className="mt-3 grid gap-3 sm:grid-cols-2">
                  <DateField {...form.field("date")} label="Day" />
                  <TimeField
                    {...form.field("time")}
                    hint={`Local time in ${timeZone}.`}
                    label="Time"
                  />
                </div>
              )}
              <p className="mt-2 text-ink-muted">Trips already booked keep their agreed price.</p>
            </div>
            <div className="text-ink">
              <TextArea
                {...form.field("reason")}
                hint="The history will show the reason with your name."
                label="Reason"
                maxLength={500}
                rows={2}
              />
            </div>
          </>
        )}
        <FormFailure form={form} />
        <div className="empty:hidden" role="alert">
          {serverFaults.length > 0 && <FaultsList faults={serverFaults} onNavigate={onClose} />}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <SubmitButton
            busyLabel="Publishing..."
            disabled={isBlocked || form.busy}
            form={form}
            size="small"
          >
            {from === "now" ? "Publish now" : "Schedule"}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
