import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "./class-names";
import { useWords } from "../words/use-words";

export interface FieldProps {
  label: string;
  /** A hint, which stays visible beside an error. */
  hint?: ReactNode;
  /** The error, which marks the control and is announced when it appears. */
  error?: string | null | undefined;
  /** Whether to show "Optional" beside the label. By default a field is required, without a mark. */
  optional?: boolean;
  /** Whether it is compact, for dispatch: 36 px on a desktop, 44 px on touch. */
  dense?: boolean;
  /** Whether only screen readers get the label, because the screen makes the meaning clear. */
  labelHidden?: boolean;
  className?: string | undefined;
}

/** The attributes that `Field` passes to its control. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** The label, hint and error around one control, linked for assistive technology. */
export function Field({
  label,
  hint,
  error,
  optional,
  dense,
  labelHidden,
  className,
  id: ownId,
  children,
}: FieldProps & { id?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const t = useWords();
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={classNames("min-w-0", className)}>
      <label
        className={classNames(
          labelHidden ? "sr-only" : "mb-2 flex items-baseline justify-between gap-2 font-medium",
          dense && !labelHidden && "mb-1",
          "text-sm",
        )}
        htmlFor={id}
      >
        {label}
        {optional && <span className="font-normal text-ink-faint text-xs">{t("Optional")}</span>}
      </label>
      {children({
        id,
        "aria-describedby": [errorId, hintId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      <FieldError id={errorId}>{error}</FieldError>
      {hint && (
        <p className="mt-2 text-ink-muted text-sm" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** The error below a control. Renders nothing without one. */
export function FieldError({ id, children }: { id: string | undefined; children: ReactNode }) {
  const t = useWords();
  if (!children) return null;
  return (
    <p className="mt-2 flex items-start gap-1.5 text-danger-ink text-sm" id={id} role="alert">
      <CircleAlert aria-hidden="true" className="mt-0.5 shrink-0" size={16} />
      <span>{typeof children === "string" ? t.known(children) : children}</span>
    </p>
  );
}
