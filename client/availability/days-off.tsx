import { CalendarOff, ChevronRight, Plus, X } from "lucide-react";
import { useState } from "react";
import type { Availability, DayOff } from "../../src/availability/contract";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";
import { NoticeBanner } from "../ui/notice-banner";
import { DateField, TextField } from "../ui/text-field";
import type { AvailabilityCalls } from "./calls";
import { SectionSheet } from "./section-sheet";
import { useSectionSave } from "./use-section-save";
import { dayRangeText } from "./words";
import { useWords } from "../words/use-words";

/** The coming days off, a button to add one, and those that have ended, folded away. */
export function DaysOff({
  daysOff,
  today,
  calls,
  onSaved,
}: {
  daysOff: Availability["daysOff"];
  today: string;
  calls: AvailabilityCalls;
  onSaved: (availability: Availability) => void;
}) {
  const t = useWords();
  const [isAdding, setIsAdding] = useState(false);
  const dayOffRemoval = useSectionSave({ reload: calls.reload, onSaved });
  const { version, upcomingDays: upcoming, past } = daysOff;
  const remove = (day: DayOff) =>
    dayOffRemoval.save(
      () => calls.removeDayOff(day.id, version),
      t("{day}: no longer off", { day: dayRangeText(day, t) }),
    );
  return (
    <>
      {upcoming.length === 0 ? (
        <p className="flex items-center gap-3 text-ink-muted">
          <CalendarOff aria-hidden="true" className="shrink-0" size={20} />
          {t("No days off planned.")}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {upcoming.map((day) => (
            <li className="flex min-h-12 items-center gap-2 py-1" key={day.id}>
              <DayOffText day={day} isNow={day.fromDay <= today} />
              <IconButton
                disabled={dayOffRemoval.busy}
                icon={<X aria-hidden="true" size={18} />}
                label={t("Remove {day}", { day: dayRangeText(day, t) })}
                onClick={() => void remove(day)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 empty:hidden" role="alert">
        {dayOffRemoval.failure && (
          <NoticeBanner tone="danger">{dayOffRemoval.failure}</NoticeBanner>
        )}
      </div>
      <Button
        className="mt-3"
        icon={<Plus aria-hidden="true" size={18} />}
        onClick={() => setIsAdding(true)}
        variant="secondary"
        wide
      >
        {t("Add days off")}
      </Button>
      {past.length > 0 && (
        <details className="mt-3">
          <summary className="flex min-h-11 items-center gap-2 text-ink-muted text-sm hover:text-ink">
            <ChevronRight aria-hidden="true" className="disclosure" size={16} />
            {t("Past days off ({count})", { count: past.length })}
          </summary>
          <ul className="divide-y divide-line text-ink-muted text-sm">
            {past.map((day) => (
              <li className="flex min-h-11 items-center py-1" key={day.id}>
                <DayOffText day={day} isNow={false} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {isAdding && (
        <AddDayOffSheet
          calls={calls}
          onClose={() => setIsAdding(false)}
          onSaved={onSaved}
          today={today}
          version={version}
        />
      )}
    </>
  );
}

function DayOffText({ day, isNow }: { day: DayOff; isNow: boolean }) {
  const t = useWords();
  return (
    <span className="min-w-0 flex-1">
      <span className="block tabular-nums">
        {dayRangeText(day, t)}
        {isNow && <span className="text-accent-text text-sm"> {t("· off now")}</span>}
      </span>
      {day.note && <span className="block text-ink-muted text-sm">{day.note}</span>}
    </span>
  );
}

function AddDayOffSheet({
  version,
  today,
  calls,
  onSaved,
  onClose,
}: {
  version: number;
  today: string;
  calls: AvailabilityCalls;
  onSaved: (availability: Availability) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const saving = useSectionSave({ reload: calls.reload, onSaved });
  const [typed, setTyped] = useState({ fromDay: "", untilDay: "", note: "" });
  const field = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error: saving.faults[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value });
      saving.clear();
    },
  });
  const submit = async () => {
    if (typed.fromDay === "") return saving.showFaults({ fromDay: t("This field is required.") });
    const range = { ...typed, untilDay: typed.untilDay || typed.fromDay };
    const isSaved = await saving.save(
      () => calls.addDayOff({ version, ...range }),
      t("{range}: day off saved", { range: dayRangeText(range, t) }),
      // A single day has no field for the last day, so its error moves to the first.
      (fields) => {
        const { untilDay, ...rest } = fields;
        const isSingleDay = typed.untilDay === "" && untilDay !== undefined;
        return { fields: isSingleDay ? { ...rest, fromDay: untilDay } : fields, failure: null };
      },
    );
    if (isSaved) onClose();
  };
  return (
    <SectionSheet
      label={t("Save days off")}
      onClose={onClose}
      onSubmit={() => void submit()}
      saving={saving}
      title={t("Days off")}
    >
      <DateField {...field("fromDay")} label={t("First day")} min={today} />
      <DateField
        {...field("untilDay")}
        hint={t("Leave empty for a single day.")}
        label={t("Last day")}
        min={typed.fromDay || today}
        optional
      />
      <TextField
        {...field("note")}
        autoComplete="off"
        hint={t("Dispatch will see this note too.")}
        label={t("Note")}
        maxLength={200}
        optional
      />
    </SectionSheet>
  );
}
