import type { ReactNode } from "react";
import { classNames } from "./class-names";

export type Tone = "neutral" | "accent" | "info" | "success" | "warning" | "danger";

/** The background and text of each tone, readable in both themes. */
export const toneStyles: Record<Tone, string> = {
  neutral: "bg-surface-sunken text-ink-muted",
  accent: "bg-accent-surface text-accent-text",
  info: "bg-info-surface text-info-ink",
  success: "bg-success-surface text-success-ink",
  warning: "bg-warning-surface text-warning-ink",
  danger: "bg-danger-surface text-danger-ink",
};

/** A word or a count on a tinted background. */
export function Badge({
  tone = "neutral",
  icon,
  children,
  className,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span className={classNames("badge", toneStyles[tone], className)}>
      {icon}
      {children}
    </span>
  );
}
