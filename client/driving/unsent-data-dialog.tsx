import { ConfirmDialog } from "../ui/confirm-dialog";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";

/** Asks a driver who signs out whether updates that are only on the phone may be deleted. */
export function UnsentDataDialog({
  tapCount,
  uploadCount,
  busy,
  onClose,
  onConfirm,
}: {
  /** The number of unsent updates of trips. */
  tapCount: number;
  /** The number of unsent reports and photos. */
  uploadCount: number;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const t = useWords();
  return (
    <ConfirmDialog
      busy={busy}
      cancelLabel={t("Stay signed in")}
      confirmLabel={t("Sign out and delete")}
      danger
      onClose={onClose}
      onConfirm={onConfirm}
      open
      title={t("Some updates have not been sent")}
    >
      {notSentWords(tapCount, uploadCount, t)}
    </ConfirmDialog>
  );
}

/** Returns a sentence that names what would be lost. */
function notSentWords(tapCount: number, uploadCount: number, t: Say): string {
  const updates = t.count(tapCount, "{n} update", "{n} updates");
  const reports = t.count(uploadCount, "{n} report or photo", "{n} reports or photos");
  const unsentText =
    tapCount > 0 && uploadCount > 0
      ? t("{updates} and {reports}", { updates, reports })
      : tapCount > 0
        ? updates
        : reports;
  return t("Not sent yet: {what}. Signing out deletes everything that has not been sent.", {
    what: unsentText,
  });
}
