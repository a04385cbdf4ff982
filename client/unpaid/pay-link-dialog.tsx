import type { UnpaidTrip } from "../../src/payments/contract";
import { PayLinkActions } from "../trip-acts/pay-link-acts";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";

/** Sends the rider of an unpaid trip or fee a payment link; the link can be sent again, copied and revoked. */
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
