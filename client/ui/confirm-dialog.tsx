import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { useWords } from "../words/use-words";

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** The action as a verb and its object: "Cancel trip". Never "OK" or "Yes". */
  confirmLabel: string;
  busyLabel?: string;
  cancelLabel?: string;
  /** Whether the action destroys something. The button is then red, and the focus starts on the cancel button. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an action that is hard to undo. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  busyLabel,
  cancelLabel,
  danger,
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useWords();
  return (
    <Dialog
      actions={
        <>
          <Button autoFocus={danger} onClick={onClose} variant="secondary">
            {cancelLabel ?? t("Go back")}
          </Button>
          <Button
            busy={busy}
            busyLabel={busyLabel}
            onClick={onConfirm}
            variant={danger ? "danger" : "primary"}
          >
            {confirmLabel}
          </Button>
        </>
      }
      onClose={onClose}
      open={open}
      title={title}
    >
      {children}
    </Dialog>
  );
}
