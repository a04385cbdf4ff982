import type { UnpaidTrip } from "../../src/payments/contract";
import { PayLinkActions } from "../trip-acts/pay-link-acts";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";

/** Asks the rider of an unpaid trip or fee to pay by a link, sends it again, copies and revokes it. */
export function PayLinkDialog({ row, onClose }: { row: UnpaidTrip; onClose: () => void }) {
  return (
    <Dialog
      actions={
        <Button onClick={onClose} size="small" variant="secondary">
          Close
        </Button>
      }
      onClose={onClose}
      open
      title={`Payment link of reservation ${row.number}`}
    >
      <p className="mb-3 text-ink-muted text-sm">
        There is only one link at a time: a new link replaces the old one.
      </p>
      <PayLinkActions reservation={row} />
    </Dialog>
  );
}
