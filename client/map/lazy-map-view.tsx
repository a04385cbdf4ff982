import { lazy } from "../lazy";
import { classNames } from "../ui/class-names";
import type { MapViewProps } from "./map-view";

/**
 * `MapView` for a page whose first load has no room for it, so that it loads right after. Until then, and without a
 * network, its empty frame is shown; without scripts, nothing is. The text beside it must say what it shows.
 */
export const LazyMapView = lazy<MapViewProps>(async () => (await import("./map-view")).MapView, {
  pending: ({ className }) => (
    <div
      aria-hidden="true"
      className={classNames(
        "rounded-lg border border-line bg-surface-sunken noscript:hidden",
        className,
      )}
      data-map-frame=""
    />
  ),
});
