import { useCallback, useEffect, useState } from "react";
import type { Repeat } from "../../../src/reservations/standing-orders/order-contract";
import { type Api, read } from "../../api";
import { useLazy } from "../../lazy";
import { Checkbox } from "../../ui/checkbox";
import type { BookingDraft } from "../draft";
import { useWords } from "../../words/use-words";

const loadRepeatForm = async () => {
  const [{ RepeatForm }, { weeklyRepeatFrom, withFirstDay }] = await Promise.all([
    import("../../repeating/repeat-form"),
    import("../../repeating/repeat-fields"),
  ]);
  return { RepeatForm, weeklyRepeatFrom, withFirstDay };
};

/** Whether the trip is booked once or repeated. The pattern's form loads when it is needed. */
export function RepeatTripField({
  api,
  draft,
  quote,
  vehicleClassId,
  error,
  update,
}: {
  api: Api;
  draft: BookingDraft;
  /** The signed quote of the trip. */
  quote: string;
  vehicleClassId: string;
  error: string | null;
  update: (change: Partial<BookingDraft>) => void;
}) {
  const t = useWords();
  const [isRepeating, setIsRepeating] = useState(draft.repeat !== null);
  return (
    <section className="grid gap-2">
      <Checkbox
        checked={isRepeating}
        error={error}
        hint={
          isRepeating
            ? undefined
            : t("On the same days each week, such as for treatment or school.")
        }
        label={t("Repeat this trip")}
        name="repeat"
        onChange={({ target }) => {
          setIsRepeating(target.checked);
          if (!target.checked) update({ repeat: null });
        }}
      />
      {isRepeating && (
        <RepeatPattern
          {...{ api, draft, quote, vehicleClassId }}
          onRepeat={(repeat) => update({ repeat })}
        />
      )}
    </section>
  );
}

function RepeatPattern({
  api,
  draft: { date, repeat, payment, card },
  quote,
  vehicleClassId,
  onRepeat,
}: {
  api: Api;
  draft: BookingDraft;
  quote: string;
  vehicleClassId: string;
  onRepeat: (repeat: Repeat) => void;
}) {
  const t = useWords();
  const repeatModule = useLazy(loadRepeatForm);
  const fittedRepeat =
    repeatModule &&
    (repeat ? repeatModule.withFirstDay(repeat, date) : repeatModule.weeklyRepeatFrom(date));
  const isAdjusted = fittedRepeat !== null && fittedRepeat !== repeat;
  useEffect(() => {
    // If the trip moves to another weekday, the pattern starts on that day.
    if (isAdjusted) onRepeat(fittedRepeat);
  });
  const loadPreview = useCallback(
    (pattern: Repeat) =>
      read(
        api["standing-orders"].preview.$post({ json: { quote, vehicleClassId, repeat: pattern } }),
      ),
    [api, quote, vehicleClassId],
  );
  if (!repeatModule || !repeat)
    return (
      <p aria-busy="true" className="text-ink-muted" role="status">
        {t("Loading...")}
      </p>
    );
  return (
    <repeatModule.RepeatForm
      card={payment === "card" ? card : null}
      firstDay={date}
      load={loadPreview}
      onValue={onRepeat}
      value={repeat}
    />
  );
}
