import { useState } from "react";
import { lazy } from "../lazy";
import { Checkbox } from "../ui/checkbox";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { stateBadges } from "../ui/state-badge";
import type { ActDialogProps, DialogAct } from "./act-props";
import { mayAct } from "./allowed-acts";
import { LandingDialog } from "./landing-dialog";
import { useReportPresence } from "../office/live/presence";
import type { MoneyAct } from "./money-dialog";
import { PinPlaceDialog } from "./pin-place-dialog";
import { ReasonDialog, type ReasonDialogProps } from "../office/reason-dialog";
import { useOffice } from "../office/calls";
import { useSeenVersion } from "./use-seen-version";
import { useCancellationPreview } from "./use-cancellation-preview";
import { driverName } from "../office/words";

const AssignDialog = lazy(async () => (await import("./assign-dialog")).AssignDialog);
const ConfirmBookingDialog = lazy(async () => (await import("./confirm-booking-dialog")).default);
const FarmOutDialog = lazy(async () => (await import("./farm-out/farm-out-dialog")).default);
const FareDialog = lazy(async () => (await import("./fare-dialog")).default);
const PriceDialog = lazy(async () => (await import("./price-dialog")).default);
const QuoteDialog = lazy(async () => (await import("./quote-dialog")).default);
const MoneyDialog = lazy(async () => (await import("./money-dialog")).default);
const PaymentDialog = lazy(async () => (await import("./payment-dialog")).default);

/** The actions with their own form. */
type ActWithForm =
  | "confirm"
  | "assign"
  | "farmOut"
  | "pin"
  | "price"
  | "quote"
  | "agree"
  | "landing"
  | "payment"
  | "fare"
  | MoneyAct;

/** The dialog of one action on one reservation. */
export function ActDialog(props: ActDialogProps) {
  useReportPresence(props.row.id, true);
  if (props.name === "confirm") return <ConfirmBookingDialog {...props} />;
  if (props.name === "assign") return <AssignDialog {...props} />;
  if (props.name === "farmOut") return <FarmOutDialog {...props} />;
  if (props.name === "pin") return <PinPlaceDialog {...props} />;
  if (props.name === "price") return <PriceDialog {...props} />;
  if (props.name === "landing") return <LandingDialog {...props} />;
  if (props.name === "quote") return <QuoteDialog {...props} />;
  if (props.name === "fare" || props.name === "agree") return <FareDialog {...props} />;
  if (props.name === "payment") return <PaymentDialog {...props} />;
  if (props.name === "record" || props.name === "refund" || props.name === "waive")
    return <MoneyDialog {...props} name={props.name} />;
  return <ConfirmForm {...props} name={props.name} />;
}

/**
 * The dialogs that ask for a reason or a confirmation. After a concurrent change the dialog keeps the typed text and
 * shows the new state.
 */
