import type { ComponentType } from "react";
import { classNames } from "./class-names";

/** An icon component: Lucide's, or a `pathIcon`. */
export type IconPart = ComponentType<{
  size?: number;
  className?: string;
  "aria-hidden"?: "true";
}>;

/**
 * A 24 × 24 line icon from one path, with a tenth of the bytes of an icon component. For the public pages, and for
 * parts that are in the entry because a route's loader file imports them. The shapes are Lucide's (ISC licence), each
 * as a single path.
 */
export function Glyph({
  d,
  size = 20,
  className,
}: {
  d: string;
  size?: number;
  className?: string;
}) {
  return (
    <svg
      aria-hidden="true"
      className={classNames("glyph", className)}
      height={size}
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={d} />
    </svg>
  );
}

/**
 * Makes an icon component with this path, to replace a `lucide-react` icon. Call it at the top level of a module, never
 * while rendering. Lucide's own icon takes four times as long on the server, so use this on pages with many icons.
 */
export function pathIcon(d: string): IconPart {
  // biome-ignore lint/correctness/noComponentHookFactories: called once a shape, when its module loads
  return function Drawn({ size = 24, className = "" }) {
    return <Glyph className={className} d={d} size={size} />;
  };
}
