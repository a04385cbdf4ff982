import { useState } from "react";
import type {
  ChangeStandingOrder,
  StandingOrder,
} from "../../src/reservations/standing-orders/order-contract";
import { patternDays } from "../../src/reservations/standing-orders/order-rules";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog } from "../ui/dialog";
import { formatMoney } from "../ui/money";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import { EndFields, isValidEnd } from "./repeat-fields";
import { useWords } from "../words/use-words";
import { dayText } from "./repeat-words";

/** Changes the time of day or the end, and whether trips that are already booked change too. */
export function ChangeOrderDialog({
  order,
  busy,
  onChange,
  onClose,
}: {
  order: StandingOrder;
  busy: boolean;
  onChange: (change: Omit<ChangeStandingOrder, "version">) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const [pickupTime, setPickupTime] = useState(order.pickupTime);
  const [from, setFrom] = useState("");
  const [end, setEnd] = useState(order.end);
  const [cancelsTrips, setCancelsTrips] = useState(false);
  const changesTime = pickupTime !== order.pickupTime && pickupTime !== "";
  const changesEnd = JSON.stringify(end) !== JSON.stringify(order.end);
  const bookedOccurrences = order.occurrences.filter(({ kind }) => kind === "booked");
  const isEndValid = isValidEnd(end);
  const days = new Set(
    patternDays(
      {
        ...order,
        endsOn: end.kind === "on" ? end.day : null,
        endsAfter: end.kind === "after" ? end.trips : null,
      },
      order.bookedUntil,
    ),
  );
  const tripsAfterEnd =
    changesEnd && isEndValid
      ? bookedOccurrences.filter(
          ({ day, reservation }) => !days.has(day) && reservation?.cancellable,
        )
      : [];
  const feesMinor = tripsAfterEnd.reduce(
    (sum, { reservation }) => sum + (reservation?.feeMinor ?? 0),
    0,
  );
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="secondary">
            {t("Go back")}
          </Button>
          <Button
            busy={busy}
            busyLabel={t("Changing...")}
            disabled={(!changesTime && !changesEnd) || !isEndValid}
            onClick={() =>
              onChange({
                from: changesTime && from !== "" ? from : null,
                ...(changesTime && { pickupTime }),
                ...(changesEnd && { end }),
                cancelTrips: cancelsTrips && tripsAfterEnd.length > 0,
                feesMinor: cancelsTrips ? feesMinor : 0,
              })
            }
          >
            {t("Change the trips")}
          </Button>
        </>
      }
      onClose={onClose}
      open
      isSticky
      title={t("Change these repeating trips")}
      wide
    >
      <div className="grid gap-4 text-ink">
        <TextField
          label={t("Pickup time")}
          onChange={({ target }) => setPickupTime(target.value)}
          type="time"
          value={pickupTime}
        />
        {changesTime && (
          <SelectField
            label={t("Which trips")}
            onChange={({ target }) => setFrom(target.value)}
            value={from}
          >
            <option value="">{t("Only trips that are not booked yet")}</option>
            {bookedOccurrences.map(({ day }) => (
              <option key={day} value={day}>
                {t("{day} and the following", { day: dayText(day, t) })}
              </option>
            ))}
          </SelectField>
        )}
        {changesTime && from !== "" && (
          <p className="text-ink-muted text-sm">
            {t("These bookings get the new time at today’s price.")}
          </p>
        )}
        <EndFields end={end} firstDay={order.startsOn} onEnd={setEnd} />
        {tripsAfterEnd.length > 0 && (
          <Checkbox
            checked={cancelsTrips}
            hint={
              cancelsTrips
                ? feesMinor > 0
                  ? t("Cancelling costs {fee}.", { fee: formatMoney(feesMinor, order.currency, t) })
                  : t("Cancelling costs nothing.")
                : t("These trips still take place unless you cancel them.")
            }
            label={
              tripsAfterEnd.length === 1
                ? t("Cancel the booked trip after the last day")
                : t("Cancel the {length} booked trips after the last day", {
                    length: tripsAfterEnd.length,
                  })
            }
            onChange={({ target }) => setCancelsTrips(target.checked)}
          />
        )}
      </div>
    </Dialog>
  );
}
