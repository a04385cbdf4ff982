import type { BookingDraft } from "./draft";

const kinds = [
  { value: "one_way", words: "One way" },
  { value: "hourly", words: "By the hour" },
] as const;

/** From door to door, or a car that stays: two native radios side by side. */
export function KindSwitch({
  kind,
  onKind,
}: {
  kind: BookingDraft["kind"];
  onKind: (kind: BookingDraft["kind"]) => void;
}) {
  return (
    <fieldset className="grid grid-cols-2 gap-1 rounded-lg border border-line bg-surface-sunken p-1">
      <legend className="sr-only">Kind of ride</legend>
      {kinds.map(({ value, words }) => (
        <label
          className="flex min-h-11 items-center justify-center rounded-md font-medium text-ink-muted transition has-checked:bg-surface-raised has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-focus"
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
          {words}
        </label>
      ))}
    </fieldset>
  );
}
