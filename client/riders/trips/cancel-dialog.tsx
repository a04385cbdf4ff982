import { useState } from "react";
import type {
  CancellationPreview,
  CancelReservation,
  Reservation,
} from "../../../src/reservations/contract";
import { Checkbox } from "../../ui/checkbox";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatMoney } from "../../ui/money";
import { RichSentence, useWords } from "../../words/use-words";

/**
 * Asks for confirmation before a trip is cancelled. Shows the fee, and offers to cancel the other leg and the other
 * vehicles of the booking too, each with its fee.
 */
export default function CancelDialog({
  trip,
  preview,
  busy,
  onCancel,
  onClose,
}: {
  trip: Reservation;
  preview: CancellationPreview;
  busy: boolean;
  onCancel: (body: CancelReservation) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const [includesOtherLeg, setIncludesOtherLeg] = useState(false);
  const [isWholeBooking, setIsWholeBooking] = useState(false);
  const { currency, otherLeg } = preview;
  const vehicles = isWholeBooking ? preview.vehicles : [];
  const thisVehicle = { ...preview, number: trip.number, vehicleClass: trip.vehicleClass };
  const sum = (amounts: readonly number[]) => amounts.reduce((all, minor) => all + minor, 0);
  const feeMinor = sum([preview, ...vehicles].map((one) => one.feeMinor));
  const otherLegFeeMinor = sum([preview, ...vehicles].map((one) => one.otherLeg?.feeMinor ?? 0));
  const money = (minor: number) => formatMoney(minor, currency, t);
  const otherLegVersionOf = (leg: { version: number } | null) =>
    includesOtherLeg && leg ? { otherLegVersion: leg.version } : {};
  return (
    <ConfirmDialog
      busy={busy}
      busyLabel={t("Cancelling...")}
      cancelLabel={t("Keep the trip")}
      confirmLabel={isWholeBooking ? t("Cancel booking") : t("Cancel trip")}
      danger
      onClose={onClose}
      onConfirm={() =>
        onCancel({
          version: trip.version,
          ...otherLegVersionOf(otherLeg),
          vehicles: vehicles.map((one) => ({
            ...{ id: one.id, version: one.version },
            ...otherLegVersionOf(one.otherLeg),
          })),
        })
      }
      open
      title={t("Cancel this trip?")}
    >
      {feeMinor > 0 ? (
        <p>
          <RichSentence
            fee={<strong className="text-ink">{money(feeMinor)}</strong>}
            text="Cancelling this late costs {fee}."
          />
        </p>
      ) : (
        <p>{t("Cancelling now costs nothing.")}</p>
      )}
      {preview.vehicles.length > 0 && (
        <Checkbox
          checked={isWholeBooking}
          className="mt-2 text-ink"
          hint={[thisVehicle, ...preview.vehicles]
            .map((one) =>
              t("Trip {number}, {car}: {fee}", {
                number: one.number,
                car: t.known(one.vehicleClass.name, "name"),
                fee: one.feeMinor > 0 ? money(one.feeMinor) : t("Free"),
              }),
            )
            .join(" · ")}
          label={t("Cancel all vehicles of this booking")}
          name="vehicles"
          onChange={(event) => setIsWholeBooking(event.target.checked)}
        />
      )}
      {otherLeg && (
        <Checkbox
          checked={includesOtherLeg}
          className="mt-2 text-ink"
          hint={
            otherLegFeeMinor > 0
              ? t("Cancelling costs {fee}.", { fee: money(otherLegFeeMinor) })
              : t("Cancelling costs nothing.")
          }
          label={
            otherLeg.leads === "back"
              ? isWholeBooking
                ? t("Cancel the return trips too")
                : t("Cancel the return trip too, trip {number}", { number: otherLeg.number })
              : isWholeBooking
                ? t("Cancel the outbound trips too")
                : t("Cancel the outbound trip too, trip {number}", { number: otherLeg.number })
          }
          name="otherLeg"
          onChange={(event) => setIncludesOtherLeg(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
