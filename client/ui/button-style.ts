import { classNames } from "./class-names";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "scene";
export type ButtonSize = "small" | "medium" | "large";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-accent text-accent-ink shadow-sm not-disabled:hover:bg-accent-hover",
  secondary:
    "border border-line-strong/60 bg-surface-raised text-ink not-disabled:hover:border-line-strong not-disabled:hover:bg-surface-sunken",
  quiet: "text-ink not-disabled:hover:bg-surface-sunken",
  danger: "bg-danger text-danger-on shadow-sm not-disabled:hover:brightness-92",
  scene: "bg-scene-ink text-scene-top not-disabled:hover:bg-scene-muted",
};

const sizeClasses: Record<ButtonSize, string> = {
  small: "min-h-9 rounded-sm px-3 text-sm touch:min-h-11",
  medium: "min-h-11 rounded-md px-4 text-base",
  large: "min-h-14 rounded-md px-6 text-lg",
};

/** Returns the look of a button, for links and summaries. */
export function buttonStyle(
  variant: ButtonVariant = "primary",
  size: ButtonSize = "medium",
  wide = false,
): string {
  return classNames(
    "inline-flex select-none items-center justify-center gap-2 py-1 text-center font-medium transition active:not-disabled:scale-[0.985]",
    "disabled:cursor-not-allowed disabled:opacity-45 aria-busy:cursor-progress aria-busy:opacity-80",
    variants[variant],
    sizeClasses[size],
    wide && "w-full",
  );
}
