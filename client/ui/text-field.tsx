import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { Field, type FieldProps } from "./field";

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<"input">, "prefix"> {
  /** An icon or short text before the input, only for decoration. */
  prefix?: ReactNode;
  /** A button or short text after the input. */
  suffix?: ReactNode;
}

/** A single-line input of any native type: text, e-mail, number, password, date. */
export function TextField({
  label,
  hint,
  error,
  optional,
  dense,
  labelHidden,
  className,
  prefix,
  suffix,
  id,
  type = "text",
  ...input
}: TextFieldProps) {
  const field = { label, hint, error, optional, dense, labelHidden, className, id };
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          {prefix && (
            <span className="pointer-events-none absolute inset-y-0 start-0 flex w-11 items-center justify-center text-ink-faint">
              {prefix}
            </span>
          )}
          <input
            {...input}
            {...control}
            className={classNames(
              "control",
              dense && "control-dense",
              prefix !== undefined && "!ps-11",
              suffix !== undefined && "!pe-12",
            )}
            type={type}
            data-empty={input.value === "" ? "" : undefined}
          />
          {suffix && (
            <span className="absolute inset-y-0 end-0 flex w-12 items-center justify-center text-ink-faint text-sm">
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

/** A calendar day, `YYYY-MM-DD`, with the browser's own picker. */
export function DateField(props: Omit<TextFieldProps, "type">) {
  return <TextField {...props} type="date" />;
}

/** A time of day, `HH:MM`, with the browser's own picker. */
export function TimeField(props: Omit<TextFieldProps, "type">) {
  return <TextField {...props} type="time" />;
}
