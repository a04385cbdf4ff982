import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type Tone, toneStyles } from "./badge";
import { classNames } from "./class-names";

const icons = {
  neutral: Info,
  accent: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

/** A message about the whole page or card, which stays and doesn't interrupt. */
export function NoticeBanner({
  tone = "info",
  children,
  action,
  isFullWidth,
}: {
  tone?: Tone;
  children: ReactNode;
  action?: ReactNode;
  /** Whether it reaches the page's edges, for the top of a shell. */
  isFullWidth?: boolean;
}) {
  const Icon = icons[tone];
  return (
    <div
      className={classNames(
        "flex items-center gap-3 text-sm",
        isFullWidth ? "justify-center px-4 py-1.5" : "rounded-md px-4 py-3",
        toneStyles[tone],
      )}
    >
      <Icon aria-hidden="true" className="shrink-0" size={isFullWidth ? 16 : 20} />
      <div className={isFullWidth ? "" : "min-w-0 flex-1"}>{children}</div>
      {action}
    </div>
  );
}
