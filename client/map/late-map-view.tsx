import { type ComponentType, useEffect, useState } from "react";
import { classNames } from "../ui/class-names";
import type { MapViewProps } from "./map-view";

/**
 * `MapView` for a page whose first load has no room for it: it comes right after. Until then, and
 * without scripts, there is its empty frame; what it shows must stand in text beside it anyway.
 */
export function LateMapView(props: MapViewProps) {
  const [View, setView] = useState<ComponentType<MapViewProps> | null>(null);
  useEffect(() => {
    let left = false;
    void import("./map-view").then(
      ({ MapView }) => {
        if (!left) setView(() => MapView);
      },
      // Offline: the frame stays empty, the text beside it says the same.
      () => {},
    );
    return () => {
      left = true;
    };
  }, []);
  if (View) return <View {...props} />;
  return (
    <div
      aria-hidden="true"
      className={classNames("rounded-lg border border-line bg-surface-sunken", props.className)}
    />
  );
}
