import { useEffect, useState } from "react";
import type { TypedTime } from "../../src/dispatch/phone-booking/spoken-time-rules";
import { formatMoment } from "../ui/moment";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import { timeError } from "./draft";
import { rowClass } from "./row";

/** The pickup time as free text, and below it how the text was understood. */
export function PickupTimeRow({
  text,
  when,
  error,
  problem,
  isAmbiguous,
  repeatedHour,
  onText,
  onRepeatedHour,
}: {
  text: string;
  when: TypedTime;
  error: string | undefined;
  /** Why there is no price for that time; null if there is one. */
  problem: string | null;
  /** Whether that night's clocks show this time twice. */
  isAmbiguous: boolean;
  repeatedHour: "earlier" | "later" | null;
  onText: (text: string) => void;
  onRepeatedHour: (which: "earlier" | "later" | null) => void;
}) {
  // No error is shown while somebody is still typing.
  const [hasLeftField, setHasLeftField] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is being typed
  useEffect(() => setHasLeftField(false), [text]);
  const fault = text.trim() && hasLeftField ? timeError(when) : null;
  return (
    <>
      <TextField
        autoComplete="off"
        className={rowClass}
        dense
        error={error ?? fault ?? problem}
        hint={whenText(when) ?? "1430, tomorrow 8, fri 0930, +20 or now"}
        id="when"
        label="When"
        maxLength={60}
        name="when"
        onBlur={() => setHasLeftField(true)}
        onChange={({ target: { value } }) => onText(value)}
        spellCheck={false}
        value={text}
      />
      {isAmbiguous && when.kind === "at" && (
        <SelectField
          className={rowClass}
          dense
          hint="The clocks go back that night, so this time happens twice."
          label="Which of the two times?"
          name="repeatedHour"
          onChange={({ target: { value } }) =>
            onRepeatedHour(value === "earlier" || value === "later" ? value : null)
          }
          value={repeatedHour ?? ""}
        >
          <option value="">Choose one</option>
          <option value="earlier">The first, before the clocks go back</option>
          <option value="later">The second, after the clocks go back</option>
        </SelectField>
      )}
    </>
  );
}

/** The time of the return trip as free text, and below it how the text was understood. */
export function ReturnRow({
  text,
  local,
  error,
  onText,
}: {
  text: string;
  /** The local time as it was understood; empty while incomplete. */
  local: string;
  error: string | undefined;
  onText: (text: string) => void;
}) {
  return (
    <TextField
      autoComplete="off"
      className={rowClass}
      dense
      error={error}
      hint={
        local
          ? momentText(local)
          : text
            ? undefined
            : "1830 or sun 10: the next such time after the pickup"
      }
      id="return"
      label="Return trip"
      maxLength={60}
      name="return"
      onChange={({ target: { value } }) => onText(value)}
      optional
      spellCheck={false}
      value={text}
    />
  );
}

/** Returns how a text was understood; null while it is incomplete. */
function whenText(when: TypedTime): string | null {
  if (when.kind === "asap") return "As soon as possible";
  if (when.kind === "day")
    return `${momentText(`${when.day}T00:00`).replace(/, .*/, "")}, at what time?`;
  return when.kind === "at" ? momentText(when.local) : null;
}

function momentText(local: string): string {
  return formatMoment(`${local}:00Z`, "UTC", "date-time");
}
