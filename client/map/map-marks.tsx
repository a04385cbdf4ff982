import { classNames } from "../ui/class-names";
import { type PositionedLabel, placeLabels } from "./pin-labels";
import {
  type MapCar,
  type MapPin,
  type MapPoint,
  type MapContents,
  stopNumbers,
} from "./map-contents";
import { pointsOf, projectPoint, routePoints, unwrapLongitudes, type Viewport } from "./viewport";

/** The route, the pins with their names and the cars, for an `<svg>` of the window's size. */
export function MapMarks({ contents, view }: { contents: MapContents; view: Viewport }) {
  const numbers = stopNumbers(contents.pins);
  // Longitudes that continue those of the first point shown, across the date line too.
  const [first] = pointsOf(contents);
  const withUnwrappedLongitudes = <T extends MapPoint>(points: readonly T[]) =>
    first ? points.map((point) => unwrapLongitudes([first, point])[1] as T) : [];
  const pins = withUnwrappedLongitudes(contents.pins).map((pin) => ({
    ...pin,
    ...projectPoint(view, pin),
  }));
  const routeSpots = routePoints(contents).map((point) => projectPoint(view, point));
  const labels = placeLabels(
    pins.map((pin) => ({ ...pin, canHide: pin.kind === "stop" })),
    routeSpots,
    view,
  );
  return (
    <>
      <RouteStroke contents={contents} view={view} />
      <TrackStroke points={withUnwrappedLongitudes(contents.track ?? [])} view={view} />
      {pins.map((pin, at) => (
        <Pin
          // biome-ignore lint/suspicious/noArrayIndexKey: a pin is what it is by its place in the way
          key={`${pin.kind} ${at}`}
          label={labels[at] ?? null}
          number={numbers[at] ?? null}
          pin={pin}
        />
      ))}
      {withUnwrappedLongitudes(contents.cars).map((car) => (
        <Car car={car} key={car.id} view={view} />
      ))}
    </>
  );
}

function RouteStroke({ contents, view }: { contents: MapContents; view: Viewport }) {
  const d = lineThrough(routePoints(contents), view);
  if (d === null) return null;
  const isDashed = contents.route?.geometry === null;
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path className="stroke-surface" d={d} strokeWidth="8" />
      <path
        className="stroke-accent-text"
        d={d}
        strokeDasharray={isDashed ? "1 9" : undefined}
        strokeWidth={isDashed ? 3.5 : 4.5}
      />
    </g>
  );
}

/**
 * The driven route, thinner than the planned one and in the colour of text, so that both are visible where they
 * overlap.
 */
function TrackStroke({ points, view }: { points: readonly MapPoint[]; view: Viewport }) {
  const d = lineThrough(points, view);
  if (d === null) return null;
  return (
    <g data-track="" fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path className="stroke-surface" d={d} strokeWidth="4.5" />
      <path className="stroke-ink" d={d} strokeWidth="2" />
    </g>
  );
}

/** Returns an SVG path through points; null for fewer than two. */
function lineThrough(points: readonly MapPoint[], view: Viewport): string | null {
  if (points.length < 2) return null;
  return points
    .map((point, at) => {
      const { x, y } = projectPoint(view, point);
      return `${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

function Pin({
  pin,
  number,
  label,
}: {
  pin: MapPin & { x: number; y: number };
  number: number | null;
  /** Null if there is no room for it. */
  label: PositionedLabel | null;
}) {
  return (
    <g transform={`translate(${pin.x.toFixed(1)} ${pin.y.toFixed(1)})`}>
      <PinMark kind={pin.kind} number={number} />
      {label && (
        <text
          className="fill-ink stroke-surface font-medium text-xs"
          paintOrder="stroke"
          strokeLinejoin="round"
          strokeWidth="4"
          textAnchor={label.anchor}
          x={label.x}
          y={label.y}
        >
          {label.text}
        </text>
      )}
    </g>
  );
}

/** A pin's mark around 0,0: ring, square or numbered dot, the same as in the list of stops beside the map. */
export function PinMark({ kind, number }: { kind: MapPin["kind"]; number: number | null }) {
  if (kind === "dropoff")
    return (
      <rect
        className="fill-accent-text stroke-surface-raised"
        height="15"
        rx="3.5"
        strokeWidth="3"
        width="15"
        x="-7.5"
        y="-7.5"
      />
    );
  return (
    <>
      <circle className="fill-surface-raised" r={number === null ? 9.5 : 11.5} />
      <circle
        className={classNames(
          "stroke-accent-text",
          kind === "place" ? "fill-accent-text" : "fill-surface-raised",
        )}
        r={number === null ? 6 : 9}
        strokeWidth="3"
      />
      {number !== null && (
        <text className="fill-ink font-semibold text-xs" textAnchor="middle" y="4">
          {number}
        </text>
      )}
    </>
  );
}

function Car({ car, view }: { car: MapCar; view: Viewport }) {
  const { x, y } = projectPoint(view, car);
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <CarMark headingDegrees={car.headingDegrees} />
    </g>
  );
}

/** A car's mark around 0,0: an arrow in its direction, or a dot when it is parked. */
export function CarMark({ headingDegrees }: { headingDegrees: number | null }) {
  return (
    <>
      <circle className="fill-accent stroke-surface-raised" r="14" strokeWidth="3" />
      {headingDegrees === null ? (
        <circle className="fill-accent-ink" r="4.5" />
      ) : (
        <path
          className="fill-accent-ink"
          d="M0 -8L6 6.5L0 3.5L-6 6.5Z"
          transform={`rotate(${Math.round(headingDegrees)})`}
        />
      )}
    </>
  );
}