function ConfirmForm({
  name,
  row,
  act,
  onClose,
}: ActDialogProps & {
  name: Exclude<DialogAct, ActWithForm>;
}) {
  const { api, timeZone } = useOffice();
  const { seen, run: send } = useSeenVersion(row, act);
  const [isFeeWaived, setIsFeeWaived] = useState(false);
  const [includesOtherLeg, setIncludesOtherLeg] = useState(false);
  const { id, number } = row;
  const path = api.admin.reservations[":id"];
  const preview = useCancellationPreview(name === "cancel" ? seen : null);
  const knownPreview = preview === null || preview === "unknown" ? null : preview;
  const other = knownPreview?.otherLeg ?? null;
  const [isWholeBooking, setIsWholeBooking] = useState(false);
  const vehicles = isWholeBooking ? (knownPreview?.vehicles ?? []) : [];
  const feeMinor = [...(knownPreview ? [knownPreview] : []), ...vehicles].reduce(
    (sum, one) => sum + one.feeMinor + (includesOtherLeg ? (one.otherLeg?.feeMinor ?? 0) : 0),
    0,
  );
  const driverText = seen.driver ? driverName(seen.driver) : (seen.affiliate?.name ?? "the driver");

  const run = async (...work: Parameters<typeof send>) => {
    await send(...work);
    onClose();
  };

  const shared = {
    blockedReason: mayAct(name, seen.state)
      ? null
      : `This reservation is now “${stateBadges[seen.state].words}”, so this action is no longer possible.`,
    onClose,
  };
  const dialogs: Record<Exclude<DialogAct, ActWithForm>, ReasonDialogProps> = {
    reject: {
      ...shared,
      title: `Reject reservation ${number}?`,
      children: <p>We’ll tell the rider that you rejected the booking.</p>,
      reasonLabel: "Reason",
      reasonHint: "The rider will read this reason.",
      missingReasonText: "Give a short reason.",
      confirmLabel: "Reject booking",
      busyLabel: "Rejecting...",
      danger: true,
      onConfirm: (reason) =>
        run(
          (version) => path.rejection.$post({ param: { id }, json: { version, reason } }),
          `Reservation ${number} rejected`,
        ),
    },
    cancel: {
      ...shared,
      title: `Cancel reservation ${number}?`,
      children: (
        <CancellationCost
          {...{ preview, feeMinor, isFeeWaived, includesOtherLeg, isWholeBooking }}
          currency={seen.currency}
          number={number}
          onOtherLeg={setIncludesOtherLeg}
          onWaived={setIsFeeWaived}
          onWholeBooking={setIsWholeBooking}
        />
      ),
      reasonLabel: "Reason",
      confirmLabel: isWholeBooking ? "Cancel booking" : "Cancel trip",
      busyLabel: "Cancelling...",
      danger: true,
      onConfirm: (reason) =>
        run(
          (version) =>
            path.cancellation.$post({
              param: { id },
              json: {
                version,
                ...(reason && { reason }),
                ...(includesOtherLeg && other && { otherLegVersion: other.version }),
                vehicles: vehicles.map((one) => ({
                  ...{ id: one.id, version: one.version },
                  ...(includesOtherLeg &&
                    one.otherLeg && { otherLegVersion: one.otherLeg.version }),
                })),
                ...(isFeeWaived && feeMinor > 0 && { waiveFee: true }),
              },
            }),
          vehicles.length > 0
            ? `${vehicles.length + 1} vehicles cancelled`
            : `Reservation ${number} cancelled`,
        ),
    },
    unassign: {
      ...shared,
      title: `Unassign ${driverText} from reservation ${number}?`,
      children: (
        <p>
          {`The reservation goes back to “Confirmed” and needs another driver. We’ll tell ${driverText} right away.`}
        </p>
      ),
      reasonLabel: "Reason",
      confirmLabel: "Unassign driver",
      busyLabel: "Unassigning...",
      danger: true,
      onConfirm: (reason) =>
        run(
          (version) =>
            path.assignment.$delete({
              param: { id },
              json: { version, ...(reason && { reason }) },
            }),
          `${driverText} is no longer assigned to reservation ${number}`,
        ),
    },
    earlyStart: {
      ...shared,
      title: `Let the driver of reservation ${number} start early?`,
      children: (
        <p>
          {"startsAt" in seen
            ? `This driver can’t set off before ${formatMoment(seen.startsAt, timeZone, "date-time")}.`
            : "This driver can’t set off yet."}{" "}
          We’ll tell the driver that they can leave now. The rider’s cancellation fee does not
          change.
        </p>
      ),
      reasonLabel: "Reason",
      reasonHint: "The driver will read this reason. It stays in the timeline.",
      missingReasonText: "Give a short reason.",
      confirmLabel: "Let driver start",
      busyLabel: "Saving...",
      onConfirm: (reason) =>
        run(
          (version) => path["early-start"].$post({ param: { id }, json: { version, reason } }),
          `The driver of reservation ${number} can set off now`,
        ),
    },
    noShow: {
      ...shared,
      title: `Report reservation ${number} as a no-show?`,
      children: (
        <p>
          The trip ends as a no-show. The rider has to pay the no-show fee, and we’ll tell them.
          Drivers have to wait at the pickup before they can report a no-show; you can report it
          now, with a reason.
        </p>
      ),
      reasonLabel: "Reason",
      reasonHint: "The reason stays in the timeline.",
      missingReasonText: "Give a short reason.",
      confirmLabel: "Report no-show",
      busyLabel: "Reporting...",
      danger: true,
      onConfirm: (reason) =>
        run(
          (version) => path["no-show"].$post({ param: { id }, json: { version, reason } }),
          `Reservation ${number} ended as a no-show`,
        ),
    },
    reopen: {
      ...shared,
      title: `Reopen reservation ${number}?`,
      children: (
        <p>
          The trip goes back to “Completed”, and you can correct its fare. The timeline still shows
          that the trip was settled. Invoices and statements already issued do not change.
        </p>
      ),
      reasonLabel: "Reason",
      missingReasonText: "Give a short reason.",
      confirmLabel: "Reopen trip",
      busyLabel: "Reopening...",
      onConfirm: (reason) =>
        run(
          (version) => path.settlement.$delete({ param: { id }, json: { version, reason } }),
          `Reservation ${number} reopened`,
        ),
    },
  };
  return <ReasonDialog {...dialogs[name]} />;
}

