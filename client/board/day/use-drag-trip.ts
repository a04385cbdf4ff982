import { type RefObject, useEffect, useRef, useState } from "react";
import type { DayTrip } from "../../../src/dispatch/board/day-contract";
import { isKey } from "../../office/keys/keys";
import { findBlock, laneAtHeight, laneId, type Layout } from "./layout";
import { mayMove } from "./use-reassign-trip";

/** A trip being dragged. It keeps its time and only moves up and down. */
interface DragState {
  trip: DayTrip;
  /** The lane from which the trip comes and the lane over which it is: a driver's id, or null for unassigned. */
  from: string | null;
  to: string | null;
  by: "pointer" | "keys";
  /** Distance of the trip's top edge from the top of the lanes. */
  y: number;
}

/** A press that moves less than this is a click. */
const CLICK_TOLERANCE_PX = 5;
/** Within this distance of the edge, the lanes scroll, each time by the second value, px. */
const EDGE_WIDTH_PX = 40;
const SCROLL_STEP_PX = 14;

/**
 * Drags a block to another lane by mouse, or with Shift and the arrow keys: Enter drops it, Escape
 * cancels. A finger scrolls instead; on touch screens the details have a button for this.
 */
export function useDragTrip(
  box: RefObject<HTMLElement | null>,
  lanes: RefObject<HTMLElement | null>,
  {
    layout,
    mayAssign,
    onDrop,
  }: {
    layout: Layout;
    mayAssign: boolean;
    onDrop: (trip: DayTrip, from: string | null, to: string | null) => void;
  },
) {
  const [dragState, setDragState] = useState<DragState | null>(null);
  /** The dragged trip now, because a drop can come before the last move has been rendered. */
  const dragRef = useRef<DragState | null>(null);
  const setDrag = (next: DragState | null) => {
    dragRef.current = next;
    setDragState(next);
  };
  const current = useRef({ layout, onDrop });
  current.current = { layout, onDrop };
  /** The click at the end of a drag must open nothing. */
  const hasDragged = useRef(false);

  const dropTrip = () => {
    const drag = dragRef.current;
    setDrag(null);
    if (drag && drag.to !== drag.from) current.current.onDrop(drag.trip, drag.from, drag.to);
  };

  // The dragged trip may have disappeared or started in the meantime.
  const isTripMissing = dragState !== null && findBlock(layout, dragState.trip.id) === null;
  useEffect(() => {
    if (!isTripMissing) return;
    dragRef.current = null;
    setDragState(null);
  }, [isTripMissing]);

  const isByPointer = dragState?.by === "pointer";
  useEffect(() => {
    if (!isByPointer) return;
    const timer = setInterval(() => {
      const bounds = box.current?.getBoundingClientRect();
      if (!bounds || !box.current) return;
      const { clientY } = pointer.current;
      if (clientY < bounds.top + EDGE_WIDTH_PX) box.current.scrollTop -= SCROLL_STEP_PX;
      else if (clientY > bounds.bottom - EDGE_WIDTH_PX) box.current.scrollTop += SCROLL_STEP_PX;
    }, 16);
    return () => clearInterval(timer);
  }, [isByPointer, box]);
  const pointer = useRef({ clientY: 0 });

  // If somebody chooses another view during a drag, nothing is dropped.
  const releasePointer = useRef(() => {});
  useEffect(() => () => releasePointer.current(), []);

  const onPointerDown = (event: React.PointerEvent<HTMLElement>, trip: DayTrip) => {
    hasDragged.current = false;
    if (event.button !== 0 || event.pointerType === "touch") return;
    if (!mayAssign || !mayMove(trip)) return;
    const position = findBlock(current.current.layout, trip.id);
    if (!position) return;
    const from = laneId(position.lane);
    const start = { x: event.clientX, y: event.clientY };
    const scrollBox = box.current;
    const offset = event.clientY - event.currentTarget.getBoundingClientRect().top;
    pointer.current.clientY = event.clientY;

    const move = (moveEvent: PointerEvent) => {
      pointer.current.clientY = moveEvent.clientY;
      if (!hasDragged.current) {
        if (
          Math.hypot(moveEvent.clientX - start.x, moveEvent.clientY - start.y) <= CLICK_TOLERANCE_PX
        )
          return;
        hasDragged.current = true;
        // Capture on the box instead of the block, which may be rendered again elsewhere during the drag.
        scrollBox?.setPointerCapture(moveEvent.pointerId);
      }
      const top = lanes.current?.getBoundingClientRect().top ?? 0;
      const lane = laneAtHeight(current.current.layout, moveEvent.clientY - top);
      setDrag({
        trip,
        from,
        to: lane ? laneId(lane) : from,
        by: "pointer",
        y: moveEvent.clientY - top - offset,
      });
    };
    const stop = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", onPointerUp);
      window.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", onEscape, true);
    };
    const onPointerUp = () => {
      stop();
      if (!hasDragged.current) return;
      dropTrip();
      // By now, the click at the end of this drag has arrived, if the browser sends one.
      setTimeout(() => {
        hasDragged.current = false;
      });
    };
    const cancel = () => {
      stop();
      setDrag(null);
    };
    const onEscape = (key: KeyboardEvent) => {
      if (key.key !== "Escape") return;
      key.preventDefault();
      key.stopPropagation();
      cancel();
    };
    releasePointer.current = stop;
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", onPointerUp);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", onEscape, true);
  };

  /** Returns true if the key belonged to dragging. */
  const onKeyDown = (event: React.KeyboardEvent, trip: DayTrip): boolean => {
    const keyDrag = dragState?.by === "keys" && dragState.trip.id === trip.id ? dragState : null;
    if (keyDrag && isKey(event, "drop")) {
      event.preventDefault();
      dropTrip();
      return true;
    }
    if (keyDrag && isKey(event, "cancelMove")) {
      event.preventDefault();
      setDrag(null);
      return true;
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || !(keyDrag || isKey(event, "carry"))) return false;
    event.preventDefault();
    if (!mayAssign || !mayMove(trip)) return true;
    const position = findBlock(layout, trip.id);
    if (!position) return true;
    const from = laneId(position.lane);
    const at = layout.lanes.findIndex((lane) => laneId(lane) === (keyDrag ? keyDrag.to : from));
    const next = layout.lanes[at + step];
    if (!next) return true;
    setDrag({ trip, from, to: laneId(next), by: "keys", y: next.y + 6 });
    const boxElement = box.current;
    if (boxElement) {
      if (next.y < boxElement.scrollTop) boxElement.scrollTop = next.y;
      const bottom = next.y + next.height + (lanes.current?.offsetTop ?? 0);
      if (bottom > boxElement.scrollTop + boxElement.clientHeight)
        boxElement.scrollTop = bottom - boxElement.clientHeight;
    }
    return true;
  };

  return {
    dragState: isTripMissing ? null : dragState,
    onPointerDown,
    onKeyDown,
    /** Whether the press that just ended was a drag. */
    wasDragged: () => hasDragged.current,
    /** Cancels a move by keys when the focus leaves the trip. */
    cancelKeyMove: () => {
      if (dragRef.current?.by === "keys") setDrag(null);
    },
  };
}
