import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { MapPoint } from "../map/map-contents";
import { arrowKeyDirections } from "../map/use-plain-view";
import { projectPoint, pointAt, type Viewport } from "../map/viewport";
import {
  addCorner,
  type CornerIndex,
  cornersOf,
  moveCorner,
  type Outline,
  removeCorner,
} from "../map/outline";
import { zoneColor } from "../map/zone-colors";

/** With more visible corners, single handles can't be told apart or drawn quickly. */
const MAX_CORNER_HANDLES = 150;
/** How far an arrow key moves a corner, in pixels; with Shift, one pixel. */
const STEP_PX = 8;

/**
 * Shows handles for a zone's corners, which are moved by dragging or arrow keys. A small dot between two handles
 * becomes a corner when it is moved. All handles are one tab stop; Page Up and Page Down move between corners.
 */
export function CornerHandles({
  outline,
  color,
  view,
  onChange,
}: {
  outline: Outline;
  color: number;
  view: Viewport;
  onChange: (outline: Outline) => void;
}) {
  const [activeCorner, setActiveCorner] = useState(0);
  const focusNext = useRef(false);
  const handles = useRef(new Map<number, SVGGElement>());
  const corners = cornersOf(outline);
  const current = Math.min(activeCorner, corners.length - 1);
  useEffect(() => {
    if (!focusNext.current) return;
    focusNext.current = false;
    handles.current.get(current)?.focus();
  });

  const visibleHandles = corners.filter(({ point }) => isVisible(view, point));
  if (visibleHandles.length > MAX_CORNER_HANDLES) return null;
  const focusCorner = (to: number) => {
    focusNext.current = true;
    setActiveCorner((to + corners.length) % corners.length);
  };
  const onKey = (event: KeyboardEvent, place: CornerIndex, point: MapPoint) => {
    const arrowDirection = arrowKeyDirections[event.key];
    if (arrowDirection) {
      const step = event.shiftKey ? 1 : STEP_PX;
      const { x, y } = projectPoint(view, point);
      const to = pointAt(view, x + arrowDirection[0] * step, y + arrowDirection[1] * step);
      onChange(moveCorner(outline, place, to));
    } else if (event.key === "PageDown") {
      focusCorner(current + 1);
    } else if (event.key === "PageUp") {
      focusCorner(current - 1);
    } else if (event.key === "Delete") {
      onChange(removeCorner(outline, place));
      focusCorner(Math.max(0, current - 1));
    } else if (event.key === "+") {
      onChange(addCorner(outline, place, midpointAfter(outline, place)));
      focusCorner(current + 1);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      {corners.map(({ place }) => {
        const middle = midpointAfter(outline, place);
        return (
          isVisible(view, middle) && (
            <Dot
              color={color}
              key={`between ${keyOf(place)}`}
              onDrag={(to, isFirst) =>
                isFirst
                  ? onChange(addCorner(outline, place, to))
                  : onChange(moveCorner(outline, { ...place, corner: place.corner + 1 }, to))
              }
              point={middle}
              isSmall
              view={view}
            />
          )
        );
      })}
      {corners.map(({ place, point }, index) => {
        if (!isVisible(view, point) && index !== current) return null;
        const { latitude, longitude } = point;
        return (
          // biome-ignore lint/a11y/useSemanticElements: there are no buttons in an SVG
          <g
            aria-label={`Corner ${index + 1} of ${corners.length}, ${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}
            className="group pointer-events-auto outline-none"
            key={keyOf(place)}
            onDoubleClick={() => onChange(removeCorner(outline, place))}
            onFocus={() => setActiveCorner(index)}
            onKeyDown={(event) => onKey(event, place, point)}
            ref={(element) => {
              if (element) handles.current.set(index, element);
              else handles.current.delete(index);
            }}
            role="button"
            tabIndex={index === current ? 0 : -1}
          >
            <Dot
              color={color}
              onDrag={(to) => onChange(moveCorner(outline, place, to))}
              point={point}
              view={view}
            />
          </g>
        );
      })}
    </>
  );
}

/** Shows a dot that follows the pointer. `isFirst` is true for the first step of a drag. */
function Dot({
  point,
  view,
  color,
  isSmall,
  onDrag,
}: {
  point: MapPoint;
  view: Viewport;
  color: number;
  isSmall?: boolean;
  onDrag: (to: MapPoint, isFirst: boolean) => void;
}) {
  // The distance between the pointer and the dot's centre during a drag.
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const { x, y } = projectPoint(view, point);
  const { fill, stroke } = zoneColor(color);
  const pointInDrawing = (event: PointerEvent<SVGElement>) => {
    const frame = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    return { x: event.clientX - (frame?.left ?? 0), y: event.clientY - (frame?.top ?? 0) };
  };
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <circle
        className={isSmall ? `fill-surface-raised ${stroke}` : `stroke-surface-raised ${fill}`}
        r={isSmall ? 4 : 7}
        strokeWidth={isSmall ? 1.5 : 2.5}
      />
      {!isSmall && (
        <circle
          className="stroke-focus opacity-0 group-focus-visible:opacity-100"
          fill="none"
          r="12"
          strokeWidth="2"
        />
      )}
      <circle
        className="pointer-events-auto cursor-move touch-none pointer-coarse:[r:22px]"
        fill="transparent"
        onPointerCancel={() => {
          drag.current = null;
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
          const pointer = pointInDrawing(event);
          drag.current = { x: x - pointer.x, y: y - pointer.y, moved: false };
        }}
        onPointerMove={(event) => {
          const from = drag.current;
          if (!from) return;
          const pointer = pointInDrawing(event);
          const isFirst = !from.moved;
          from.moved = true;
          onDrag(pointAt(view, pointer.x + from.x, pointer.y + from.y), isFirst);
        }}
        onPointerUp={() => {
          drag.current = null;
        }}
        r={isSmall ? 9 : 14}
      />
    </g>
  );
}

/** Returns the midpoint between a corner and the next one of its ring. */
function midpointAfter(outline: Outline, { polygon, ring, corner }: CornerIndex): MapPoint {
  const corners = outline[polygon]?.[ring] ?? [];
  const from = corners[corner];
  const to = corners[(corner + 1) % corners.length];
  if (!from || !to) throw new Error("This corner does not exist");
  return {
    latitude: (from.latitude + to.latitude) / 2,
    longitude: (from.longitude + to.longitude) / 2,
  };
}

function isVisible(view: Viewport, point: MapPoint): boolean {
  const { x, y } = projectPoint(view, point);
  return x > -20 && y > -20 && x < view.width + 20 && y < view.height + 20;
}

function keyOf({ polygon, ring, corner }: CornerIndex): string {
  return `${polygon} ${ring} ${corner}`;
}
