import { type FormEvent, useState } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import type { Api } from "../api";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { formatMoment, localDay } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { DateField, TimeField } from "../ui/text-field";
import type { Act } from "./use-acts";
import { useFormFocus } from "../office/use-form-focus";

/** Writes down when the flight of an airport pickup touched down: free waiting counts from then. */
export function LandingDialog({
  api,
  row,
  timeZone,
  act,
  onClose,
}: {
  api: Api;
  row: ReservationRow;
  timeZone: string;
  act: Act;
  onClose: () => void;
}) {
  const form = useFormFocus();
  const [seen, setSeen] = useState(row);
  const [date, setDate] = useState(() => localDay(new Date().toISOString(), timeZone));
  const [time, setTime] = useState(() => formatMoment(new Date().toISOString(), timeZone, "time"));
  const [missing, setMissing] = useState<"date" | "time" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fault = !date ? "date" : !time ? "time" : null;
    setMissing(fault);
    if (fault) return form.focus(fault);
    setBusy(true);
    setFailure(null);
    const outcome = await act(
      seen,
      (version) =>
        api.admin.reservations[":id"].landing.$post({
          param: { id: seen.id },
          json: { version, landedLocal: `${date}T${time.slice(0, 5)}` },
        }),
      `Landing of reservation ${seen.number} noted`,
    );
    setBusy(false);
    if (outcome.kind === "failed") return setFailure(outcome.text);
    if (outcome.kind === "stale") {
      setSeen(outcome.reservation);
      return setFailure(outcome.text);
    }
    onClose();
  };

  return (
    <Dialog onClose={onClose} open title={`When did the flight land? Reservation ${seen.number}`}>
      <form
        method="post"
        className="mt-2 grid gap-4 text-sm"
        noValidate
        onSubmit={submit}
        ref={form.ref}
      >
        <p>
          Free waiting counts from the landing. Until it is known it counts from the pickup time.
        </p>
        <div className="grid gap-4 text-ink sm:grid-cols-2">
          <DateField
            dense
            error={missing === "date" ? "Choose the day." : null}
            label="Day"
            name="date"
            onChange={(event) => setDate(event.target.value)}
            value={date}
          />
          <TimeField
            autoFocus
            dense
            error={missing === "time" ? "Choose the time." : null}
            label="Time"
            name="time"
            onChange={(event) => setTime(event.target.value)}
            value={time}
          />
        </div>
        <div className="empty:hidden" role="alert">
          {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <Button busy={busy} busyLabel="Saving..." size="small" type="submit">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
