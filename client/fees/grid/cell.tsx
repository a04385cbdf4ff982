import { type ReactNode, useId, useRef, useState } from "react";
import { classNames } from "../../ui/class-names";
import { isWithinPath, useDraftValue, useDraft, useFees, useReferenceValue } from "../fees-context";
import type { Format } from "../formats";

interface CellProps<Value> {
  /** The path of the value in the schedule. */
  path: string;
  /** Its label; hidden by `labelHidden` where the column has a heading. */
  label: string;
  labelHidden?: boolean;
  format: Format<Value>;
  /** The field's column for keyboard navigation; by default the last part of the path. */
  column?: string;
  /** The look: `grid` has no border, because the table's lines are its border. */
  variant?: "field" | "grid";
  type?: "text" | "date";
  className?: string;
  hint?: string;
  /** Faint decorative text inside the field before the value. */
  leadingText?: string;
  /** The value in force; null for none. By default, it is found by the path. */
  was?: ReactNode;
}

/**
 * One value of the schedule as a field. A valid value is stored at once. An invalid one stays as typed and is a fault.
 * Escape restores the value from when the field got the focus. If the value differs from the one in force, that one is
 * shown too.
 */
export function Cell<Value>(props: CellProps<Value>) {
  const { draft } = useFees();
  const value = useDraftValue<Value>(props.path);
  if (value === undefined) return null;
  return <ValueCell {...props} onValue={(next) => draft.set(props.path, next)} value={value} />;
}

/** Same as `Cell`, for a value that is not simply the one at the path. */
export function ValueCell<Value>({
  path,
  label,
  labelHidden,
  format,
  column,
  variant = "field",
  type = "text",
  className,
  hint,
  leadingText,
  value,
  onValue,
  was,
}: CellProps<Value> & {
  value: Value;
  onValue: (value: Value) => void;
}) {
  const { draft, canEdit } = useFees();
  const unfinished = useDraft((state) => state.unfinished[path]);
  const severity = useSeverity(path);
  // Set only while the field is focused, so that typed text is not reformatted.
  const [typed, setTyped] = useState<string | null>(null);
  const valueAtFocus = useRef<{ value: Value; text: string | null } | null>(null);
  const id = useId();

  const text = typed ?? unfinished?.text ?? format.write(value);
  // Without the unit, because "any km" would suggest a distance.
  const unitText = text === "" ? undefined : format.unit;
  const change = (next: string) => {
    setTyped(next);
    const read = format.read(next);
    if ("value" in read) {
      draft.forget(path);
      onValue(read.value);
    } else draft.setUnfinishedField(path, next, `${label}: ${read.fault}`);
  };

  return (
    <div className={classNames("min-w-0", className)}>
      <label
        className={labelHidden ? "sr-only" : "mb-1 block font-medium text-ink-muted text-xs"}
        htmlFor={id}
      >
        {label}
      </label>
      {canEdit ? (
        <div className="relative">
          {leadingText && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 start-2.5 flex w-11 items-center text-ink-faint text-xs"
            >
              {leadingText}
            </span>
          )}
          <input
            aria-describedby={[hint && `${id}-hint`, `${id}-was`].filter(Boolean).join(" ")}
            aria-invalid={severity === "error" ? true : undefined}
            autoComplete="off"
            className={classNames(
              variant === "grid" ? "grid-cell" : "control control-dense",
              format.isNumeric && "text-end tabular-nums",
              unitText && "!pe-8",
              leadingText && "!ps-14",
              severity === "warning" && "!border-warning",
            )}
            data-col={column ?? path.slice(path.lastIndexOf(".") + 1)}
            data-empty={text ? undefined : ""}
            data-path={path}
            id={id}
            inputMode={format.inputMode}
            onBlur={() => setTyped(null)}
            onChange={(event) => change(event.target.value)}
            onFocus={(event) => {
              valueAtFocus.current = { value, text: unfinished?.text ?? null };
              if (type === "text") event.target.select();
            }}
            onKeyDown={(event) => {
              const before = valueAtFocus.current;
              if (event.key !== "Escape" || typed === null || !before) return;
              event.stopPropagation();
              setTyped(null);
              draft.forget(path);
              onValue(before.value);
              if (before.text !== null) change(before.text);
            }}
            placeholder={format.placeholder}
            spellCheck={false}
            type={type}
            value={text}
          />
          {unitText && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 end-2.5 flex items-center text-ink-faint text-xs"
            >
              {unitText}
            </span>
          )}
        </div>
      ) : (
        <p
          className={classNames(
            "flex min-h-9 items-center text-sm",
            variant === "grid" && "px-2.5",
            format.isNumeric && "justify-end tabular-nums",
            format.write(value) === "" && "text-ink-faint",
          )}
          id={id}
        >
          {format.write(value) === ""
            ? (format.placeholder ?? "–")
            : [format.write(value), format.unit].filter(Boolean).join(" ")}
        </p>
      )}
      {hint && (
        <p className="mt-1 text-ink-muted text-xs" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {was !== undefined && (
        <PreviousValue end={format.isNumeric === true} grid={variant === "grid"} id={`${id}-was`}>
          {was}
        </PreviousValue>
      )}
      {was === undefined && (
        <ReferenceValue
          end={format.isNumeric === true}
          grid={variant === "grid"}
          id={`${id}-was`}
          path={path}
          describe={(old) =>
            old === null ? (format.none ?? "none") : format.describe(old as Value)
          }
        />
      )}
    </div>
  );
}

/** The value in the price list in force, shown below a value that differs from it. */
export function ReferenceValue({
  id,
  path,
  describe,
  end,
  grid,
}: {
  id?: string;
  path: string;
  describe: (was: unknown) => ReactNode;
  end?: boolean;
  grid?: boolean;
}) {
  const was = useReferenceValue(path);
  if (was === undefined || was === null || was.value === undefined) return null;
  return (
    <PreviousValue end={end} grid={grid} id={id}>
      {describe(was.value)}
    </PreviousValue>
  );
}

function PreviousValue({
  id,
  end,
  grid,
  children,
}: {
  id: string | undefined;
  end: boolean | undefined;
  grid: boolean | undefined;
  children: ReactNode;
}) {
  if (children === null) return null;
  return (
    <p
      className={classNames(
        "truncate text-accent-text text-xs",
        grid ? "-mt-0.5 px-2.5 pb-1" : "mt-0.5",
        end && "text-end",
      )}
      id={id}
    >
      {"was "}
      {children}
    </p>
  );
}

/** Returns the worst severity of a field's faults and of those of the values inside it; null without any. */
export function useSeverity(path: string): "error" | "warning" | null {
  return useDraft(({ faults }) => {
    let worstSeverity: "error" | "warning" | null = null;
    for (const fault of faults) {
      if (!isWithinPath(fault.path, path)) continue;
      if (fault.severity === "error") return "error";
      worstSeverity = "warning";
    }
    return worstSeverity;
  });
}
