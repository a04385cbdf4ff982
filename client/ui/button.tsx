import type { ComponentProps, ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button-style";
import { classNames } from "./class-names";
import { Spinner } from "./spinner";

export interface ButtonProps extends Omit<ComponentProps<"button">, "children"> {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its container. */
  wide?: boolean;
  /** An action is running: the button is disabled and shows `busyLabel`. */
  busy?: boolean;
  /** The label while busy, such as "Sending..."; by default the label stays. */
  busyLabel?: string;
  icon?: ReactNode;
}

/**
 * A button. It never submits a form unless given `type="submit"`. Becoming busy does not change its width
 * if both labels are text: space is reserved for the longer one.
 */
export function Button({
  children,
  variant,
  size,
  wide,
  busy = false,
  busyLabel,
  icon,
  className,
  disabled,
  type = "button",
  ...rest
}: ButtonProps) {
  const label = busy && busyLabel ? busyLabel : children;
  const other = busy ? children : busyLabel;
  return (
    <button
      {...rest}
      aria-busy={busy || undefined}
      className={classNames(buttonStyle(variant, size, wide), className)}
      disabled={disabled || busy}
      type={type}
    >
      {!icon && busy && <Spinner />}
      <span
        className={classNames(
          "after:invisible after:block after:h-0 after:overflow-hidden after:content-[attr(data-reserve)]",
          icon ? "after:ps-6" : null,
        )}
        data-reserve={typeof other === "string" ? other : undefined}
      >
        {icon ? (
          <span className="flex items-center justify-center gap-2">
            {busy ? <Spinner /> : icon}
            <span>{label}</span>
          </span>
        ) : (
          label
        )}
      </span>
    </button>
  );
}
