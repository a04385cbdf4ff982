import { useRouteContext } from "@tanstack/react-router";
import type { Landscape as LandscapeName } from "../../src/settings/look/landscape-contract";
import { classNames } from "./class-names";

/**
 * A landscape with a road and one car, in the operator's hue: by day in the light theme, at dusk in the dark one. Fills
 * its box and keeps its bottom visible. Each landscape is a file in `client/public/landscapes`; its sky is in
 * `app.css`.
 */
export function Landscape({
  of,
  isSmall,
  className,
}: {
  /** The landscape to show; by default the operator's choice. */
  of?: LandscapeName;
  /** Whether the box is small. It then shows only the part that distinguishes the landscape, without the sky above. */
  isSmall?: boolean;
  className?: string;
}) {
  const { landscape } = useRouteContext({ from: "__root__" }).settings;
  return (
    <svg
      aria-hidden="true"
      className={classNames("sky size-full", className)}
      preserveAspectRatio="xMidYMax slice"
      viewBox={isSmall ? "150 180 840 540" : "0 0 1440 720"}
    >
      <use href={`/landscapes/${of ?? landscape}.svg#land`} />
      <use href="/landscapes/car.svg#car" x="600" y="552" />
    </svg>
  );
}
