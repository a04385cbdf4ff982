import { classNames } from "./class-names";

export type VehicleKind = "sedan" | "suv" | "van" | "accessible_van";

/**
 * A vehicle from its side, heading right. Decoration: the class is named beside it. Drawn in
 * `client/public/illustrations.svg`.
 */
export function VehicleArt({ kind, className }: { kind: VehicleKind; className?: string }) {
  const [x, width] = kind === "accessible_van" ? [-24, 348] : [0, 324];
  return (
    <svg
      aria-hidden="true"
      className={classNames("h-auto max-w-full", className)}
      fill="none"
      height="120"
      strokeLinecap="round"
      viewBox={`${x} 4 ${width} 120`}
      width={width}
    >
      <use href={`/illustrations.svg#${kind}`} />
    </svg>
  );
}
