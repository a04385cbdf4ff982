import { projectPoint, type Viewport } from "../map/viewport";
import type { Ring } from "../map/outline";
import { zoneColor } from "../map/zone-colors";

/** Shows the line through the corners drawn so far. A press on the first corner closes it. */
export function DrawingLine({
  ring,
  color,
  view,
  onClose,
}: {
  ring: Ring;
  color: number;
  view: Viewport;
  onClose: () => void;
}) {
  const { fill, stroke } = zoneColor(color);
  const points = ring.map((point) => projectPoint(view, point));
  const [first] = points;
  const canClose = points.length > 2;
  return (
    <>
      <polyline
        className={stroke}
        fill="none"
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")}
        strokeDasharray="6 5"
        strokeLinecap="round"
        strokeWidth="2"
      />
      {points.slice(1).map(({ x, y }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: corners are only ever added at the end
        <circle className={fill} cx={x} cy={y} key={at} r="4.5" />
      ))}
      {first && (
        <g transform={`translate(${first.x.toFixed(1)} ${first.y.toFixed(1)})`}>
          <circle className={`stroke-surface-raised ${fill}`} r="7" strokeWidth="2.5" />
          {canClose && (
            <circle
              className="pointer-events-auto cursor-pointer pointer-coarse:[r:22px]"
              fill="transparent"
              onPointerUp={(event) => {
                event.stopPropagation();
                onClose();
              }}
              r="14"
            />
          )}
        </g>
      )}
    </>
  );
}
