import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { MapCredit } from "../../src/maps/contract";
import { classNames } from "../ui/class-names";
import { Glyph } from "../ui/glyph";
import { MapMarks } from "./map-marks";
import { PlainGround } from "./plain-ground";
import {
  describeMap,
  type MapCar,
  type MapPin,
  type MapPoint,
  type MapRoute,
  type MapContents,
} from "./map-contents";
import { useGlidingCars } from "./use-gliding-cars";
import { useStreets } from "./use-streets";
import { fitPoints, pointsOf, projectPoint, type Viewport } from "./viewport";
import { useWords } from "../words/use-words";

/** The size before the browser has measured. It is near a phone's, so that texts have about the right size. */
const DEFAULT_SIZE_PX = { width: 400, height: 240 };
/** Space around the contents, for pins and their names. */
const PADDING_PX = 48;

const none: readonly never[] = [];

export interface MapViewProps {
  /** The name of the map, "Map of trip 1042", which a screen reader uses for the group. */
  label: string;
  /** The pins, in the order of the route. */
  pins?: readonly MapPin[];
  /** Draws the route through the pins; null or undefined draws no line. */
  route?: MapRoute | null;
  /** Draws the earlier positions of the car, the oldest first. */
  track?: readonly MapPoint[];
  /** The car of the trip, if its position is known. It glides to each new position. */
  car?: MapCar | null;
  /** Many cars instead. */
  cars?: readonly MapCar[];
  /**
   * A description of the contents, by default made from pins, route and cars. Text beside the map must say the same.
   */
  description?: string;
  /** Sets the height of the map: `h-56`. */
  className?: string;
  /** "free": one finger or the wheel alone moves the map. For a map that fills its page. */
  gestures?: "cooperative" | "free";
}

/**
 * Pins, a route and cars on streets, or on a plain ground if streets are not available: no map configured, no script,
 * no WebGL, a map of another region. It fits its contents until a person moves it. The streets load when the map comes
 * near the screen. With neither a pin nor a car, there is no map.
 */
export function MapView(props: MapViewProps) {
  const { pins = none, car = null, cars = none } = props;
  const isEmpty = pins.length === 0 && car === null && cars.length === 0;
  return isEmpty ? null : <NonEmptyMapView {...props} />;
}

function NonEmptyMapView({
  label,
  pins = none,
  route = null,
  track = none,
  car = null,
  cars,
  description,
  className,
  gestures = "cooperative",
}: MapViewProps) {
  const t = useWords();
  const unit = useRouter().options.context.settings.distanceUnit;
  const box = useRef<HTMLDivElement>(null);
  const streetsContainer = useRef<HTMLDivElement>(null);
  const descriptionId = useId();
  const size = useElementSize(box);
  const allCars = cars ?? (car === null ? none : [car]);
  const glidingCars = useGlidingCars(useStableCars(allCars));
  const mapContents: MapContents = { pins, route, track, cars: glidingCars };
  // Everything must be visible. Cars count at their current position, not at the one where they still glide.
  const points = pointsOf({ ...mapContents, cars: allCars });
  const wholeView = fitPoints(points, size ?? DEFAULT_SIZE_PX, PADDING_PX);
  const stableView = useStableView(wholeView, points);
  const streets = useStreets(streetsContainer, size ? stableView : null, {
    label: t("{label}: arrow keys move it, plus and minus zoom", { label }),
    cooperative: gestures === "cooperative",
  });

  const refitMap = useEffectEvent(() => {
    if (streets && !streets.isMoved) streets.show(stableView);
  });
  const { x, y, scale, width, height } = stableView;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another part must be visible
  useEffect(() => refitMap(), [x, y, scale, width, height]);

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
        {description ?? describeMap({ ...mapContents, cars: allCars }, t)}
      </p>
      {!streets && <PlainGround contents={mapContents} unit={unit} view={stableView} />}
      <div
        className={classNames("!absolute inset-0", !streets && "invisible")}
        data-streets={streets ? "" : undefined}
        ref={streetsContainer}
      />
      {streets && (
        <>
          <svg
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 size-full"
            viewBox={`0 0 ${streets.view.width} ${streets.view.height}`}
          >
            <MapMarks contents={mapContents} view={streets.view} />
          </svg>
          <MapButtons onShowAll={() => streets.show(wholeView)} onZoom={streets.zoomBy} />
          <MapCredits credits={streets.credits} />
        </>
      )}
    </div>
  );
}

