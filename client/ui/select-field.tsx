import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { Field, type FieldProps } from "./field";

/** A native select with its `<option>`s as children. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  dense,
  labelHidden,
  className,
  id,
  children,
  ...select
}: FieldProps & ComponentProps<"select">) {
  return (
    <Field {...{ label, hint, error, optional, dense, labelHidden, className, id }}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={classNames("control", dense && "control-dense")}
          >
            {children}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 my-auto text-ink-muted"
            size={18}
          />
        </div>
      )}
    </Field>
  );
}
