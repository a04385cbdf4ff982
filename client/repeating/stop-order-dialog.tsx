import { useState } from "react";
import type { Occurrence } from "../../src/reservations/order-contract";
import { Checkbox } from "../ui/checkbox";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { formatMoney } from "../ui/money";

/** Before trips stop: whether those that are booked go as well, and what that costs. */
export function StopOrderDialog({
  what,
  booked,
  currency,
  busy,
  onStop,
  onClose,
}: {
  what: "pause" | "end";
  /** Those that can be cancelled. */
  booked: readonly Occurrence[];
  currency: string;
  busy: boolean;
  onStop: (cancelTrips: boolean, feesMinor: number) => void;
  onClose: () => void;
}) {
  const [cancels, setCancels] = useState(false);
  const feesMinor = booked.reduce((sum, { reservation }) => sum + (reservation?.feeMinor ?? 0), 0);
  const ends = what === "end";
  return (
    <ConfirmDialog
      busy={busy}
      busyLabel={ends ? "Ending..." : "Pausing..."}
      confirmLabel={ends ? "End the trips" : "Pause the trips"}
      danger
      onClose={onClose}
      onConfirm={() => onStop(cancels, cancels ? feesMinor : 0)}
      open
      title={ends ? "End these repeating trips?" : "Pause these repeating trips?"}
    >
      <p>{ends ? "No more trips are booked." : "No more trips are booked until you go on."}</p>
      {booked.length > 0 && (
        <Checkbox
          checked={cancels}
          hint={
            cancels
              ? feesMinor > 0
                ? `That costs ${formatMoney(feesMinor, currency)}.`
                : "That costs nothing."
              : "They take place unless you cancel them."
          }
          label={
            booked.length === 1
              ? "Cancel the trip that is booked already"
              : `Cancel the ${booked.length} trips that are booked already`
          }
          onChange={({ target }) => setCancels(target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
