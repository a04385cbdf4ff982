import { MapMarks } from "./map-marks";
import type { MapContents } from "./map-contents";
import { scaleBar, type Viewport } from "./viewport";

/**
 * Pins and the route on squared paper: a square is as wide as the scale bar is long. Rendered on the
 * server too, so that a page without scripts has its map. Says nothing to a screen reader: what it
 * shows is written beside it.
 */
export function PlainGround({
  shown,
  view,
  unit,
}: {
  shown: MapContents;
  view: Viewport;
  unit: "km" | "mi";
}) {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 size-full overflow-visible"
      preserveAspectRatio="xMidYMid meet"
      viewBox={`0 0 ${view.width} ${view.height}`}
    >
      <Squares unit={unit} view={view} />
      <MapMarks contents={shown} view={view} />
    </svg>
  );
}

/** The paper itself, and the scale bar in its lower left corner. */
export function Squares({ view, unit }: { view: Viewport; unit: "km" | "mi" }) {
  const bar = scaleBar(view, unit);
  return (
    <>
      <path className="stroke-line" d={squaresPath(view, bar.pixels)} fill="none" />
      <g className="text-ink-muted" transform={`translate(14 ${view.height - 14})`}>
        <path
          className="stroke-current"
          d={`M0.5 -5.5V-0.5H${bar.pixels.toFixed(1)}V-5.5`}
          fill="none"
        />
        <text className="fill-current font-medium text-xs" x="1" y="-9">
          {bar.words}
        </text>
      </g>
    </>
  );
}

/** Lines that stay where they are on the ground; beyond the window too, whose frame may be wider. */
function squaresPath({ x, y, scale, width, height }: Viewport, step: number): string {
  const lines: string[] = [];
  const first = (middle: number, length: number) => {
    const origin = length / 2 - ((middle * scale) % step);
    return origin - Math.ceil((length + origin) / step) * step;
  };
  for (let at = first(x, width); at < 2 * width; at += step)
    lines.push(`M${at.toFixed(1)} ${-height}V${2 * height}`);
  for (let at = first(y, height); at < 2 * height; at += step)
    lines.push(`M${-width} ${at.toFixed(1)}H${2 * width}`);
  return lines.join("");
}
