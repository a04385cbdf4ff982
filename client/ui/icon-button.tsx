import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** The action, for screen readers and as the tooltip. */
  label: string;
  icon: ReactNode;
  /** A count at its corner. 0 or undefined shows none, above 99 shows "99+". */
  count?: number;
  dense?: boolean;
}

/** A button with only an icon. It is at least 44 px on touch, and 36 px if `dense` on a desktop. */
export function IconButton({ label, icon, count = 0, dense, className, ...rest }: IconButtonProps) {
  const name = count > 0 ? `${label}, ${count}` : label;
  return (
    <button
      type="button"
      {...rest}
      aria-label={name}
      className={classNames(
        "relative inline-grid shrink-0 place-content-center rounded-md text-ink-muted transition hover:bg-surface-sunken hover:text-ink disabled:opacity-45",
        dense ? "size-9 touch:size-11" : "size-11",
        className,
      )}
      title={label}
    >
      {icon}
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute end-0.5 top-0.5 min-w-5 rounded-full bg-danger px-1 text-center font-semibold text-danger-on text-xs leading-5 tabular-nums"
        >
          {count > 99 ? "99+" : count}
        </span>
      )}
    </button>
  );
}
