import { MapMarks } from "./map-marks";
import type { MapContents } from "./map-contents";
import { scaleBar, type Viewport } from "./viewport";

/**
 * Pins and the route on squared paper. A square has the width of the scale bar. The server renders it too, so that a
 * page without scripts has its map. Hidden from screen readers, because text beside it says what it shows.
 */
export function PlainGround({
  contents,
  view,
  unit,
}: {
  contents: MapContents;
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
      <MapMarks contents={contents} view={view} />
    </svg>
  );
}

/** The squared paper, and the scale bar in its lower left corner. */
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

/** Returns lines that stay in place on the ground. They extend beyond the window, whose frame may be wider. */
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
