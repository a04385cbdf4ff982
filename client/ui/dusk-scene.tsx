import { classNames } from "./class-names";

/**
 * The town's hills after sunset, a lit road and one car on its way, in the operator's hue. The same
 * in both themes; fills its box and keeps its foot in view. Drawn in `client/public/illustrations.svg`,
 * its sky in app.css.
 */
export function DuskScene({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={classNames("dusk size-full", className)}
      preserveAspectRatio="xMidYMax slice"
      viewBox="0 0 1440 720"
    >
      <use href="/illustrations.svg#dusk" />
    </svg>
  );
}
