import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "../../ui/class-names";
import { useSeverity, ReferenceValue } from "./cell";
import { useFees } from "../fees-context";

/** A native select; group options with `<optgroup>`. */
export function ChoiceCell({
  path,
  label,
  labelHidden,
  column,
  value,
  onValue,
  describe,
  children,
  className,
}: {
  path: string;
  label: string;
  labelHidden?: boolean;
  column?: string;
  value: string;
  onValue: (value: string) => void;
  /** Returns the text of the value in force. */
  describe: (was: unknown) => ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const { canEdit } = useFees();
  const severity = useSeverity(path);
  const id = useId();
  return (
    <div className={classNames("min-w-0", className)}>
      <label
        className={labelHidden ? "sr-only" : "mb-1 block font-medium text-ink-muted text-xs"}
        htmlFor={id}
      >
        {label}
      </label>
      <div className="relative">
        <select
          aria-invalid={severity === "error" ? true : undefined}
          className={classNames("control control-dense !pe-8", !canEdit && "!border-line")}
          data-col={column ?? path.slice(path.lastIndexOf(".") + 1)}
          data-path={path}
          disabled={!canEdit}
          id={id}
          onChange={(event) => onValue(event.target.value)}
          value={value}
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-2.5 my-auto text-ink-muted"
          size={16}
        />
      </div>
      <ReferenceValue path={path} describe={describe} />
    </div>
  );
}
