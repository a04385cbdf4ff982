import { useState } from "react";
import type { MapPoint } from "./shown";

/** What the map looks at since `key` changed last: cars that drive do not drag it along. */
export function useStableFocus(key: string, points: readonly MapPoint[]) {
  const [kept, setKept] = useState({ key, points });
  if (kept.key === key) return kept;
  const next = { key, points };
  setKept(next);
  return next;
}
