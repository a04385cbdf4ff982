import { useState } from "react";
import type { MapPoint } from "./shown";

/** What the map looks at since `key` changed last: cars that drive do not drag it along. */
export function useStableFocus(key: string, points: readonly MapPoint[]) {
  const [stable, setStable] = useState({ key, points });
  if (stable.key === key) return stable;
  const next = { key, points };
  setStable(next);
  return next;
}
