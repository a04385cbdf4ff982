import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { scaleOfZoom, type Viewport } from "./viewport";

/** The direction of each arrow key: to the right, and down. */
export const arrowKeyDirections: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const zoomKeyDirections: Readonly<Record<string, number>> = { "+": 1, "=": 1, "-": -1 };
/** Pixels by which an arrow key moves the ground. */
const STEP_PX = 60;
/** Zoom steps for each pixel of the wheel. */
const ZOOM_PER_WHEEL_PX = 1 / 250;

/** A view of the plain ground that a person moves by dragging, wheel, keys and buttons. */
export function usePlainView(wholeView: Viewport) {
  // Null until somebody moves the map: it then fits everything.
  const [movedView, setMovedView] = useState<Pick<Viewport, "x" | "y" | "scale"> | null>(null);
  const [isMoved, setIsMoved] = useState(false);
  const { width, height } = wholeView;
  const view: Viewport = movedView ? { width, height, ...movedView } : wholeView;
  const drag = useRef<{ id: number; x: number; y: number } | null>(null);
  const svg = useRef<SVGSVGElement>(null);

  const moveBy = (x: number, y: number) => {
    setIsMoved(true);
    setMovedView({ x: view.x + x / view.scale, y: view.y + y / view.scale, scale: view.scale });
  };
  const zoomBy = (steps: number, at = { x: width / 2, y: height / 2 }) => {
    const scale = Math.min(scaleOfZoom(19), Math.max(scaleOfZoom(0), view.scale * 2 ** steps));
    // The point under the pointer stays in place.
    const pixelSizeChange = 1 / view.scale - 1 / scale;
    setIsMoved(true);
    setMovedView({
      x: view.x + (at.x - width / 2) * pixelSizeChange,
      y: view.y + (at.y - height / 2) * pixelSizeChange,
      scale,
    });
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const frame = svg.current?.getBoundingClientRect();
    if (!frame) return;
    zoomBy(-event.deltaY * ZOOM_PER_WHEEL_PX, {
      x: event.clientX - frame.left,
      y: event.clientY - frame.top,
    });
  });
  useEffect(() => {
    const element = svg.current;
    // React adds passive listeners, which cannot keep the page from scrolling.
    const listener = (event: WheelEvent) => onWheel(event);
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  });

  return {
    view,
    /** Whether a person has moved the map. It then stays there until `show`. */
    isMoved,
    show: useCallback(({ x, y, scale }: Viewport) => {
      setIsMoved(false);
      setMovedView({ x, y, scale });
    }, []),
    zoomBy: (steps: number) => zoomBy(steps),
    handlers: {
      ref: svg,
      onPointerDown(event: PointerEvent<SVGSVGElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
      },
      onPointerMove(event: PointerEvent<SVGSVGElement>) {
        const from = drag.current;
        if (!from || from.id !== event.pointerId) return;
        moveBy(from.x - event.clientX, from.y - event.clientY);
        drag.current = { id: from.id, x: event.clientX, y: event.clientY };
      },
      onPointerUp() {
        drag.current = null;
      },
      onPointerCancel() {
        drag.current = null;
      },
      onKeyDown(event: KeyboardEvent) {
        const direction = arrowKeyDirections[event.key];
        const steps = zoomKeyDirections[event.key];
        if ((!direction && !steps) || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        if (direction) moveBy(direction[0] * STEP_PX, direction[1] * STEP_PX);
        if (steps) zoomBy(steps);
      },
    },
  };
}