/** The cost of a cancellation. */
function CancellationCost({
  preview,
  feeMinor,
  currency,
  isFeeWaived,
  onWaived,
  includesOtherLeg,
  onOtherLeg,
  number,
  isWholeBooking,
  onWholeBooking,
}: {
  preview: ReturnType<typeof useCancellationPreview>;
  /** The fee of all trips that are cancelled, in minor units. */
  feeMinor: number;
  currency: string;
  isFeeWaived: boolean;
  onWaived: (isFeeWaived: boolean) => void;
  includesOtherLeg: boolean;
  onOtherLeg: (withOther: boolean) => void;
  number: number;
  /** Whether all vehicles of the booking are cancelled. */
  isWholeBooking: boolean;
  onWholeBooking: (isWholeBooking: boolean) => void;
}) {
  const knownPreview = preview === null || preview === "unknown" ? null : preview;
  const other = knownPreview?.otherLeg ?? null;
  const otherLegs = [
    other,
    ...(isWholeBooking && knownPreview ? knownPreview.vehicles.map((one) => one.otherLeg) : []),
  ];
  const otherTripsFeeMinor = otherLegs.reduce((sum, one) => sum + (one?.feeMinor ?? 0), 0);
  const otherLegSuffix = isWholeBooking
    ? " of each vehicle"
    : other
      ? `, reservation ${other.number}`
      : "";
  const feeText = (minor: number) => (minor > 0 ? formatMoney(minor, currency) : "free");
  return (
    <div>
      <p>
        {preview === null ? (
          "Calculating the cancellation fee…"
        ) : preview === "unknown" ? (
          "The cancellation fee could not be loaded. The agreed terms still apply."
        ) : feeMinor > 0 ? (
          <>
            This is a late cancellation. Fee:{" "}
            <strong className="font-semibold text-ink">{formatMoney(feeMinor, currency)}</strong>
            {isFeeWaived && " (waived)"}.
          </>
        ) : (
          "Cancellation is free."
        )}
      </p>
      {knownPreview && knownPreview.vehicles.length > 0 && (
        <Checkbox
          checked={isWholeBooking}
          className="mt-1 text-ink"
          hint={[{ ...knownPreview, number }, ...knownPreview.vehicles]
            .map((one) => `${one.number}: ${feeText(one.feeMinor)}`)
            .join(", ")}
          label={`Cancel all ${knownPreview.vehicles.length + 1} vehicles of this booking`}
          onChange={(event) => onWholeBooking(event.target.checked)}
        />
      )}
      {other && (
        <Checkbox
          checked={includesOtherLeg}
          className="mt-1 text-ink"
          hint={
            otherTripsFeeMinor > 0
              ? `Cancelling this trip costs ${formatMoney(otherTripsFeeMinor, currency)}.`
              : "Cancelling this trip is free."
          }
          label={
            other.leads === "back"
              ? `Also cancel the return trip${otherLegSuffix}`
              : `Also cancel the outbound trip${otherLegSuffix}`
          }
          onChange={(event) => onOtherLeg(event.target.checked)}
        />
      )}
      {feeMinor > 0 && (
        <Checkbox
          checked={isFeeWaived}
          className="mt-1 text-ink"
          label="Waive fee"
          onChange={(event) => onWaived(event.target.checked)}
        />
      )}
    </div>
  );
}
