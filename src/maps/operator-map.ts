/** The only map of this server: a file of tiles, a remote style, or none. */
import type { Config } from "../config";
import type { MapAnswer, MapTheme } from "./contract";
import { creditsOf } from "./credits";
import { openTileFile } from "./open-tile-file";
import { readRemoteStyle, type RemoteStyle } from "./remote-style";
import { schemaOf } from "./schemas";
import { rasterStyle, streetStyle } from "./style";
import { fileVersion, MapFileError, type TileFile } from "./tile-file";

export interface OperatorMap {
  /** The map's facts for pages. They change when a remote style changes. */
  answer(): MapAnswer;
  /** The style as JSON, or null if there is none. */
  style(theme: MapTheme): string | null;
  /** The tiles, if they come from a file on this server. */
  tiles: TileFile | null;
  /** The version of the current map. The answer at a URL with this version never changes. */
  version(): string;
  /** Origins, besides this server, that the map makes pages request from. */
  origins(): readonly string[];
  close(): void;
}

/** How often a remote style is read again, and how soon after a failure. */
const REFRESH_MS = 60 * 60_000;
const RETRY_MS = 60_000;

const noMapAnswer: MapAnswer = { styles: null, credits: [], bounds: null };
const noOrigins: readonly string[] = [];

/** No map: pins and routes are drawn on a plain ground. */
export const emptyMap: OperatorMap = {
  answer: () => noMapAnswer,
  style: () => null,
  tiles: null,
  version: () => "",
  origins: () => noOrigins,
  close: () => {},
};

/**
 * Opens the configured map. Throws `MapFileError` for a file that cannot be served. A remote style is read in the
 * background and never delays the server's start: until it is first read, there is no map. `report` receives the reason
 * for each failure.
 */
export function openMap(config: Config["map"], report: (reason: string) => void): OperatorMap {
  if (config.file !== null) return fileMap(config.file);
  return config.styleUrl === null ? emptyMap : remoteMap(config.styleUrl, report);
}

function fileMap(path: string): OperatorMap {
  const tiles = openTileFile(path);
  const version = fileVersion(path);
  const schema = tiles.format === "pbf" ? schemaOf(tiles.layers) : null;
  if (tiles.format === "pbf" && !schema) {
    tiles.close();
    throw new MapFileError(
      `MAP_FILE: ${path} has neither the layers of OpenMapTiles nor those of Protomaps.`,
    );
  }
  const source = {
    tiles: `/backend/map/tiles/{z}/{x}/{y}?v=${version}`,
    minZoom: tiles.minZoom,
    maxZoom: tiles.maxZoom,
    bounds: tiles.bounds,
  };
  const styleText = (theme: MapTheme) =>
    JSON.stringify(schema ? streetStyle(schema, source, theme) : rasterStyle(source, theme));
  const styles = { light: styleText("light"), dark: styleText("dark") };
  const fileCredits = creditsOf(tiles.attribution);
  const namesOpenStreetMap = fileCredits.some(({ text }) => /openstreetmap/i.test(text));
  // The credits of a known schema of vector tiles are added if the file doesn't name OpenStreetMap.
  const credits = namesOpenStreetMap || !schema ? fileCredits : [...fileCredits, ...schema.credits];
  const answer: MapAnswer = { styles: styleUrls(version), credits, bounds: tiles.bounds };
  return {
    answer: () => answer,
    style: (theme) => styles[theme],
    tiles,
    version: () => version,
    origins: () => noOrigins,
    close: () => tiles.close(),
  };
}

function remoteMap(url: string, report: (reason: string) => void): OperatorMap {
  const closingController = new AbortController();
  let current: { style: RemoteStyle; version: string; answer: MapAnswer } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastFailure = "";

  async function refresh() {
    let wait = REFRESH_MS;
    try {
      const style = await readRemoteStyle(url, closingController.signal);
      const version = Bun.hash.wyhash(style.json).toString(36);
      lastFailure = "";
      if (version !== current?.version) {
        const { credits } = style;
        const answer = { styles: styleUrls(version), credits, bounds: null };
        current = { style, version, answer };
      }
    } catch (error) {
      if (closingController.signal.aborted) return;
      // The last style that was read stays in use, because it mostly still works.
      wait = RETRY_MS;
      const reason = error instanceof Error ? error.message : String(error);
      // Reports a repeated failure only once, not every minute.
      if (reason !== lastFailure) report(reason);
      lastFailure = reason;
    }
    if (closingController.signal.aborted) return;
    timer = setTimeout(refresh, wait);
    timer.unref();
  }
  void refresh();

  return {
    answer: () => current?.answer ?? noMapAnswer,
    style: () => current?.style.json ?? null,
    tiles: null,
    version: () => current?.version ?? "",
    origins: () => current?.style.origins ?? noOrigins,
    close() {
      closingController.abort();
      clearTimeout(timer);
    },
  };
}

function styleUrls(version: string) {
  return {
    light: `/backend/map/style/light.json?v=${version}`,
    dark: `/backend/map/style/dark.json?v=${version}`,
  };
}
