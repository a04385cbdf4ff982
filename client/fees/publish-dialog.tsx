import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { ScheduleFault } from "../../src/fares/fee-contract";
import { read } from "../api";
import { ApiError } from "../api-error";
import { failureText, LeftScreen, useOffice } from "../office/calls";
import { useFormFocus } from "../office/use-form-focus";
import { addDays, localClock } from "../ui/local-clock";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { formatMoment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { RadioCards } from "../ui/radio-cards";
import { TextArea } from "../ui/text-area";
import { DateField, TimeField } from "../ui/text-field";
import { showToast } from "../ui/toasts";
import { counted } from "../ui/trip-words";
import { ChangesList } from "./changes-list";
import { FaultsList } from "./faults-list";
import { useDraft, useFees } from "./fees-context";
import { useChanges } from "./fees-rail";

type From = "now" | "later";

/** What changes, from when and why; then it is published, or the server says what is wrong. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { draft } = useFees();
  const router = useRouter();
  const { api, timeZone, call } = useOffice();
  const form = useFormFocus();
  const changes = useChanges();
  const faults = useDraft((state) => state.faults);
  const errors = faults.filter(({ severity }) => severity === "error");
  const warnings = faults.filter(({ severity }) => severity === "warning");
  const [from, setFrom] = useState<From>("now");
  const [date, setDate] = useState(() => addDays(localClock(Date.now(), timeZone).date, 1));
  const [time, setTime] = useState("00:00");
  const [reason, setReason] = useState("");
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState<readonly ScheduleFault[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing: Record<string, string> = {};
    if (from === "later" && !date) missing.date = "Choose a day.";
    if (from === "later" && !time) missing.time = "Choose a time.";
    if (reason.trim() === "") missing.reason = "Say why, in a few words.";
    setWrong(missing);
    setFailure(null);
    setRefused([]);
    const [first] = Object.keys(missing);
    if (first) return form.focus(first);
    setBusy(true);
    try {
      await draft.flush();
      const { saving, version } = draft.getState();
      if (saving.kind !== "saved") {
        setFailure("The draft is not saved yet, so it was not published. Try again in a moment.");
        return;
      }
      const startsLocal = from === "now" ? null : `${date}T${time}`;
      const answer = await call(
        api.admin.fees.draft.publication.$post({
          json: { version, startsLocal, reason: reason.trim() },
        }),
      );
      const { number, startsAt } = answer.version;
      showToast(
        "success",
        from === "now"
          ? `Version ${number} is in force`
          : `Version ${number} starts ${formatMoment(startsAt, timeZone, "date-time")}`,
      );
      onClose();
      await router.invalidate();
    } catch (error) {
      if (error instanceof LeftScreen) return;
      await explain(error);
    } finally {
      setBusy(false);
    }
  };

  const explain = async (error: unknown) => {
    setFailure(failureText(error));
    if (!(error instanceof ApiError)) return;
    if (error.code === "fees.faulty")
      setRefused(
        Object.entries(error.fields).map(([path, message]) => ({
          severity: "error",
          path,
          message,
        })),
      );
    else if (error.code === "fees.draft_stale") {
      // What would be published is another draft than the one looked at.
      const theirs = await read(api.admin.fees.draft.$get()).catch(() => null);
      if (theirs) draft.take(theirs, null);
    } else if (error.code === "fees.starts_past" || error.code === "trip.time_gap") {
      setWrong({ date: failureText(error) });
      setFailure(null);
      form.focus("date");
    }
  };

  const blocked = errors.length > 0 || changes.length === 0;
  return (
    <Dialog onClose={onClose} open title="Publish the prices" wide>
      <form
        method="post"
        className="mt-2 grid gap-5 text-sm"
        noValidate
        onSubmit={submit}
        ref={form.ref}
      >
        {errors.length > 0 && (
          <div>
            <NoticeBanner tone="danger">
              {counted(errors.length, "error")} to correct before this can be published.
            </NoticeBanner>
            <div className="mt-1 max-h-48 overflow-y-auto">
              <FaultsList faults={errors} onGo={onClose} />
            </div>
          </div>
        )}
        {warnings.length > 0 && (
          <div>
            <p className="font-medium text-warning-ink">
              {counted(warnings.length, "warning")}: worth a look, no obstacle.
            </p>
            <div className="mt-1 max-h-40 overflow-y-auto">
              <FaultsList faults={warnings} onGo={onClose} />
            </div>
          </div>
        )}
        <div>
          <p className="mb-2 font-semibold text-ink">
            {changes.length === 0
              ? "Nothing differs from the prices in force."
              : `What changes (${changes.length})`}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <section aria-label="What changes" className="max-h-64 overflow-y-auto" tabIndex={0}>
            <ChangesList changes={changes} />
          </section>
        </div>
        {!blocked && (
          <>
            <div className="text-ink">
              <RadioCards<From>
                columns={2}
                legend="From when"
                name="from"
                onValue={setFrom}
                options={[
                  { value: "now", title: "From now" },
                  { value: "later", title: "From a date" },
                ]}
                value={from}
              />
              {from === "later" && (
                <div className="mt-3 grid gap-3 sm:grid-cols-2">
                  <DateField
                    dense
                    error={wrong.date}
                    label="Day"
                    name="date"
                    onChange={(event) => setDate(event.target.value)}
                    value={date}
                  />
                  <TimeField
                    dense
                    error={wrong.time}
                    hint={`On the clocks of ${timeZone}.`}
                    label="Time"
                    name="time"
                    onChange={(event) => setTime(event.target.value)}
                    value={time}
                  />
                </div>
              )}
              <p className="mt-2 text-ink-muted">
                Trips that were booked before keep the price that was agreed.
              </p>
            </div>
            <div className="text-ink">
              <TextArea
                dense
                error={wrong.reason}
                hint="Kept in the history, with your name."
                label="Why"
                maxLength={500}
                name="reason"
                onChange={(event) => {
                  setReason(event.target.value);
                  setWrong({});
                }}
                rows={2}
                value={reason}
              />
            </div>
          </>
        )}
        <div className="grid gap-2 empty:hidden" role="alert">
          {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
          {refused.length > 0 && <FaultsList faults={refused} onGo={onClose} />}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <Button
            busy={busy}
            busyLabel="Publishing..."
            disabled={blocked}
            size="small"
            type="submit"
          >
            {from === "now" ? "Publish now" : "Publish for then"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
