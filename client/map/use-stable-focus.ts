import { useState } from "react";
import type { MapPoint } from "./map-contents";

/** What the map looks at since `key` changed last: cars that drive do not drag it along. */
export function useStableFocus(key: string, points: readonly MapPoint[]) {
  const [stableFocus, setStableFocus] = useState({ key, points });
  if (stableFocus.key === key) return stableFocus;
  const next = { key, points };
  setStableFocus(next);
  return next;
}
