import type { Config } from "../config";
import type { Deps } from "../deps";
import { connectedConfig } from "../settings/connections/connection-queries";
import { openMap, type OperatorMap, emptyMap } from "./operator-map";

/**
 * Opens the connected map, or without one the map of imported streets. The map of the environment opens at once, and
 * its faults throw as in `openMap`. When the owner connects another map on the screen or other streets come into use,
 * the map is replaced.
 */
export function openConnectedMap(
  deps: Omit<Deps, "map">,
  report: (reason: string) => void,
): OperatorMap {
  let openedMap = connectedConfig(deps).map;
  let streets = streetsFile(openedMap);
  let map = open();
  const unsubscribe = deps.bus.listen((event) => {
    if (event.type !== "settings") return;
    const requestedMap = connectedConfig(deps).map;
    if (requestedMap.styleUrl === openedMap.styleUrl && requestedMap.file === openedMap.file)
      return;
    map.close();
    openedMap = requestedMap;
    streets = streetsFile(openedMap);
    map = open();
  });

  /** Returns the tiles of imported streets if no other map is connected. */
  function streetsFile({ file, styleUrl }: Config["map"]): string | null {
    return file === null && styleUrl === null ? deps.streets.tilesFile() : null;
  }

  function open(): OperatorMap {
    if (streets === null) return openMap(openedMap, report);
    try {
      return openMap({ ...openedMap, file: streets }, report);
    } catch (error) {
      // A fault of imported streets doesn't stop the server.
      report(error instanceof Error ? error.message : String(error));
      return emptyMap;
    }
  }

  function current(): OperatorMap {
    const requestedFile = streetsFile(openedMap);
    if (requestedFile !== streets) {
      map.close();
      streets = requestedFile;
      map = open();
    }
    return map;
  }

  return {
    answer: () => current().answer(),
    style: (theme) => current().style(theme),
    get tiles() {
      return current().tiles;
    },
    version: () => current().version(),
    origins: () => current().origins(),
    close: () => {
      unsubscribe();
      map.close();
    },
  };
}
