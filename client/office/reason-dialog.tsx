import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { TextArea } from "../ui/text-area";
import { useFormFocus } from "./use-form-focus";

/** The most characters a reason has. */
const REASON_LENGTH = 500;

export interface ReasonDialogProps {
  title: string;
  /** What will happen, above the field. */
  children?: ReactNode;
  /** The field's name; without it nothing is asked. */
  reasonLabel?: string;
  reasonHint?: string;
  /** Said when the field is empty; without it the reason may be left out. */
  reasonMissing?: string;
  confirmLabel: string;
  busyLabel: string;
  danger?: boolean;
  /** The step is no longer possible; says why. */
  impossible: string | null;
  /** Does it; the text that comes back says why it did not work. */
  onConfirm: (reason: string) => Promise<string | null>;
  onClose: () => void;
}

/** Asks before a step that is hard to undo, and for the reason that the timeline will tell. */
export function ReasonDialog({
  title,
  children,
  reasonLabel,
  reasonHint,
  reasonMissing,
  confirmLabel,
  busyLabel,
  danger,
  impossible,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const form = useFormFocus();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reasonMissing && reason.trim() === "") {
      setMissing(true);
      return form.focus("reason");
    }
    setBusy(true);
    setFailure(null);
    setFailure(await onConfirm(reason.trim()));
    setBusy(false);
  };

  return (
    <Dialog onClose={onClose} open title={title}>
      <form
        method="post"
        className="mt-2 grid gap-4 text-sm"
        noValidate
        onSubmit={submit}
        ref={form.ref}
      >
        {children}
        {reasonLabel && (
          <div className="text-ink">
            <TextArea
              autoFocus
              dense
              error={missing ? reasonMissing : null}
              hint={reasonHint}
              label={reasonLabel}
              maxLength={REASON_LENGTH}
              name="reason"
              onChange={(event) => {
                setReason(event.target.value);
                setMissing(false);
              }}
              optional={!reasonMissing}
              rows={3}
              value={reason}
            />
          </div>
        )}
        <div className="grid gap-2 empty:hidden" role="alert">
          {impossible && <NoticeBanner tone="warning">{impossible}</NoticeBanner>}
          {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button autoFocus={!reasonLabel} onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <Button
            busy={busy}
            busyLabel={busyLabel}
            disabled={impossible !== null}
            size="small"
            type="submit"
            variant={danger ? "danger" : "primary"}
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
