import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from "react";
import { digitsOf } from "../../src/accounts/rules";
import { classNames } from "./class-names";
import { FieldError } from "./field";
import { useWords } from "../words/use-words";

interface CodeFieldProps {
  /** The accessible name of the group, such as "4-digit code". */
  label: string;
  /** The typed digits; a space is an empty box before a filled one. */
  value: string;
  onValue: (value: string) => void;
  /** The number of boxes, one per digit. */
  digits?: 4 | 6;
  error?: string | null | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
}

/** Returns whether every box has a digit. */
export function isCodeComplete(value: string, digits: 4 | 6 = 4): boolean {
  return value.length === digits && /^[0-9]+$/.test(value);
}

/**
 * A one-time code, one digit per box. Typing moves to the next box. Backspace on an empty box returns to the previous
 * one and clears it. The arrows, Home and End move. Pasting, and the phone's code autofill, fill from the current box
 * on. Accepts digits of every script, converted to 0 to 9.
 */
export function CodeField({
  label,
  value,
  onValue,
  digits = 4,
  error,
  disabled,
  autoFocus,
}: CodeFieldProps) {
  const t = useWords();
  const id = useId();
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const boxDigits = Array.from({ length: digits }, (_, at) => (value[at] ?? "").trim());

  const focus = (at: number) => {
    const box = inputs.current[Math.max(0, Math.min(digits - 1, at))];
    box?.focus();
    box?.select();
  };
  const fillFrom = (box: number, typed: string) => {
    if (typed === "") return;
    // Autofill enters a whole code at once, whichever box has the focus.
    const at = typed.length >= digits ? 0 : box;
    const next = [...boxDigits];
    [...typed].slice(0, digits - at).forEach((digit, offset) => {
      next[at + offset] = digit;
    });
    onValue(joinDigits(next));
    focus(at + typed.length);
  };
  const clear = (at: number) => {
    const next = [...boxDigits];
    next[at] = "";
    onValue(joinDigits(next));
  };

  const onType = (at: number, text: string) => {
    const typed = digitsOf(text);
    const currentDigit = boxDigits[at] ?? "";
    if (text === "") return clear(at);
    // A digit typed into a filled box arrives as two digits, with the new one on either side. Uses the new one.
    if (typed.length === 2 && currentDigit !== "" && typed.includes(currentDigit)) {
      return fillFrom(at, typed[0] === currentDigit ? typed.slice(1) : typed.slice(0, 1));
    }
    fillFrom(at, typed);
  };
  const onKey = (at: number, event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Backspace" && boxDigits[at] === "" && at > 0) {
      clear(at - 1);
      focus(at - 1);
    } else if (event.key === "ArrowLeft") focus(at - 1);
    else if (event.key === "ArrowRight") focus(at + 1);
    else if (event.key === "Home") focus(0);
    else if (event.key === "End") focus(digits - 1);
    else return;
    event.preventDefault();
  };
  const onPaste = (at: number, event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    fillFrom(at, digitsOf(event.clipboardData.getData("text")));
  };

  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      <div className="flex gap-2 sm:gap-3 rtl:justify-end" dir="ltr">
        {boxDigits.map((digit, at) => (
          <input
            aria-invalid={error ? true : undefined}
            aria-label={t("Digit {n} of {digits}", { n: at + 1, digits })}
            autoComplete={at === 0 ? "one-time-code" : "off"}
            // biome-ignore lint/a11y/noAutofocus: the screen that asks for a code asks for nothing else
            autoFocus={autoFocus && at === 0}
            className={classNames(
              // A focused box is selected as a whole, which its ring already shows.
              "control !px-0 text-center font-semibold tabular-nums selection:bg-transparent selection:text-current",
              digits === 4 ? "!h-16 !max-w-16 !text-xl" : "!h-14 !max-w-14 !text-lg",
            )}
            inputMode="numeric"
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={at}
            onChange={(event) => onType(at, event.target.value)}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => onKey(at, event)}
            onPaste={(event) => onPaste(at, event)}
            ref={(element) => {
              inputs.current[at] = element;
            }}
            type="text"
            value={digit}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

function joinDigits(boxDigits: readonly string[]): string {
  return boxDigits
    .map((digit) => digit || " ")
    .join("")
    .trimEnd();
}
