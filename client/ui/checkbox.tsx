import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names";
import { FieldError } from "./field";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
}

/** A checkbox that can be pressed anywhere on its line. */
export function Checkbox({ label, hint, error, className, id: ownId, ...input }: CheckboxProps) {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={className}>
      <label className="flex min-h-11 items-start gap-3 py-2.5" htmlFor={id}>
        <input
          {...input}
          aria-describedby={[errorId, hintId].filter(Boolean).join(" ") || undefined}
          aria-invalid={error ? true : undefined}
          className="check mt-0.5"
          id={id}
          type="checkbox"
        />
        <span className={classNames("min-w-0", input.disabled && "text-ink-faint")}>{label}</span>
      </label>
      {hint && (
        <p className="ms-8 -mt-1 text-ink-muted text-sm" id={hintId}>
          {hint}
        </p>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}
