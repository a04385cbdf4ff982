import { useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import type { Repeat, StandingOrder } from "../../src/reservations/standing-orders/order-contract";
import { addDays } from "../../src/reservations/standing-orders/order-rules";
import { FormFailure } from "../forms/form";
import { useActions } from "../forms/use-actions";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { localDay } from "../ui/moment";
import { TextField } from "../ui/text-field";
import type { OrderCalls } from "./order-calls";
import { isValidEnd, weeklyRepeatFrom } from "./repeat-fields";
import { failureTextOf, RepeatForm } from "./repeat-form";
import { useWords } from "../words/use-words";

/** Asks how to repeat a booked trip, and books the repeats. For a past trip, they start on another day. */
export function RepeatDialog({
  calls,
  trip,
  onClose,
  onRepeated,
}: {
  calls: OrderCalls;
  trip: Pick<Reservation, "id" | "pickupAt" | "pickupLocal" | "savedCard">;
  onClose: () => void;
  onRepeated: (order: StandingOrder) => void;
}) {
  const { timeZone } = useRouter().options.context.settings;
  const t = useWords();
  const tripDay = trip.pickupLocal.slice(0, 10);
  const isPastTrip = Date.parse(trip.pickupAt) <= Date.now();
  const [firstDay, setFirstDay] = useState(() =>
    isPastTrip ? nextSameWeekday(tripDay, localDay(new Date().toISOString(), timeZone)) : tripDay,
  );
  const [repeat, setRepeat] = useState<Repeat>(() => weeklyRepeatFrom(firstDay));
  const actions = useActions({ failureTextOf });
  const withStartDay = useCallback(
    (pattern: Repeat): Repeat => ({ ...pattern, ...(isPastTrip && { startsOn: firstDay }) }),
    [isPastTrip, firstDay],
  );
  const loadPreview = useCallback(
    (pattern: Repeat) => calls.preview(trip.id, withStartDay(pattern)),
    [calls, trip.id, withStartDay],
  );
  const book = () =>
    actions.act("book", () => calls.repeat(trip.id, withStartDay(repeat)), onRepeated);
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="secondary">
            {t("Go back")}
          </Button>
          <Button
            busy={actions.busy}
            busyLabel={t("Booking...")}
            disabled={!isValidEnd(repeat.end)}
            onClick={() => void book()}
          >
            {t("Book these trips")}
          </Button>
        </>
      }
      onClose={onClose}
      open
      isSticky
      title={t("Repeat this trip")}
      wide
    >
      <div className="grid gap-4">
        {isPastTrip && (
          <TextField
            label={t("First trip")}
            onChange={({ target }) => {
              if (!target.value) return;
              setFirstDay(target.value);
              setRepeat({ ...repeat, ...weeklyRepeatFrom(target.value), end: repeat.end });
            }}
            type="date"
            value={firstDay}
          />
        )}
        <RepeatForm
          card={trip.savedCard}
          firstDay={firstDay}
          load={loadPreview}
          onValue={setRepeat}
          value={repeat}
        />
        <FormFailure form={actions} />
      </div>
    </Dialog>
  );
}

function nextSameWeekday(day: string, today: string): string {
  let next = day;
  while (next <= today) next = addDays(next, 7);
  return next;
}
