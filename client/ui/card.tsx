import type { ComponentProps } from "react";
import { classNames } from "./class-names";

interface CardProps extends ComponentProps<"div"> {
  /** Whether to leave out the padding, for lists and tables that reach the edge. */
  flush?: boolean;
}

/** A raised surface that groups related content. */
export function Card({ flush, className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={classNames(
        "min-w-0 rounded-lg border border-line bg-surface-raised shadow-sm",
        flush ? "overflow-hidden" : "p-4 sm:p-6",
        className,
      )}
    />
  );
}
