import { type FormEvent, useState } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import { ApiError } from "../api-error";
import { readMoney } from "../ui/amount";
import { writeMoney } from "../../src/settings/money-rules";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import type { ActDialogProps } from "./act-props";
import { mayAct } from "./allowed-acts";
import { useFormFocus } from "../office/use-form-focus";

/** Corrects what a trip comes to that is over, with the reason. */
export default function FareDialog({ api, row, act, onClose }: ActDialogProps) {
  const form = useFormFocus();
  const [seen, setSeen] = useState<ReservationRow>(row);
  const { currency } = seen;
  const [amount, setAmount] = useState(writeMoney(row.fareMinor, currency));
  const [reason, setReason] = useState("");
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isOpen = mayAct("fare", seen.state);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = readMoney(amount, currency);
    const found = {
      ...("fault" in read && { fareMinor: `${read.fault}.` }),
      ...(!reason.trim() && { reason: "Say why, in a few words." }),
    };
    setFaults(found);
    setFailure(null);
    const [first] = Object.keys(found);
    if ("fault" in read || first !== undefined) return form.focus(first ?? "fareMinor");
    setBusy(true);
    const outcome = await act(
      seen,
      (version) =>
        api.admin.reservations[":id"].fare.$put({
          param: { id: seen.id },
          json: { version, fareMinor: read.value, reason },
        }),
      `Fare of reservation ${seen.number} corrected`,
    );
    setBusy(false);
    if (outcome.kind === "failed") {
      const fields = outcome.failure instanceof ApiError ? outcome.failure.fields : {};
      setFaults(fields);
      return setFailure(Object.keys(fields).length > 0 ? null : outcome.text);
    }
    if (outcome.kind === "stale") {
      setSeen(outcome.reservation);
      return setFailure(outcome.text);
    }
    onClose();
  };

  const typed = readMoney(amount, currency);
  const difference = "value" in typed ? typed.value - seen.fareMinor : 0;
  return (
    <Dialog onClose={onClose} open title={`Correct the fare of reservation ${seen.number}`}>
      <form
        method="post"
        className="mt-2 grid gap-4 text-ink text-sm"
        noValidate
        onSubmit={submit}
        ref={form.ref}
      >
        <p className="text-ink-muted">
          An invoice or a statement that tells of it stays as it is: a company finds the difference
          on its next invoice, a driver on the next statement. What was paid in the car is collected
          or given back by the office when the trip is settled.
        </p>
        <TextField
          autoComplete="off"
          autoFocus
          dense
          error={faults.fareMinor ?? null}
          hint={
            difference === 0
              ? `Now ${formatMoney(seen.fareMinor, currency)}, with tax and tip.`
              : `${formatMoney(Math.abs(difference), currency)} ${difference < 0 ? "less" : "more"} than the ${formatMoney(seen.fareMinor, currency)} of now.`
          }
          inputMode="decimal"
          label={`What the trip comes to, in ${currency}`}
          name="fareMinor"
          onChange={({ target: { value } }) => setAmount(value)}
          value={amount}
        />
        <TextArea
          dense
          error={faults.reason ?? null}
          hint="It stays among staff."
          label="Reason"
          maxLength={500}
          name="reason"
          onChange={({ target: { value } }) => setReason(value)}
          rows={3}
          value={reason}
        />
        <div className="grid gap-2 empty:hidden" role="alert">
          {!isOpen && (
            <NoticeBanner tone="warning">
              This reservation is not open any more: reopen it to correct its fare.
            </NoticeBanner>
          )}
          {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <Button
            busy={busy}
            busyLabel="Correcting..."
            disabled={!isOpen}
            size="small"
            type="submit"
          >
            Correct the fare
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
