import { useEffect, useState } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import { LeftPageError, useOffice } from "../office/calls";
import { ReasonDialog } from "../office/reason-dialog";
import { Checkbox } from "../ui/checkbox";
import { formatMoney } from "../ui/money";
import type { ActDialogProps } from "./act-props";
import { useSeenVersion } from "./use-seen-version";

/** Confirms one vehicle of a booking, or all that are unconfirmed. */
export default function ConfirmBookingDialog({ row, act, onClose }: ActDialogProps) {
  const { api, call } = useOffice();
  const { seen, run } = useSeenVersion(row, act);
  const [otherVehicles, setOtherVehicles] = useState<readonly ReservationRow[] | "unknown" | null>(
    null,
  );
  const [isWholeBooking, setIsWholeBooking] = useState(true);
  const orderId = row.order?.id;
  const { id, version } = seen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads them again when this reservation has changed.
  useEffect(() => {
    if (orderId === undefined) return;
    let isUnmounted = false;
    const query = { order: orderId, state: "pending" as const };
    call(api.admin.reservations.$get({ query })).then(
      ({ reservations }) => {
        if (!isUnmounted) setOtherVehicles(reservations.filter((one) => one.id !== id));
      },
      (error: unknown) => {
        if (!isUnmounted && !(error instanceof LeftPageError)) setOtherVehicles("unknown");
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call, orderId, id, version]);
  const knownOthers = Array.isArray(otherVehicles)
    ? (otherVehicles as readonly ReservationRow[])
    : [];
  const otherVehiclesToConfirm = isWholeBooking ? knownOthers : [];
  return (
    <ReasonDialog
      busyLabel="Confirming..."
      confirmLabel={
        otherVehiclesToConfirm.length > 0
          ? `Confirm ${otherVehiclesToConfirm.length + 1} vehicles`
          : "Confirm vehicle"
      }
      blockedReason={
        seen.state === "pending" ? null : `Reservation ${row.number} is no longer pending.`
      }
      onClose={onClose}
      onConfirm={async () => {
        const vehicles = otherVehiclesToConfirm.map((one) => ({
          id: one.id,
          version: one.version,
        }));
        await run(
          (seenVersion) =>
            api.admin.reservations[":id"].confirmation.$post({
              param: { id },
              json: { version: seenVersion, vehicles },
            }),
          otherVehiclesToConfirm.length > 0
            ? `${otherVehiclesToConfirm.length + 1} vehicles confirmed`
            : `Reservation ${row.number} confirmed`,
        );
        onClose();
      }}
      title={`Confirm reservation ${row.number}?`}
    >
      {otherVehicles === null && <p>Loading the other vehicles of this booking…</p>}
      {otherVehicles === "unknown" && (
        <p>
          The other vehicles of this booking could not be loaded. Only this vehicle will be
          confirmed.
        </p>
      )}
      {otherVehicles !== null && knownOthers.length === 0 && otherVehicles !== "unknown" && (
        <p>No other vehicle of this booking is waiting for confirmation.</p>
      )}
      {knownOthers.length > 0 && (
        <>
          <Checkbox
            checked={isWholeBooking}
            className="text-ink"
            hint="The rider gets one confirmation for all vehicles."
            label={`Confirm all ${knownOthers.length + 1} vehicles of this booking`}
            onChange={({ target }) => setIsWholeBooking(target.checked)}
          />
          <ul className="grid gap-1">
            {[row, ...otherVehiclesToConfirm].map((one) => (
              <li className="flex justify-between gap-3" key={one.id}>
                <span>{`${one.number}, ${one.vehicleClass.name}`}</span>
                <span className="tabular-nums">{formatMoney(one.fareMinor, one.currency)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </ReasonDialog>
  );
}
