import { useState } from "react";
import type { MapPoint } from "./map-contents";

/** Returns the points to focus since `key` last changed, so that moving cars do not move the map. */
export function useStableFocus(key: string, points: readonly MapPoint[]) {
  const [stableFocus, setStableFocus] = useState({ key, points });
  if (stableFocus.key === key) return stableFocus;
  const next = { key, points };
  setStableFocus(next);
  return next;
}