/** Zoom and reset buttons, each 36 px for a mouse and 44 px for a finger. */
export function MapButtons({
  onZoom,
  onShowAll,
}: {
  /** Zooms in or out by one step. */
  onZoom: (steps: 1 | -1) => void;
  onShowAll: () => void;
}) {
  const t = useWords();
  const buttons = [
    { label: t("Zoom in"), d: "M5 12h14M12 5v14", onPress: () => onZoom(1) },
    { label: t("Zoom out"), d: "M5 12h14", onPress: () => onZoom(-1) },
    {
      label: t("Show everything"),
      d: "M8 3H5a2 2 0 0 0-2 2v3m18 0V5a2 2 0 0 0-2-2h-3M3 16v3a2 2 0 0 0 2 2h3m8 0h3a2 2 0 0 0 2-2v-3",
      onPress: onShowAll,
    },
  ];
  return (
    <div className="absolute end-2 top-2 grid overflow-hidden rounded-md border border-line bg-surface-raised shadow-md">
      {buttons.map(({ label, d, onPress }) => (
        <button
          aria-label={label}
          className="grid size-9 place-content-center border-line border-b text-ink-muted -outline-offset-2 last:border-b-0 hover:bg-surface-sunken hover:text-ink pointer-coarse:size-11"
          key={label}
          onClick={onPress}
          title={label}
          type="button"
        >
          <Glyph d={d} size={17} />
        </button>
      ))}
    </div>
  );
}

/** The credits of the map's data, which are visible whenever the map is. */
export function MapCredits({ credits }: { credits: readonly MapCredit[] }) {
  if (credits.length === 0) return null;
  return (
    <p className="absolute end-0 bottom-0 max-w-full truncate rounded-ss-md bg-surface-raised/85 px-2 py-0.5 text-ink-muted text-xs">
      {credits.map(({ text, url }, at) => (
        <span key={text}>
          {at > 0 && " "}
          {url ? (
            <a
              className="underline-offset-2 hover:underline"
              href={url}
              rel="noreferrer"
              target="_blank"
            >
              {text}
            </a>
          ) : (
            text
          )}
        </span>
      ))}
    </p>
  );
}

/** Pixels from the edge within which a car must be before the map follows it. */
const MARGIN_PX = 20;
/** How much closer the map could show everything before it zooms in. */
const MIN_ZOOM_FACTOR = 2.2;

/**
 * Keeps the previous window while everything is well within it, so that a moving car does not move the streets at every
 * step.
 */
function useStableView(wholeView: Viewport, points: readonly MapPoint[]): Viewport {
  const [previousView, setPreviousView] = useState(wholeView);
  const fits =
    previousView.width === wholeView.width &&
    previousView.height === wholeView.height &&
    wholeView.scale < previousView.scale * MIN_ZOOM_FACTOR &&
    points.every((point) => {
      const { x, y } = projectPoint(previousView, point);
      const isWithin = (at: number, length: number) => at >= MARGIN_PX && at <= length - MARGIN_PX;
      return isWithin(x, previousView.width) && isWithin(y, previousView.height);
    });
  if (fits) return previousView;
  const hasChanged = (["x", "y", "scale", "width", "height"] as const).some(
    (key) => previousView[key] !== wholeView[key],
  );
  if (hasChanged) setPreviousView(wholeView);
  return wholeView;
}

/** Returns the size of an element in whole pixels; null on the server and until it was measured. */
export function useElementSize(element: { current: HTMLElement | null }) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const measuredElement = element.current;
    if (!measuredElement || !("ResizeObserver" in window)) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = measuredElement;
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(measuredElement);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Returns the previous list while the cars in it are the same. */
function useStableCars(cars: readonly MapCar[]): readonly MapCar[] {
  const [stableCars, setStableCars] = useState(cars);
  const isSame =
    stableCars.length === cars.length &&
    stableCars.every((car, at) => {
      const other = cars[at];
      return (
        other !== undefined &&
        car.id === other.id &&
        car.name === other.name &&
        car.latitude === other.latitude &&
        car.longitude === other.longitude &&
        car.headingDegrees === other.headingDegrees
      );
    });
  if (!isSame) setStableCars(cars);
  return isSame ? stableCars : cars;
}
