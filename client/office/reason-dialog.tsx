import type { ReactNode } from "react";
import { FormDialog } from "../forms/form-dialog";
import { TextArea } from "../ui/text-area";
import { useStaffForm } from "./use-staff-form";

/** The maximum length of a reason, in characters. */
const MAX_REASON_LENGTH = 500;

export interface ReasonDialogProps {
  title: string;
  /** What will happen, shown above the field. */
  children?: ReactNode;
  /** The label of the reason field. Without it there is no reason field. */
  reasonLabel?: string;
  reasonHint?: string | undefined;
  /** The error for an empty field. Without it the reason is optional. */
  missingReasonText?: string;
  confirmLabel: string;
  busyLabel: string;
  danger?: boolean;
  /** Why the step is no longer possible; null if it is. */
  blockedReason?: string | null;
  /** Does the step. An error that it throws is shown in the dialog. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/**
 * Asks for confirmation before a step that is hard to undo, and for the reason for the timeline.
 */
export function ReasonDialog({
  title,
  children,
  reasonLabel,
  reasonHint,
  missingReasonText,
  confirmLabel,
  busyLabel,
  danger = false,
  blockedReason = null,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const form = useStaffForm({
    initialValues: { reason: "" },
    validate: ({ reason }) => ({ reason: !reason.trim() && missingReasonText }),
    send: ({ reason }) => onConfirm(reason.trim()),
  });
  return (
    <FormDialog
      busyLabel={busyLabel}
      danger={danger}
      dense
      form={form}
      blockedReason={blockedReason}
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
          maxLength={MAX_REASON_LENGTH}
          optional={!missingReasonText}
          rows={3}
        />
      )}
    </FormDialog>
  );
}
