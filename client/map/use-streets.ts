import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { MapCredit, MapAnswer } from "../../src/maps/contract";
import { type Api, read } from "../api";
import type { StreetMap } from "./street-map";
import { fitPoints, pointOfWorld, type Viewport } from "./viewport";

/** The streets under the contents of a map, while they are available. */
interface Streets {
  /** The visible part of the world. */
  view: Viewport;
  credits: readonly MapCredit[];
  /** Whether a person has moved the map. It then stays there until `show`. */
  isMoved: boolean;
  show(view: Viewport): void;
  zoomBy(steps: number): void;
}

const DARK_SCHEME_QUERY = "(prefers-color-scheme: dark)";

/**
 * Draws streets into `holder` once it is near the screen, if this server has a map that covers `targetViewport`, and
 * keeps them in the page's theme. Null until they are drawn, and if they are not available: the plain ground is then
 * shown.
 */
export function useStreets(
  holder: RefObject<HTMLElement | null>,
  targetViewport: Viewport | null,
  options: {
    label: string;
    cooperative: boolean;
    /** Whether the focus is only a guess. A map of another region is then shown whole. */
    showsWholeRegion?: boolean;
  },
): Streets | null {
  const { label, cooperative, showsWholeRegion = false } = options;
  const { api } = useRouter().options.context;
  const [streets, setStreets] = useState<Pick<Streets, "view" | "credits" | "isMoved"> | null>(
    null,
  );
  const map = useRef<StreetMap | null>(null);
  const isNear = useIsNearScreen(holder);
  const hasSize = targetViewport !== null && targetViewport.width > 0 && targetViewport.height > 0;
  const getTargetViewport = useEffectEvent(() => targetViewport);

  useEffect(() => {
    const container = holder.current;
    const initialView = getTargetViewport();
    if (!container || !initialView || !isNear || !hasSize || isDataSaverOn()) return;
    const darkScheme = matchMedia(DARK_SCHEME_QUERY);
    let isClosed = false;
    let close = () => {};
    const fail = () => {
      isClosed = true;
      setStreets(null);
      // Do not close it within the map's own event.
      queueMicrotask(close);
    };
    const open = async () => {
      const answer = await loadMapAnswer(api);
      const { bounds } = answer;
      const view =
        showsWholeRegion && bounds && !covers(answer, initialView)
          ? fitBox(bounds, initialView)
          : initialView;
      if (isClosed || !answer.styles || !covers(answer, view)) return;
      const { styles, credits } = answer;
      const currentStyle = () => (darkScheme.matches ? styles.dark : styles.light);
      const { openStreetMap } = await import("./street-map");
      if (isClosed) return;
      let isReady = false;
      let currentView = view;
      const streetMap = await openStreetMap({
        container,
        styleUrl: currentStyle(),
        view,
        label,
        cooperative,
        onReady() {
          // The requested part may have changed while the streets loaded, because the form is usable in the meantime.
          const next = getTargetViewport();
          if (next && view === initialView) map.current?.show(next);
          isReady = true;
          setStreets({ view: currentView, credits, isMoved: false });
        },
        onMove(next, isManual) {
          currentView = next;
          if (!isReady) return;
          const update = () =>
            setStreets(
              (before) => before && { ...before, view: next, isMoved: before.isMoved || isManual },
            );
          // Update in the same frame in which the streets move, or the pins would lag behind.
          if (isManual) flushSync(update);
          else update();
        },
        onFail: fail,
      });
      const applyStyle = () => streetMap.setStyle(currentStyle());
      darkScheme.addEventListener("change", applyStyle);
      close = () => {
        darkScheme.removeEventListener("change", applyStyle);
        map.current = null;
        streetMap.close();
      };
      map.current = streetMap;
      if (isClosed) close();
    };
    // Without WebGL or a network, the plain ground stays.
    open().catch(fail);
    return () => {
      isClosed = true;
      close();
      setStreets(null);
    };
  }, [api, holder, isNear, hasSize, label, cooperative, showsWholeRegion]);

  return (
    streets && {
      ...streets,
      show(view) {
        map.current?.show(view);
        setStreets((before) => before && { ...before, view, isMoved: false });
      },
      zoomBy: (steps) => map.current?.zoomBy(steps),
    }
  );
}

/** Whether an element has come near the screen. Once true, it stays true. */
function useIsNearScreen(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const watchedElement = element.current;
    if (!watchedElement || isNear || !("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: "200px" },
    );
    observer.observe(watchedElement);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}

/** Whether the browser saves data. Somebody who pays by the megabyte does not get the half megabyte of streets. */
function isDataSaverOn(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

const answerByApi = new WeakMap<Api, Promise<MapAnswer>>();

/** Loads the server's facts about the map, once for each page and again after a failure. */
function loadMapAnswer(api: Api): Promise<MapAnswer> {
  const cachedAnswer = answerByApi.get(api);
  if (cachedAnswer) return cachedAnswer;
  const answer = read(api.map.$get());
  answerByApi.set(api, answer);
  answer.catch(() => answerByApi.delete(api));
  return answer;
}

/** Returns the window of the same size that shows a whole box. */
function fitBox(
  [west, south, east, north]: readonly [number, number, number, number],
  size: { width: number; height: number },
): Viewport {
  const { width, height } = size;
  const corners = [
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ];
  return fitPoints(corners, { width, height }, 0);
}

/** Whether the centre of a window is in the region of the map. */
function covers({ bounds }: MapAnswer, view: Viewport): boolean {
  if (!bounds) return true;
  const [west, south, east, north] = bounds;
  const { latitude, longitude } = pointOfWorld(view.x, view.y);
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}
