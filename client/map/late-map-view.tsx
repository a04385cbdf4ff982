import { type ComponentType, useEffect, useState } from "react";
import { classNames } from "../ui/class-names";
import type { MapViewProps } from "./map-view";

/** Once it has come; never on the server, so that the first render is the same there. */
let loaded: ComponentType<MapViewProps> | null = null;

/** Loads the map's view, once. Rejects without a network. */
export async function loadMapView(): Promise<ComponentType<MapViewProps>> {
  const { MapView } = await import("./map-view");
  loaded = MapView;
  return MapView;
}

/**
 * `MapView` for a page whose first load has no room for it: it comes right after. Until then there
 * is its empty frame, without scripts not even that; what it shows must stand in text beside it.
 */
export function LateMapView(props: MapViewProps) {
  const [View, setView] = useState(() => loaded);
  useEffect(() => {
    if (loaded) return;
    let left = false;
    void loadMapView().then(
      (view) => {
        if (!left) setView(() => view);
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
      className={classNames(
        "rounded-lg border border-line bg-surface-sunken noscript:hidden",
        props.className,
      )}
      data-map-frame=""
    />
  );
}
