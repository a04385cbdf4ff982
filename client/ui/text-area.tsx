import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { Field, type FieldProps } from "./field";

/** A field for several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  dense,
  labelHidden,
  className,
  id,
  ...input
}: FieldProps & ComponentProps<"textarea">) {
  return (
    <Field {...{ label, hint, error, optional, dense, labelHidden, className, id }}>
      {(control) => (
        <textarea
          rows={4}
          {...input}
          {...control}
          className={classNames("control block", dense && "control-dense")}
        />
      )}
    </Field>
  );
}
