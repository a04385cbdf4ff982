import type { ReactNode } from "react";
import { FormDialog } from "../forms/form-dialog";
import { TextArea } from "../ui/text-area";
import { useStaffForm } from "./use-staff-form";

/** The most characters a reason has. */
const REASON_LENGTH = 500;

export interface ReasonDialogProps {
  title: string;
  /** What will happen, above the field. */
  children?: ReactNode;
  /** The field's name; without it nothing is asked. */
  reasonLabel?: string;
  reasonHint?: string | undefined;
  /** Said when the field is empty; without it the reason may be left out. */
  reasonMissing?: string;
  confirmLabel: string;
  busyLabel: string;
  danger?: boolean;
  /** The step is no longer possible; says why. */
  impossible?: string | null;
  /** Does it; what it throws is said in the dialog. */
  onConfirm: (reason: string) => Promise<unknown>;
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
  danger = false,
  impossible = null,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const form = useStaffForm({
    initial: { reason: "" },
    check: ({ reason }) => ({ reason: !reason.trim() && reasonMissing }),
    send: ({ reason }) => onConfirm(reason.trim()),
  });
  return (
    <FormDialog
      busyLabel={busyLabel}
      danger={danger}
      dense
      form={form}
      impossible={impossible}
      onClose={onClose}
      submitLabel={confirmLabel}
      title={title}
    >
      {children && <div className="grid gap-4 text-ink-muted">{children}</div>}
      {reasonLabel && (
        <TextArea
          {...form.field("reason")}
          autoFocus
          hint={reasonHint}
          label={reasonLabel}
          maxLength={REASON_LENGTH}
          optional={!reasonMissing}
          rows={3}
        />
      )}
    </FormDialog>
  );
}
