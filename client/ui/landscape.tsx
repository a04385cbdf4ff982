import { useRouteContext } from "@tanstack/react-router";
import type { Landscape as Name } from "../../src/settings/look/landscape-contract";
import { classNames } from "./class-names";

/**
 * A landscape with a road and one car on its way, in the operator's hue: by day in the light theme, at dusk
 * in the dark one. Fills its box and keeps its bottom visible. Each is a file in
 * `client/public/landscapes`; its sky is in app.css.
 */
export function Landscape({
  of,
  isSmall,
  className,
}: {
  /** Which landscape; default: the operator's choice. */
  of?: Name;
  /** For a small box: the part that distinguishes it, without the sky above. */
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
