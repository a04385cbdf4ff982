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

/** A press that moved further than this, in pixels, was a drag. */
const CLICK_TOLERANCE_PX = 5;
const PADDING_PX = 40;
/** A followed point this close to the edge, in pixels, is about to leave the map. */
const MARGIN_PX = 16;
const noPoints: readonly never[] = [];

interface FreeMapProps {
  /** The name of the map for a screen reader. */
  label: string;
  /** A description of the map and its controls, for a screen reader. */
  description: string;
  className?: string;
  /** The points to show at first, and again whenever `focusKey` changes. */
  focus: readonly MapPoint[];
  focusKey: string;
  /** The points for "Show everything", if there are more than the focus. */
  allPoints?: readonly MapPoint[];
  /** The closest zoom to which a focus brings the map. */
  maxZoom?: number;
  /** Points that move and stay visible. The map follows them until a person moves it. */
  followedPoints?: readonly MapPoint[];
  /** Whether the focus is only a guess. A map of another region is then shown whole. */
  isGuessed?: boolean;
  /** Called for a press on the map itself, not on a mark. */
  onPress?: (point: MapPoint) => void;
  /** Whether the pointer is a crosshair instead of a hand. */
  isPicking?: boolean;
  /** Buttons in the map's corner that act on the visible part of the map. */
  actions?: (view: Viewport) => ReactNode;
  /** The marks on the map, as parts of an SVG of the window's size. */
  children: (view: Viewport) => ReactNode;
}

/**
 * A map to work on. One finger or the wheel alone moves it, on streets and on squared paper alike. Marks on it receive
 * no presses unless they have `pointer-events-auto`.
 */
export function FreeMap({
  label,
  description,
  className,
  focus,
  focusKey,
  allPoints = focus,
  followedPoints = noPoints,
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
  const streetsContainer = useRef<HTMLDivElement>(null);
  const pressStart = useRef<{ x: number; y: number } | null>(null);
  const descriptionId = useId();
  const size = useElementSize(box);
  const fit = (points: readonly MapPoint[]) =>
    fitPoints(points, size ?? { width: 640, height: 480 }, PADDING_PX, maxZoom);
  const focusView = fit(focus);
  const plainView = usePlainView(focusView);
  const streets = useStreets(streetsContainer, size ? plainView.view : null, {
    label: t("{label}: arrow keys move it, plus and minus zoom", { label }),
    cooperative: false,
    showsWholeRegion: isGuessed || focus.length === 0,
  });
  const view = streets?.view ?? plainView.view;
  const show = streets?.show ?? plainView.show;
  const zoomBy = streets?.zoomBy ?? plainView.zoomBy;

  const refocus = useEffectEvent(() => {
    if (focus.length > 0 && !isGuessed) show(focusView);
  });
  // The first focus needs no call: the plain ground starts with it, and so do the streets if they cover it.
  const focusedKey = useRef(focusKey);
  useEffect(() => {
    if (focusedKey.current === focusKey) return;
    focusedKey.current = focusKey;
    refocus();
  }, [focusKey]);

  const isMoved = streets ? streets.isMoved : plainView.isMoved;
  const showFollowedPoints = useEffectEvent(() => {
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
  useEffect(() => showFollowedPoints(), [followedKey]);

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
          ref={streetsContainer}
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
