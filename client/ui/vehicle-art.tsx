import { classNames } from "./class-names";

type VehicleKind = "sedan" | "suv" | "van" | "accessible_van";

/**
 * A vehicle from its side, heading right. Decoration: the class is named beside it. Drawn in
 * `client/public/illustrations.svg`.
 */
export function VehicleArt({ kind, className }: { kind: VehicleKind; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={classNames("h-auto max-w-full", className)}
      fill="none"
      height="120"
      strokeLinecap="round"
      // With space for a ramp behind it, in the same frame as the others, so that the names below
      // line up.
      viewBox={kind === "accessible_van" ? "-24 -5 348 129" : "0 4 324 120"}
      width="324"
    >
      <use href={`/illustrations.svg#${kind}`} />
    </svg>
  );
}
