import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { showToast } from "../ui/toasts";
import { useFees } from "./fees-context";

/** Asks before the whole draft is deleted, and deletes it. */
export function DiscardDialog({ onClose }: { onClose: () => void }) {
  const { draft } = useFees();
  const router = useRouter();
  const { call, api } = useOffice();
  const [busy, setBusy] = useState(false);
  const discard = async () => {
    setBusy(true);
    try {
      await draft.flush();
      const { version } = draft.getState();
      draft.adoptAnswer(
        await call(api.admin.fees.draft.$delete({ json: { version } })),
        "Draft discarded. These are the prices in force.",
      );
      onClose();
      await router.invalidate();
    } catch (error) {
      if (!(error instanceof LeftPageError)) showToast("error", failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      busy={busy}
      busyLabel="Discarding..."
      confirmLabel="Discard draft"
      danger
      onClose={onClose}
      onConfirm={() => void discard()}
      open
      title="Discard the draft?"
    >
      You will lose all unpublished changes, including other people’s. The prices in force do not
      change.
    </ConfirmDialog>
  );
}
