import { lazy } from "../lazy";
import { classNames } from "../ui/class-names";
import type { MapViewProps } from "./map-view";

/**
 * `MapView` for a page whose first load has no room for it: it comes right after. Until then, as without a network,
 * there is its empty frame, without scripts not even that; what it shows must be in the text beside it.
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
