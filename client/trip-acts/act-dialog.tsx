import { useState } from "react";
import { lazy } from "../lazy";
import { Checkbox } from "../ui/checkbox";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { stateLook } from "../ui/state-badge";
import type { ActDialogProps, AskedAct } from "./act-props";
import { mayAct } from "./allowed-acts";
import { LandingDialog } from "./landing-dialog";
import { usePresent } from "../office/live/presence";
import { PinDialog } from "./pin-dialog";
import { ReasonDialog, type ReasonDialogProps } from "../office/reason-dialog";
import { useOffice } from "../office/calls";
import { useSeenVersion } from "./use-seen-version";
import { useCancellationPreview } from "./use-cancellation-preview";
import { driverName } from "../office/words";

const AssignDialog = lazy(async () => (await import("./assign-dialog")).AssignDialog);
const FareDialog = lazy(async () => (await import("./fare-dialog")).default);
const PriceDialog = lazy(async () => (await import("./price-dialog")).default);
const PaymentDialog = lazy(async () => (await import("./payment-dialog")).default);

/** The dialog of one act on one reservation. */
export function ActDialog(props: ActDialogProps) {
  usePresent(props.row.id, true);
  if (props.name === "assign") return <AssignDialog {...props} />;
  if (props.name === "pin") return <PinDialog {...props} />;
  if (props.name === "price") return <PriceDialog {...props} />;
  if (props.name === "landing") return <LandingDialog {...props} />;
  if (props.name === "fare") return <FareDialog {...props} />;
  if (props.name === "payment") return <PaymentDialog {...props} />;
  return <AskForm {...props} name={props.name} />;
}

/**
 * The dialogs that ask for a reason or a yes. When somebody else was faster, the dialog stays with
 * what was typed and shows what the reservation has become.
 */
function AskForm({
  name,
  row,
  act,
  onClose,
}: ActDialogProps & {
  name: Exclude<AskedAct, "assign" | "pin" | "price" | "landing" | "payment" | "fare">;
}) {
  const { api, timeZone } = useOffice();
  const { seen, run: send } = useSeenVersion(row, act);
  const [waived, setWaived] = useState(false);
  const [withOther, setWithOther] = useState(false);
  const { id, number } = row;
  const path = api.admin.reservations[":id"];
  const preview = useCancellationPreview(name === "cancel" ? seen : null);
  const known = preview === null || preview === "unknown" ? null : preview;
  const other = known?.otherWay ?? null;
  const ownFeeMinor = known?.feeMinor ?? 0;
  const feeMinor = ownFeeMinor + (withOther && other ? other.feeMinor : 0);
  const driver = seen.driver ? driverName(seen.driver) : "the driver";

  const run = async (...work: Parameters<typeof send>) => {
    await send(...work);
    onClose();
  };

  const shared = {
    impossible: mayAct(name, seen.state)
      ? null
      : `This reservation is now “${stateLook[seen.state].words}”: this step is no longer possible.`,
    onClose,
  };
  const dialogs: Record<
    Exclude<AskedAct, "assign" | "pin" | "price" | "landing" | "payment" | "fare">,
    ReasonDialogProps
  > = {
    reject: {
      ...shared,
      title: `Reject reservation ${number}?`,
      children: <p>The booking ends here and the rider is told.</p>,
      reasonLabel: "Reason",
      reasonHint: "The rider reads it.",
      reasonMissing: "Say why, in a few words.",
      confirmLabel: "Reject the booking",
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
          {...{ preview, feeMinor, waived, withOther }}
          currency={seen.currency}
          onOther={setWithOther}
          onWaived={setWaived}
        />
      ),
      reasonLabel: "Reason",
      confirmLabel: "Cancel the trip",
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
                ...(withOther && other && { otherWayVersion: other.version }),
                ...(waived && feeMinor > 0 && { waiveFee: true }),
              },
            }),
          `Reservation ${number} cancelled`,
        ),
    },
    unassign: {
      ...shared,
      title: `Take ${driver} off reservation ${number}?`,
      children: (
        <p>
          The reservation goes back to “Confirmed” and needs another driver. {driver} is told at
          once.
        </p>
      ),
      reasonLabel: "Reason",
      confirmLabel: "Take off",
      busyLabel: "Taking off...",
      danger: true,
      onConfirm: (reason) =>
        run(
          (version) =>
            path.assignment.$delete({
              param: { id },
              json: { version, ...(reason && { reason }) },
            }),
          `${driver} is off reservation ${number}`,
        ),
    },
    earlyStart: {
      ...shared,
      title: `Let the driver of reservation ${number} start early?`,
      children: (
        <p>
          {"startsAt" in seen
            ? `This driver can’t set off until ${formatMoment(seen.startsAt, timeZone, "date-time")}.`
            : "This driver can’t set off yet."}{" "}
          We’ll tell them they can leave now. The rider’s cancellation fee stays the same.
        </p>
      ),
      reasonLabel: "Reason",
      reasonHint: "The driver reads it, and the timeline keeps it.",
      reasonMissing: "Say why, in a few words.",
      confirmLabel: "Let them start",
      busyLabel: "Saving...",
      onConfirm: (reason) =>
        run(
          (version) => path["early-start"].$post({ param: { id }, json: { version, reason } }),
          `The driver of reservation ${number} can set off now`,
        ),
    },
    noShow: {
      ...shared,
      title: `Did nobody come for reservation ${number}?`,
      children: (
        <p>
          The trip ends as a no-show with its fee, and the rider is told. Drivers have to wait
          before they say so; you do not, and give a reason instead.
        </p>
      ),
      reasonLabel: "Reason",
      reasonHint: "The timeline keeps it.",
      reasonMissing: "Say why, in a few words.",
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
          It goes back to “Completed”, where its fare can be corrected. The timeline keeps that it
          was settled, and an invoice or a statement that tells of it stays as it is.
        </p>
      ),
      reasonLabel: "Reason",
      reasonMissing: "Say why, in a few words.",
      confirmLabel: "Reopen",
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

