import type { ComponentProps } from "react";

/**
 * Marks a date or a time that React holds and that is empty: WebKit would show today's in grey, as if it
 * were chosen, see app.css.
 */
export function emptyDate({ type, value }: Pick<ComponentProps<"input">, "type" | "value">): {
  "data-empty"?: "";
} {
  return value === "" && /^(?:date|time)/.test(type ?? "") ? { "data-empty": "" } : {};
}
