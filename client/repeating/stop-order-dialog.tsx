import { useState } from "react";
import type { Occurrence } from "../../src/reservations/standing-orders/order-contract";
import { Checkbox } from "../ui/checkbox";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { formatMoney } from "../ui/money";
import { useWords } from "../words/use-words";

/** Asks, before trips stop, whether booked trips are cancelled too, and shows what that costs. */
export function StopOrderDialog({
  what,
  booked,
  currency,
  busy,
  onStop,
  onClose,
}: {
  what: "pause" | "end";
  /** The booked trips that can be cancelled. */
  booked: readonly Occurrence[];
  currency: string;
  busy: boolean;
  onStop: (cancelTrips: boolean, feesMinor: number) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const [cancelsTrips, setCancelsTrips] = useState(false);
  const feesMinor = booked.reduce((sum, { reservation }) => sum + (reservation?.feeMinor ?? 0), 0);
  const isEnding = what === "end";
  return (
    <ConfirmDialog
      busy={busy}
      busyLabel={isEnding ? t("Ending...") : t("Pausing...")}
      confirmLabel={isEnding ? t("End the trips") : t("Pause the trips")}
      danger
      onClose={onClose}
      onConfirm={() => onStop(cancelsTrips, cancelsTrips ? feesMinor : 0)}
      open
      title={isEnding ? t("End these repeating trips?") : t("Pause these repeating trips?")}
    >
      <p>
        {isEnding
          ? t("No more trips will be booked.")
          : t("No trips will be booked until you resume them.")}
      </p>
      {booked.length > 0 && (
        <Checkbox
          checked={cancelsTrips}
          hint={
            cancelsTrips
              ? feesMinor > 0
                ? t("Cancelling costs {fee}.", { fee: formatMoney(feesMinor, currency, t) })
                : t("Cancelling costs nothing.")
              : t("These trips still take place unless you cancel them.")
          }
          label={
            booked.length === 1
              ? t("Cancel the trip that is already booked")
              : t("Cancel the {length} trips that are already booked", { length: booked.length })
          }
          onChange={({ target }) => setCancelsTrips(target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
