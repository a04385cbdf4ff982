import { classNames } from "./class-names";

type VehicleKind = "sedan" | "suv" | "van" | "accessible_van";

/**
 * Shows a vehicle from the side, facing right. Decorative, because the name of the class is beside it. The drawing is
 * in `client/public/illustrations.svg`.
 */
export function VehicleArt({ kind, className }: { kind: VehicleKind; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={classNames("h-auto max-w-full", className)}
      fill="none"
      height="120"
      strokeLinecap="round"
      // Leaves space for the ramp behind the van, in the same proportions as the other drawings, so that the names
      // below line up.
      viewBox={kind === "accessible_van" ? "-24 -5 348 129" : "0 4 324 120"}
      width="324"
    >
      <use href={`/illustrations.svg#${kind}`} />
    </svg>
  );
}
