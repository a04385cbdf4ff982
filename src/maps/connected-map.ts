import type { Deps } from "../deps";
import { connectedConfig } from "../settings/connections/connection-queries";
import { openMap, type OperatorMap } from "./operator-map";

/**
 * The map that is connected now. The environment's is opened at once, and a fault in it throws as of `openMap`; when
 * the owner connects another one on the screen that takes its place.
 */
export function openConnectedMap(
  deps: Omit<Deps, "map">,
  report: (reason: string) => void,
): OperatorMap {
  let shown = connectedConfig(deps).map;
  let map = openMap(shown, report);
  const unsubscribe = deps.bus.listen((event) => {
    if (event.type !== "settings") return;
    const wanted = connectedConfig(deps).map;
    if (wanted.styleUrl === shown.styleUrl && wanted.file === shown.file) return;
    map.close();
    shown = wanted;
    map = openMap(wanted, report);
  });
  return {
    answer: () => map.answer(),
    style: (theme) => map.style(theme),
    get tiles() {
      return map.tiles;
    },
    version: () => map.version(),
    origins: () => map.origins(),
    close: () => {
      unsubscribe();
      map.close();
    },
  };
}
