import { type ReactNode, useId } from "react";
import { classNames } from "./class-names";
import { FieldError } from "./field";

interface RadioCard<Value extends string> {
  value: Value;
  title: ReactNode;
  detail?: ReactNode;
  /** The content at the end of the line, such as a price or a count. */
  aside?: ReactNode;
  /** The content at its start, such as an icon or a vehicle. */
  media?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps<Value extends string> {
  legend: string;
  isLegendHidden?: boolean;
  name: string;
  options: readonly RadioCard<Value>[];
  value: Value | null;
  onValue: (value: Value) => void;
  error?: string | null | undefined;
  /** How many cards are side by side from tablet width. By default they are a list. */
  columns?: 1 | 2 | 3;
}

const gridClasses = { 1: "", 2: "sm:grid-cols-2", 3: "sm:grid-cols-3" };

/**
 * A choice between a few options, each a card. They are native radios, so arrow keys move and the form posts the
 * choice.
 */
export function RadioCards<Value extends string>({
  legend,
  isLegendHidden,
  name,
  options,
  value,
  onValue,
  error,
  columns = 1,
}: RadioCardsProps<Value>) {
  const id = useId();
  const errorId = error ? `${id}-error` : undefined;
  return (
    <fieldset aria-describedby={errorId} className="min-w-0">
      <legend className={isLegendHidden ? "sr-only" : "mb-2 font-medium text-sm"}>{legend}</legend>
      <div className={classNames("grid gap-2", gridClasses[columns])}>
        {options.map((option) => (
          <label
            className={classNames(
              "relative flex min-h-16 items-center gap-4 rounded-lg border border-line-strong/50 bg-surface-raised px-4 py-3 transition",
              "has-checked:border-accent-text has-checked:bg-accent-surface has-checked:ring-1 has-checked:ring-accent-text",
              "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
              option.disabled ? "opacity-50" : "hover:border-line-strong",
            )}
            key={option.value}
          >
            <input
              aria-invalid={error ? true : undefined}
              checked={value === option.value}
              className="peer sr-only"
              disabled={option.disabled}
              name={name}
              onChange={() => onValue(option.value)}
              type="radio"
              value={option.value}
            />
            {option.media && <span className="shrink-0 text-ink-muted">{option.media}</span>}
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{option.title}</span>
              {option.detail && (
                <span className="block text-ink-muted text-sm">{option.detail}</span>
              )}
            </span>
            {option.aside && (
              <span className="shrink-0 text-end font-medium tabular-nums">{option.aside}</span>
            )}
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}
