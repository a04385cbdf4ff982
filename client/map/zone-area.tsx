import { memo } from "react";
import { classNames } from "../ui/class-names";
import { projectPoint, type Viewport, worldX, worldY } from "./viewport";
import type { Outline } from "./outline";
import { zoneColor } from "./zone-colors";

/** Path units for the width of the world. Paths start at one of their own corners, so that no number is large. */
const PATH_SCALE = 1e6;

/**
 * A zone on the map. Its path is made only once. Moving and zooming the map only moves and scales the path, so that a
 * hundred zones can follow a finger.
 */
export function ZoneArea({
  outline,
  color,
  active,
  chosen,
  name,
  view,
}: {
  outline: Outline;
  color: number;
  active: boolean;
  /** Whether it is emphasized among the others. */
  chosen: boolean;
  /** The text in its centre; none if empty. */
  name: string;
  view: Viewport;
}) {
  const origin = outline[0]?.[0]?.[0];
  if (!origin) return null;
  const { x, y } = projectPoint(view, origin);
  const middle = projectPoint(view, centreOf(outline));
  const { fill, stroke } = zoneColor(color);
  return (
    <>
      <g transform={`translate(${x} ${y}) scale(${view.scale / PATH_SCALE})`}>
        <AreaPath
          className={classNames(fill, stroke)}
          isDashed={!active}
          fillOpacity={chosen ? 0.3 : active ? 0.16 : 0.05}
          outline={outline}
          width={chosen ? 3 : 1.75}
        />
      </g>
      {name !== "" && (
        <text
          className={classNames(
            "stroke-surface text-xs",
            chosen ? "fill-ink font-semibold" : "fill-ink-muted font-medium",
          )}
          paintOrder="stroke"
          strokeLinejoin="round"
          strokeWidth="4"
          textAnchor="middle"
          x={middle.x}
          y={middle.y + 4}
        >
          {name}
        </text>
      )}
    </>
  );
}

const AreaPath = memo(function AreaPath({
  outline,
  className,
  isDashed,
  fillOpacity,
  width,
}: {
  outline: Outline;
  className: string;
  isDashed: boolean;
  fillOpacity: number;
  width: number;
}) {
  return (
    <path
      className={className}
      d={pathOf(outline)}
      fillOpacity={fillOpacity}
      fillRule="evenodd"
      strokeDasharray={isDashed ? "4 5" : undefined}
      strokeLinejoin="round"
      strokeWidth={width}
      vectorEffect="non-scaling-stroke"
    />
  );
});

function pathOf(outline: Outline): string {
  const origin = outline[0]?.[0]?.[0];
  if (!origin) return "";
  const [west, north] = [worldX(origin), worldY(origin)];
  return outline
    .flat()
    .filter((ring) => ring.length > 1)
    .map((ring) => {
      const corners = ring.map((point) => {
        const x = ((worldX(point) - west) * PATH_SCALE).toFixed(4);
        const y = ((worldY(point) - north) * PATH_SCALE).toFixed(4);
        return `${x} ${y}`;
      });
      return `M${corners.join("L")}Z`;
    })
    .join("");
}

/** Returns the centre of the box around the first polygon, which is usually the only one. */
function centreOf(outline: Outline) {
  const ring = outline[0]?.[0] ?? [];
  const latitudes = ring.map(({ latitude }) => latitude);
  const longitudes = ring.map(({ longitude }) => longitude);
  return {
    latitude: (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
    longitude: (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
  };
}
