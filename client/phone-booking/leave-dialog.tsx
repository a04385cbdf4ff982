import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";

/** Asks for confirmation before typed text is lost. */
export function LeaveDialog({
  onDiscard,
  onKeep,
  onClose,
}: {
  onDiscard: () => void;
  onKeep: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      actions={
        <>
          <Button className="sm:me-auto" onClick={onClose} size="small" variant="quiet">
            Go back
          </Button>
          <Button onClick={onDiscard} size="small" variant="danger">
            Discard booking
          </Button>
          <Button autoFocus onClick={onKeep} size="small">
            Keep for later
          </Button>
        </>
      }
      onClose={onClose}
      open
      title="Leave this booking?"
    >
      Nothing is booked yet. If you keep this booking for later, press N in this tab to return to
      it.
    </Dialog>
  );
}
