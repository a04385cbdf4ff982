import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from "react";
import { classNames } from "../ui/class-names";
import { MapButtons, MapCredits, useElementSize } from "./map-view";
import { Squares } from "./plain-ground";
import type { MapPoint } from "./map-contents";
import { usePlainView } from "./use-plain-view";
import { useStreets } from "./use-streets";
import { fitPoints, projectPoint, pointAt, type Viewport } from "./viewport";
import { useWords } from "../words/use-words";

/** A press that wandered further, in pixels, was a drag. */
const CLICK_TOLERANCE_PX = 5;
const PADDING_PX = 40;
/** Pixels from the edge within which what is followed is about to leave. */
const MARGIN_PX = 16;
const none: readonly never[] = [];

interface FreeMapProps {
  /** Names the map for a screen reader. */
  label: string;
  /** What it shows and how it is worked with. */
  description: string;
  className?: string;
  /** Where to look at first, and again whenever `focusKey` changes. */
  focus: readonly MapPoint[];
  focusKey: string;
  /** What "Show everything" shows, where that is more than the focus. */
  allPoints?: readonly MapPoint[];
  /** The zoom beyond which no focus brings the map closer. */
  maxZoom?: number;
  /** Points that move and stay visible: the map follows them until a person moves it. */
  followedPoints?: readonly MapPoint[];
  /** The focus is only a guess: a map of elsewhere is shown whole instead. */
  isGuessed?: boolean;
  /** A press on the ground, not on what lies on it. */
  onPress?: (point: MapPoint) => void;
  /** The pointer aims instead of grabbing. */
  isPicking?: boolean;
  /** Buttons in the map's corner that act on what the map shows. */
  actions?: (view: Viewport) => ReactNode;
  /** What lies on the ground, as parts of an SVG as large as the window. */
  children: (view: Viewport) => ReactNode;
}

/**
 * A map to work on: it moves under one finger and the bare wheel, on streets and on squared paper
 * alike. What lies on it gets no presses unless it asks for them with `pointer-events-auto`.
 */
export function FreeMap({
  label,
  description,
  className,
  focus,
  focusKey,
  allPoints = focus,
  followedPoints = none,
  maxZoom,
  isGuessed = false,
  onPress,
  isPicking,
  actions,
  children,
}: FreeMapProps) {
  const t = useWords();
  const unit = useRouter().options.context.settings.distanceUnit;
  const box = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const pressStart = useRef<{ x: number; y: number } | null>(null);
  const descriptionId = useId();
  const size = useElementSize(box);
  const fit = (points: readonly MapPoint[]) =>
    fitPoints(points, size ?? { width: 640, height: 480 }, PADDING_PX, maxZoom);
  const wholeView = fit(focus);
  const plainView = usePlainView(wholeView);
  const streets = useStreets(holder, size ? plainView.view : null, {
    label: t("{label}: arrow keys move it, plus and minus zoom", { label }),
    cooperative: false,
    showsWorld: isGuessed || focus.length === 0,
  });
  const view = streets?.view ?? plainView.view;
  const show = streets?.show ?? plainView.show;
  const zoomBy = streets?.zoomBy ?? plainView.zoomBy;

  const refocus = useEffectEvent(() => {
    if (focus.length > 0 && !isGuessed) show(wholeView);
  });
  // The first look needs no push: the plain ground begins with it, and the streets where that is.
  const focusedKey = useRef(focusKey);
  useEffect(() => {
    if (focusedKey.current === focusKey) return;
    focusedKey.current = focusKey;
    refocus();
  }, [focusKey]);

  const isMoved = streets ? streets.isMoved : plainView.isMoved;
  const scrollCarsIntoView = useEffectEvent(() => {
    const isWithinMargins = (at: number, length: number) =>
      at >= MARGIN_PX && at <= length - MARGIN_PX;
    const isInView = (point: MapPoint) => {
      const { x, y } = projectPoint(view, point);
      return isWithinMargins(x, view.width) && isWithinMargins(y, view.height);
    };
    if (size && !isMoved && !followedPoints.every(isInView)) show(fit(followedPoints));
  });
  const followedKey = followedPoints
    .map(({ latitude, longitude }) => `${latitude} ${longitude}`)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of them is elsewhere
  useEffect(() => scrollCarsIntoView(), [followedKey]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      aria-describedby={descriptionId}
      aria-label={label}
      className={classNames(
        "relative isolate overflow-hidden rounded-lg border border-line bg-surface-sunken",
        className,
      )}
      ref={box}
      role="group"
    >
      <p className="sr-only" id={descriptionId}>
        {description}
      </p>
      <div
        className={classNames(
          "absolute inset-0",
          isPicking && "cursor-crosshair [&_.maplibregl-interactive]:!cursor-crosshair",
        )}
        onPointerDown={({ clientX: x, clientY: y }) => {
          pressStart.current = { x, y };
        }}
        onPointerUp={(event) => {
          const from = pressStart.current;
          pressStart.current = null;
          const frame = box.current?.getBoundingClientRect();
          if (!from || !frame || event.button !== 0) return;
          if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_TOLERANCE_PX)
            return;
          onPress?.(pointAt(view, event.clientX - frame.left, event.clientY - frame.top));
        }}
      >
        {!streets && (
          <svg
            {...plainView.handlers}
            aria-label={t("{label}: arrow keys move it, plus and minus zoom", { label })}
            className={classNames(
              "absolute inset-0 size-full touch-none -outline-offset-4",
              isPicking ? "cursor-crosshair" : "cursor-grab active:cursor-grabbing",
            )}
            role="img"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the map
            tabIndex={0}
            viewBox={`0 0 ${view.width} ${view.height}`}
          >
            <Squares unit={unit} view={view} />
          </svg>
        )}
        <div
          className={classNames("!absolute inset-0", !streets && "invisible")}
          data-streets={streets ? "" : undefined}
          ref={holder}
        />
      </div>
      <svg
        className="pointer-events-none absolute inset-0 size-full"
        role="presentation"
        viewBox={`0 0 ${view.width} ${view.height}`}
      >
        {children(view)}
      </svg>
      <MapButtons onShowAll={() => show(fit(allPoints))} onZoom={zoomBy} />
      {actions && (
        <div className="absolute start-2 top-2 flex max-w-[calc(100%-4.5rem)] flex-wrap gap-2">
          {actions(view)}
        </div>
      )}
      {streets && <MapCredits credits={streets.credits} />}
    </div>
  );
}
