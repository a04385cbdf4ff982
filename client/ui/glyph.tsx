import { classNames } from "./class-names";

/**
 * A 24 × 24 line icon from one path: a tenth of the bytes of an icon component. For the public pages,
 * and for parts that land in the entry because a route's loader file names them. The shapes are
 * Lucide's (ISC licence), each drawn as a single path.
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
      className={classNames("shrink-0", className)}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="2"
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={d} />
    </svg>
  );
}
