import type { ComponentProps, ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button-style";
import { classNames } from "./class-names";
import { Spinner } from "./spinner";

export interface ButtonProps extends Omit<ComponentProps<"button">, "children"> {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Whether it is as wide as its container. */
  wide?: boolean;
  /** Whether an action is running. The button is then disabled and shows `busyLabel`. */
  busy?: boolean;
  /** The label while busy, such as "Sending...". By default the label stays. */
  busyLabel?: string;
  icon?: ReactNode;
}

/**
 * A button. It submits a form only with `type="submit"`. Its width doesn't change while busy if both labels are text,
 * because it reserves space for the longer one.
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
  const otherLabel = busy ? children : busyLabel;
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
        data-reserve={typeof otherLabel === "string" ? otherLabel : undefined}
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
