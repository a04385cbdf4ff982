/**
 * The street map: MapLibre, its worker and its style sheet, none of which load before a map is shown. North is always
 * up and the ground is flat, so that `viewport.ts` alone can place the marks.
 */
import { Map as MapLibre, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs" with { type: "file" };
import sheetUrl from "./street-map.css" with { type: "file" };
import { pointOfWorld, scaleOfZoom, type Viewport, worldX, worldY } from "./viewport";

/** A map on the screen. */
export interface StreetMap {
  /** Shows this part of the world. */
  show(view: Viewport): void;
  /** Zooms in (`1`) or out (`-1`) by a step. */
  zoomBy(steps: number): void;
  setStyle(url: string): void;
  close(): void;
}

interface StreetMapOptions {
  container: HTMLElement;
  styleUrl: string;
  view: Viewport;
  /** The name of the map when it has the keyboard focus. */
  label: string;
  /** Whether the map moves only for two fingers, or for the wheel with Ctrl. For a map within a page that scrolls. */
  cooperative: boolean;
  /** Called when the streets are drawn. */
  onReady: () => void;
  /** Called when the visible part has changed; `isManual` when a person moved it. */
  onMove: (view: Viewport, isManual: boolean) => void;
  /** Called when there will be no streets: no WebGL, no style or no tiles. */
  onFail: () => void;
}

/** Letters of both files of the font. The map draws its texts with this font, so the files must load first. */
const SAMPLE_LETTERS = "aĀ";

/** Opens a map in an empty container. Throws if the browser has no WebGL. */
export async function openStreetMap(options: StreetMapOptions): Promise<StreetMap> {
  const { container, view, label, onReady, onMove, onFail } = options;
  setWorkerUrl(new URL(workerUrl, location.href).href);
  await Promise.all([
    loadStylesheet(sheetUrl),
    ...[500, 600].map((weight) => document.fonts.load(`${weight} 48px Geist`, SAMPLE_LETTERS)),
  ]);
  const map = new MapLibre({
    container,
    style: options.styleUrl,
    ...cameraOf(view),
    minZoom: 1,
    maxZoom: 19,
    maxPitch: 0,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    cooperativeGestures: options.cooperative,
    // Two corners drawn in quick succession must not zoom in.
    doubleClickZoom: options.cooperative,
    fadeDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150,
    // A worker resolves addresses against its own address, so they are made absolute.
    transformRequest: (url) => ({ url: new URL(url, location.href).href }),
    locale: { "Map.Title": label },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();

  let loadedTileCount = 0;
  let failedTileCount = 0;
  let isReady = false;
  map.on("data", (event) => {
    if (event.dataType === "source" && "tile" in event && event.tile) loadedTileCount++;
  });
  map.on("error", (event) => {
    if ("tile" in event && event.tile) failedTileCount++;
    else if (!isReady) onFail();
  });
  map.once("load", () => {
    if (failedTileCount > 0 && loadedTileCount === 0) return onFail();
    isReady = true;
    onReady();
  });
  map.on("webglcontextlost", onFail);
  map.on("move", (event) => {
    onMove(viewOf(map), event.originalEvent !== undefined);
  });
  map.on("resize", () => onMove(viewOf(map), false));

  return {
    show: (next) => void map.jumpTo(cameraOf(next)),
    zoomBy: (steps) =>
      void map.easeTo(
        { zoom: map.getZoom() + steps, duration: 160 },
        // The event makes this count as moved by a person.
        { originalEvent: new Event("zoom") },
      ),
    setStyle: (url) => void map.setStyle(url),
    close: () => map.remove(),
  };
}

function cameraOf({ x, y, scale }: Viewport) {
  const { latitude, longitude } = pointOfWorld(x, y);
  return { center: [longitude, latitude] as [number, number], zoom: Math.log2(scale / 512) };
}

function viewOf(map: MapLibre): Viewport {
  const { lng, lat } = map.getCenter();
  const { clientWidth, clientHeight } = map.getContainer();
  const center = { latitude: lat, longitude: lng };
  return {
    width: clientWidth,
    height: clientHeight,
    x: worldX(center),
    y: worldY(center),
    scale: scaleOfZoom(map.getZoom()),
  };
}

let loadingStylesheet: Promise<void> | undefined;

/** Links the map's style sheet, once for each page. */
function loadStylesheet(url: string): Promise<void> {
  loadingStylesheet ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = url;
    link.onload = () => resolve();
    link.onerror = () => {
      loadingStylesheet = undefined;
      reject(new Error("The map's style sheet did not load"));
    };
    document.head.append(link);
  });
  return loadingStylesheet;
}
