import type { Config } from "../config";
import type { Deps } from "../deps";
import { connectedConfig } from "../settings/connections/connection-queries";
import { openMap, type OperatorMap, emptyMap } from "./operator-map";

/**
 * The map that is connected now, or without one that of imported streets. The environment's is opened at once, and a
 * fault in it throws as of `openMap`; when the owner connects another one on the screen, or other streets come into use,
 * that takes its place.
 */
export function openConnectedMap(
  deps: Omit<Deps, "map">,
  report: (reason: string) => void,
): OperatorMap {
  let shown = connectedConfig(deps).map;
  let streets = streetsFile(shown);
  let map = open();
  const unsubscribe = deps.bus.listen((event) => {
    if (event.type !== "settings") return;
    const requested = connectedConfig(deps).map;
    if (requested.styleUrl === shown.styleUrl && requested.file === shown.file) return;
    map.close();
    shown = requested;
    streets = streetsFile(shown);
    map = open();
  });

  /** Tiles of imported streets, where no other map is connected. */
  function streetsFile({ file, styleUrl }: Config["map"]): string | null {
    return file === null && styleUrl === null ? deps.streets.tilesFile() : null;
  }

  function open(): OperatorMap {
    if (streets === null) return openMap(shown, report);
    try {
      return openMap({ ...shown, file: streets }, report);
    } catch (error) {
      // Of an import: the server goes on without it.
      report(error instanceof Error ? error.message : String(error));
      return emptyMap;
    }
  }

  function current(): OperatorMap {
    const requested = streetsFile(shown);
    if (requested !== streets) {
      map.close();
      streets = requested;
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
