import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";

/** Asks before something typed is lost. */
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
            Discard it
          </Button>
          <Button autoFocus onClick={onKeep} size="small">
            Keep it for later
          </Button>
        </>
      }
      onClose={onClose}
      open
      title="Leave this booking?"
    >
      Nothing is booked yet. What was typed can wait in this tab: N brings it back.
    </Dialog>
  );
}