/** What a cancellation costs, and what can be said of that. */
function CancellationCost({
  preview,
  feeMinor,
  currency,
  waived,
  onWaived,
  withOther,
  onOther,
}: {
  preview: ReturnType<typeof useCancellationPreview>;
  /** Of the other way too, where that is cancelled with it. */
  feeMinor: number;
  currency: string;
  waived: boolean;
  onWaived: (waived: boolean) => void;
  withOther: boolean;
  onOther: (withOther: boolean) => void;
}) {
  const other = preview === null || preview === "unknown" ? null : preview.otherWay;
  return (
    <div>
      <p>
        {preview === null ? (
          "What it costs is being worked out…"
        ) : preview === "unknown" ? (
          "What it costs could not be asked. The prices that were agreed hold."
        ) : feeMinor > 0 ? (
          <>
            This is late: the cancellation costs{" "}
            <strong className="font-semibold text-ink">{formatMoney(feeMinor, currency)}</strong>
            {waived && ", which is waived"}.
          </>
        ) : (
          "The cancellation is free of charge."
        )}
      </p>
      {other && (
        <Checkbox
          checked={withOther}
          className="mt-1 text-ink"
          hint={
            other.feeMinor > 0
              ? `Its cancellation costs ${formatMoney(other.feeMinor, currency)}.`
              : "Its cancellation is free of charge."
          }
          label={
            other.leads === "back"
              ? `Cancel the way back too, reservation ${other.number}`
              : `Cancel the way there too, reservation ${other.number}`
          }
          onChange={(event) => onOther(event.target.checked)}
        />
      )}
      {feeMinor > 0 && (
        <Checkbox
          checked={waived}
          className="mt-1 text-ink"
          label="Waive the fee"
          onChange={(event) => onWaived(event.target.checked)}
        />
      )}
    </div>
  );
}
