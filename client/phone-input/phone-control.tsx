import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
} from "react";
import { classNames } from "../ui/class-names";
import type { ControlProps } from "../ui/field";
import { Glyph } from "../ui/glyph";
import type { Edit, PhoneText, TypingRules } from "./number-text";
import type { PhoneParts } from "./phone-parts";
import { chevron, pickerStyle } from "./picker-style";

interface PhoneControlProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "type"> {
  control: ControlProps;
  /** Whether a text is a phone number; if not, this is a plain text field. By default it always is. */
  isPhone?: (text: string) => boolean;
  /** The lazily loaded parts. While they are null, typed text isn't changed. */
  parts: PhoneParts | null;
  value: PhoneText;
  /** The countries at the top of the list. */
  first?: readonly string[];
  rules?: TypingRules;
  onValue: (value: PhoneText, by: "typing" | "choice") => void;
}

/**
 * A phone number field: country, calling code and number. The input stays the same element whether it takes
 * a phone number or plain text, so that focus, caret and a phone's keyboard survive the change. The caret
 * keeps its place among the digits while they are grouped.
 */
export function PhoneControl({
  control,
  isPhone = returnTrue,
  parts,
  value,
  first = [],
  rules,
  onValue,
  ...input
}: PhoneControlProps) {
  const isPhoneNumber = isPhone(value.text);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const mustFocusNumber = useRef(false);
  const [, rerender] = useReducer((count: number) => count + 1, 0);

  const applyEdit = (edit: Edit) => {
    // When the text becomes an e-mail address, the number's grouping is removed.
    const next =
      parts && (isPhoneNumber || isPhone(edit.raw))
        ? parts.typePhone(value, edit, rules)
        : { text: edit.raw, country: value.country, caret: edit.caret };
    if (next.text !== edit.raw) {
      caret.current = next.caret;
      // Renders even if the text is unchanged, because React would move the caret to its end.
      rerender();
    }
    onValue({ text: next.text, country: next.country }, "typing");
  };

  // The value that was typed or restored by the browser before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes alive
  useLayoutEffect(() => {
    const raw = field.current?.value ?? "";
    if (raw !== value.text) applyEdit({ raw, caret: field.current?.selectionStart ?? raw.length });
  }, []);
  useLayoutEffect(() => {
    const element = field.current;
    if (element && caret.current !== null && document.activeElement === element) {
      element.setSelectionRange(caret.current, caret.current);
    }
    caret.current = null;
  });
  // After choosing a country, people type the number. The closing list returns the focus to its button first.
  useEffect(() => {
    if (!mustFocusNumber.current) return;
    mustFocusNumber.current = false;
    field.current?.focus();
    field.current?.setSelectionRange(value.text.length, value.text.length);
  });

  const prefix = isPhoneNumber && parts ? parts.prefixOf(value.text, value.country) : "";
  let countryControl: ReactNode = null;
  if (isPhoneNumber) {
    countryControl = parts ? (
      <parts.CountryPicker
        box={box}
        country={value.country}
        first={first}
        onChoose={(iso2, isFromList) => {
          mustFocusNumber.current = isFromList;
          onValue(parts.changeCountry(value, iso2), "choice");
        }}
      />
    ) : (
      <span aria-hidden="true" className={classNames(pickerStyle, "text-ink-faint")}>
        <span className="h-4 w-6 rounded-[2px] bg-surface-sunken" />
        <Glyph d={chevron} size={16} />
      </span>
    );
  }

  return (
    <div className="control-group" ref={box}>
      {countryControl}
      {prefix !== "" && (
        <span aria-hidden="true" className="ps-1 text-ink-muted tabular-nums">
          {prefix}
        </span>
      )}
      <input
        {...input}
        {...control}
        className={classNames(isPhoneNumber && "!ps-1.5 tabular-nums")}
        inputMode={isPhoneNumber ? "tel" : input.inputMode}
        onChange={({ target, nativeEvent }) =>
          applyEdit({
            raw: target.value,
            caret: target.selectionStart ?? target.value.length,
            inputType: nativeEvent instanceof InputEvent ? nativeEvent.inputType : undefined,
          })
        }
        ref={field}
        type={isPhoneNumber ? "tel" : "text"}
        value={value.text}
      />
    </div>
  );
}

function returnTrue(): boolean {
  return true;
}
