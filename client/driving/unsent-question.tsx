import { ConfirmDialog } from "../ui/confirm-dialog";

/** Asks a driver who signs out whether updates that are only on the phone may be deleted. */
export function UnsentQuestion({
  taps,
  letters,
  busy,
  onClose,
  onConfirm,
}: {
  /** How many updates of trips are unsent. */
  taps: number;
  /** How many reports and photos are unsent. */
  letters: number;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <ConfirmDialog
      busy={busy}
      cancelLabel="Stay signed in"
      confirmLabel="Sign out and delete them"
      danger
      onClose={onClose}
      onConfirm={onConfirm}
      open
      title="Some updates have not been sent"
    >
      {notSentWords(taps, letters)}
    </ConfirmDialog>
  );
}

/** A sentence that names what would be lost. */
function notSentWords(taps: number, letters: number): string {
  const parts = [
    taps > 0 && (taps === 1 ? "1 update" : `${taps} updates`),
    letters > 0 && (letters === 1 ? "1 report or photo" : `${letters} reports or photos`),
  ].filter((part) => part !== false);
  return taps + letters === 1
    ? `${parts[0]} is only on this phone. If you sign out now, it is deleted and dispatch will not get it.`
    : `${parts.join(" and ")} are only on this phone. If you sign out now, they are deleted and dispatch will not get them.`;
}
