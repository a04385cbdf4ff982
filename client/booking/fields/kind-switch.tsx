import { useIsOffered } from "../../use-is-offered";
import type { BookingDraft } from "../draft";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

const switchStyle =
  "flex min-h-11 items-center justify-center rounded-md px-1 text-center font-medium text-ink-muted text-sm transition has-checked:bg-surface-raised has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-focus";
const frame = "grid gap-1 rounded-lg border border-line bg-surface-sunken p-1";

const kinds = [
  { value: "one_way", words: phrase("One way") },
  { value: "hourly", words: phrase("By the hour") },
  { value: "home_care", words: phrase("Care") },
  { value: "roadside_assistance", words: phrase("Roadside") },
  { value: "interpreter", words: phrase("Interpreter") },
] as const;

const columns: Record<number, string> = {
  2: "sm:grid-cols-2",
  3: "sm:grid-cols-3",
  4: "sm:grid-cols-4",
  5: "sm:grid-cols-5",
};

/** The kind of trip: a ride, an hourly hire or one of the services. Native radios, side by side. */
export function KindSwitch({
  kind,
  onKind,
}: {
  kind: BookingDraft["kind"];
  onKind: (kind: BookingDraft["kind"]) => void;
}) {
  const t = useWords();
  const isOffered = useIsOffered();
  // A kind that the operator no longer offers stays selected until another is chosen.
  const shownKinds = kinds.filter(({ value }) => isOffered(value) || value === kind);
  if (shownKinds.length === 1) return null;
  return (
    <fieldset className={`${frame} grid-cols-6 ${columns[shownKinds.length] ?? ""}`}>
      <legend className="sr-only">{t("Kind of ride")}</legend>
      {shownKinds.map(({ value, words }, at) => (
        <label
          className={`${switchStyle} sm:col-span-1 ${at < 2 || shownKinds.length === 4 ? "col-span-3" : shownKinds.length === 3 ? "col-span-6" : "col-span-2"}`}
          key={value}
        >
          <input
            checked={kind === value}
            className="sr-only"
            name="kind"
            onChange={() => onKind(value)}
            type="radio"
            value={value}
          />
          {t.of<string>(words)}
        </label>
      ))}
    </fieldset>
  );
}

const meetings = [
  { value: "rides_along", words: phrase("Rides along") },
  { value: "meets_there", words: phrase("Meets me there") },
] as const;

/** Whether the interpreter rides along or waits at a place. */
export function MeetingSwitch({
  meeting,
  onMeeting,
}: {
  meeting: BookingDraft["meeting"];
  onMeeting: (meeting: BookingDraft["meeting"]) => void;
}) {
  const t = useWords();
  return (
    <fieldset className={`${frame} grid-cols-2`}>
      <legend className="sr-only">{t("Where the interpreter is")}</legend>
      {meetings.map(({ value, words }) => (
        <label className={switchStyle} key={value}>
          <input
            checked={meeting === value}
            className="sr-only"
            name="meeting"
            onChange={() => onMeeting(value)}
            type="radio"
            value={value}
          />
          {t.of<string>(words)}
        </label>
      ))}
    </fieldset>
  );
}
