import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { MapCredit, MapAnswer } from "../../src/maps/contract";
import { type Api, read } from "../api";
import type { StreetMap } from "./street-map";
import { fitPoints, pointOf, type Viewport } from "./viewport";

/** Streets beneath what a map shows, as long as there are any. */
interface Streets {
  /** The visible part of the world. */
  view: Viewport;
  credits: readonly MapCredit[];
  /** A person moved the map; until `show`, it is left where it is. */
  isMoved: boolean;
  show(view: Viewport): void;
  zoomBy(steps: number): void;
}

const DARK_SCHEME_QUERY = "(prefers-color-scheme: dark)";

/**
 * Puts streets into `holder` once it is near the screen, where this server has a map that covers
 * `targetViewport`, and keeps them in the page's theme. Null until they are drawn, and wherever they cannot
 * be: the plain ground is shown then.
 */
export function useStreets(
  holder: RefObject<HTMLElement | null>,
  targetViewport: Viewport | null,
  options: {
    label: string;
    cooperative: boolean;
    /** Where to look is only a guess: a map of elsewhere will do, seen whole. */
    showsWorld?: boolean;
  },
): Streets | null {
  const { label, cooperative, showsWorld = false } = options;
  const { api } = useRouter().options.context;
  const [streets, setStreets] = useState<Pick<Streets, "view" | "credits" | "isMoved"> | null>(
    null,
  );
  const map = useRef<StreetMap | null>(null);
  const isNear = useIsNearScreen(holder);
  const hasSize = targetViewport !== null && targetViewport.width > 0 && targetViewport.height > 0;
  const readRequestedViewport = useEffectEvent(() => targetViewport);

  useEffect(() => {
    const container = holder.current;
    const first = readRequestedViewport();
    if (!container || !first || !isNear || !hasSize || isDataSaverOn()) return;
    const darkScheme = matchMedia(DARK_SCHEME_QUERY);
    let isClosed = false;
    let close = () => {};
    const fail = () => {
      isClosed = true;
      setStreets(null);
      // Not within the map's own event.
      queueMicrotask(close);
    };
    const open = async () => {
      const answer = await loadMapAnswer(api);
      const { bounds } = answer;
      const view = showsWorld && bounds && !covers(answer, first) ? fitBox(bounds, first) : first;
      if (isClosed || !answer.styles || !covers(answer, view)) return;
      const { styles, credits } = answer;
      const currentStyle = () => (darkScheme.matches ? styles.dark : styles.light);
      const { openStreetMap } = await import("./street-map");
      if (isClosed) return;
      let isReady = false;
      let current = view;
      const streetMap = await openStreetMap({
        container,
        styleUrl: currentStyle(),
        view,
        label,
        cooperative,
        onReady() {
          // Another part may have to be visible since: a form goes on while streets load.
          const next = readRequestedViewport();
          if (next && view === first) map.current?.show(next);
          isReady = true;
          setStreets({ view: current, credits, isMoved: false });
        },
        onMove(next, isManual) {
          current = next;
          if (!isReady) return;
          const update = () =>
            setStreets(
              (before) => before && { ...before, view: next, isMoved: before.isMoved || isManual },
            );
          // In the very frame in which the streets move, or the pins would swim.
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
    // Without WebGL, without the network: the plain ground is there and stays.
    open().catch(fail);
    return () => {
      isClosed = true;
      close();
      setStreets(null);
    };
  }, [api, holder, isNear, hasSize, label, cooperative, showsWorld]);

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

/** Whether an element has come near the screen; once true it stays so. */
function useIsNearScreen(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (!watched || isNear || !("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: "200px" },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}

/** A person who pays by the megabyte and says so gets no half a megabyte of streets. */
function isDataSaverOn(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

const answerByApi = new WeakMap<Api, Promise<MapAnswer>>();

/** What the server has of a map: asked once a page, and again after a failure. */
function loadMapAnswer(api: Api): Promise<MapAnswer> {
  const knownAnswer = answerByApi.get(api);
  if (knownAnswer) return knownAnswer;
  const answer = read(api.map.$get());
  answerByApi.set(api, answer);
  answer.catch(() => answerByApi.delete(api));
  return answer;
}

/** The window of the same size that shows a whole box. */
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

/** Whether the middle of a window lies where the map has anything to show. */
function covers({ bounds }: MapAnswer, view: Viewport): boolean {
  if (!bounds) return true;
  const [west, south, east, north] = bounds;
  const { latitude, longitude } = pointOf(view.x, view.y);
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}
