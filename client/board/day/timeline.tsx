import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { DayPlan, DayTrip } from "../../../src/dispatch/board/day-contract";
import { classNames } from "../../ui/class-names";
import { LiveRegion } from "../../ui/live-region";
import { formatMoment } from "../../ui/moment";
import { isKey } from "../../office/keys/keys";
import { shortDriverName } from "../../office/words";
import { TripBlock } from "./trip-block";
import { dayWords } from "./day-words";
import { LaneHead } from "./lane-head";
import {
  hoursOffSpans,
  type Block,
  blocksIn,
  findBlock,
  hourStarts,
  type Lane,
  type Layout,
  type VisibleArea,
  laneId,
  layOutDay,
  ROW_HEIGHT_PX,
  findNextBlock,
  xOf,
} from "./layout";
import { useDragTrip } from "./use-drag-trip";
import { mayMove } from "./use-reassign-trip";
import { useVisibleArea } from "./use-visible-area";
import { useOffice } from "../../office/calls";

/** The width in pixels of an hour and of the name column, on a desktop and on a phone. */
const DESKTOP_SIZES = { hourWidth: 120, namesWidth: 184 };
const PHONE_SIZES = { hourWidth: 104, namesWidth: 92 };
const MINUTE_MS = 60_000;

/** The scroll position to return to. */
export interface SavedScroll {
  day: string;
  left: number;
  top: number;
}

/**
 * The day as a timeline: one lane for each driver, unassigned trips on top. A trip moves to another
 * driver by mouse, by Shift and the arrow keys, or with the dialog that `A` opens.
 */
export function DayTimeline({
  plan,
  newDriverByTrip,
  announcement,
  now,
  selectedId,
  openRowId,
  mayAssign,
  isNarrow,
  savedScroll,
  onSelect,
  onOpen,
  onDrop,
}: {
  plan: DayPlan;
  /** Trips that are being assigned, until the server confirms. */
  newDriverByTrip: ReadonlyMap<string, string | null>;
  /** The result of the last move, for screen readers. */
  announcement: string;
  /** ms UTC. */
  now: number;
  selectedId: string | null;
  openRowId: string | null;
  mayAssign: boolean;
  /** On a phone. */
  isNarrow: boolean;
  /** The scroll position to restore, which is kept up to date. */
  savedScroll: RefObject<SavedScroll | null>;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  /** Called when a trip is dropped in another lane; null means unassigned. */
  onDrop: (trip: DayTrip, driverId: string | null) => void;
}) {
  const { timeZone } = useOffice();
  const { hourWidth, namesWidth } = isNarrow ? PHONE_SIZES : DESKTOP_SIZES;
  const layout = useMemo(
    () => layOutDay(plan, hourWidth, newDriverByTrip),
    [plan, hourWidth, newDriverByTrip],
  );
  const box = useRef<HTMLDivElement>(null);
  const lanes = useRef<HTMLDivElement>(null);
  const visibleArea = useRestoredScroll(box, { plan, hourWidth, now, savedScroll });
  const { dragState, ...dragHandlers } = useDragTrip(box, lanes, {
    layout,
    mayAssign,
    onDrop: (trip, _from, to) => onDrop(trip, to),
  });

  const driversById = useMemo(
    () => new Map(plan.drivers.map((one) => [one.driver.id, one])),
    [plan.drivers],
  );
  const nameOf = (id: string | null) => {
    const dayDriver = id === null ? undefined : driversById.get(id);
    return dayDriver ? shortDriverName(dayDriver.driver) : null;
  };

  const { cursor, moveCursor } = useTripCursor(lanes, (id) => {
    const position = findBlock(layout, id);
    if (position) scrollIntoView(box.current, position.block, namesWidth);
  });
  const { shown, tabbableId } = useVisibleBlocks(layout, visibleArea, [
    cursor,
    dragState?.trip.id,
    selectedId,
  ]);
  const on = useBlockHandlers({ ...dragHandlers, layout, onOpen, onSelect, moveCursor });

  const currentMinuteMs = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const nowX = xOf(plan, now, hourWidth);
  const isToday = nowX >= 0 && nowX <= layout.width;
  const blockProps = ({ lane, block }: { lane: Lane; block: Block }) => {
    const { trip } = block;
    const isDragged = dragState?.trip.id === trip.id;
    return {
      trip,
      x: block.x,
      y: isDragged ? dragState.y : block.y,
      width: block.width,
      barWidth: block.barWidth,
      tightGap: gapBeforeBlock(plan, lane, block, hourWidth),
      driver: nameOf(laneId(lane)),
      requested: nameOf(trip.askedDriverId),
      timeZone,
      now: currentMinuteMs,
      isSelected: trip.id === selectedId,
      open: trip.id === openRowId,
      canMove: mayAssign && mayMove(trip),
      isDragged,
      isWaiting: newDriverByTrip.has(trip.id),
      isTabbable: trip.id === tabbableId,
      on,
    };
  };
  const targetName =
    dragState && (dragState.to === null ? "nobody" : (nameOf(dragState.to) ?? "nobody"));
  return (
    <>
      <section
        aria-label={`Timeline of ${formatMoment(plan.from, timeZone, "weekday")}`}
        className="relative max-h-[max(22rem,calc(100dvh-16rem))] overflow-auto overscroll-contain rounded-lg border border-line bg-surface-raised"
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and its arrows do that
        tabIndex={0}
      >
        <p className="sr-only">{dayWords(plan)}</p>
        <div className="relative" style={{ width: namesWidth + layout.width }}>
          <Hours
            hourWidth={hourWidth}
            namesWidth={namesWidth}
            nowX={isToday ? nowX : null}
            plan={plan}
          />
          <div className="relative" ref={lanes} style={{ height: layout.height }}>
            {layout.lanes.map((lane) => (
              <LaneBand
                dragState={dragState}
                hourWidth={hourWidth}
                key={laneId(lane) ?? "nobody"}
                lane={lane}
                namesWidth={namesWidth}
                isNarrow={isNarrow}
                plan={plan}
              />
            ))}
            <div
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0"
              style={{ left: namesWidth, width: layout.width, ...hourLines(hourWidth) }}
            />
            {isToday && (
              <div
                aria-hidden="true"
                className="pointer-events-none absolute inset-y-0 z-10 w-0.5 bg-danger"
                style={{ left: namesWidth + nowX - 1 }}
              />
            )}
            <div className="absolute inset-y-0" style={{ left: namesWidth, width: layout.width }}>
              {shown.map((shownBlock) => (
                <TripBlock key={shownBlock.block.trip.id} {...blockProps(shownBlock)} />
              ))}
            </div>
          </div>
        </div>
      </section>
      <LiveRegion>
        {dragState && targetName
          ? `Moving reservation ${dragState.trip.number} to ${targetName === "nobody" ? "the unassigned trips" : targetName}: press Enter to drop it or Escape to cancel.`
          : announcement}
      </LiveRegion>
    </>
  );
}

/** Sets the initial scroll position: the last one, else the current hour or the first trip. */
function useRestoredScroll(
  box: RefObject<HTMLElement | null>,
  {
    plan,
    hourWidth,
    now,
    savedScroll,
  }: { plan: DayPlan; hourWidth: number; now: number; savedScroll: RefObject<SavedScroll | null> },
) {
  const visibleArea = useVisibleArea(box, () => {
    if (savedScroll.current?.day === plan.day) return savedScroll.current;
    const first = plan.trips.find(({ matches }) => matches);
    const isToday = now >= Date.parse(plan.from) && now < Date.parse(plan.until);
    const at = isToday
      ? now
      : first
        ? Date.parse(first.pickupAt)
        : Date.parse(plan.from) + 7 * 60 * MINUTE_MS;
    return { left: Math.max(0, xOf(plan, at, hourWidth) - hourWidth), top: 0 };
  });
  useEffect(() => {
    savedScroll.current = { day: plan.day, left: visibleArea.left, top: visibleArea.top };
  }, [savedScroll, plan.day, visibleArea.left, visibleArea.top]);
  return visibleArea;
}

/** The block that the arrow keys selected last. `show` scrolls to it before it gets the focus. */
function useTripCursor(lanes: RefObject<HTMLElement | null>, show: (id: string) => void) {
  const [cursorId, setCursor] = useState<string | null>(null);
  const idToFocus = useRef<string | null>(null);
  const moveCursor = (id: string) => {
    show(id);
    idToFocus.current = id;
    setCursor(id);
  };
  useEffect(() => {
    const id = idToFocus.current;
    if (id === null || id !== cursorId) return;
    idToFocus.current = null;
    const block = lanes.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
    block?.focus({ preventScroll: true });
  }, [cursorId, lanes]);
  return { cursor: cursorId, moveCursor };
}

/** Returns only the blocks that are visible, focused, dragged or selected, and the one that Tab reaches. */
function useVisibleBlocks(
  layout: Layout,
  visibleArea: VisibleArea,
  [cursor, draggedId, selectedId]: readonly [string | null, string | undefined, string | null],
) {
  const alwaysShownIds = useMemo(
    () => new Set([cursor, draggedId, selectedId].filter((id) => id !== null && id !== undefined)),
    [cursor, draggedId, selectedId],
  );
  const shownBlocks = useMemo(
    () => blocksIn(layout, visibleArea, alwaysShownIds),
    [layout, visibleArea, alwaysShownIds],
  );
  const tabbableId =
    selectedId !== null && shownBlocks.some(({ block }) => block.trip.id === selectedId)
      ? selectedId
      : (shownBlocks[0]?.block.trip.id ?? null);
  return { shown: shownBlocks, tabbableId };
}

interface BlockHandlers extends Omit<ReturnType<typeof useDragTrip>, "dragState"> {
  layout: Layout;
  onOpen: (id: string) => void;
  onSelect: (id: string) => void;
  moveCursor: (id: string) => void;
}

/** Returns the handlers of a block, which stay the same while the day is shown. */
function useBlockHandlers(handlers: BlockHandlers) {
  const current = useRef(handlers);
  current.current = handlers;
  return useMemo(
    () => ({
      open: (trip: DayTrip) => {
        if (!current.current.wasDragged()) current.current.onOpen(trip.id);
      },
      select: (id: string) => current.current.onSelect(id),
      blur: () => current.current.cancelKeyMove(),
      press: (event: React.PointerEvent<HTMLElement>, trip: DayTrip) =>
        current.current.onPointerDown(event, trip),
      key: (event: KeyboardEvent, trip: DayTrip) => {
        const { key } = event;
        if (current.current.onKeyDown(event, trip)) return;
        if (!isKey(event, "beside")) return;
        if (
          key === "ArrowLeft" ||
          key === "ArrowRight" ||
          key === "ArrowUp" ||
          key === "ArrowDown"
        ) {
          event.preventDefault();
          const next = findNextBlock(current.current.layout, trip.id, key);
          if (next !== null) current.current.moveCursor(next);
        }
      },
    }),
    [],
  );
}

/** A driver's lane: its head and the hours off duty. */
function LaneBand({
  plan,
  lane,
  dragState,
  hourWidth,
  namesWidth,
  isNarrow,
}: {
  plan: DayPlan;
  lane: Lane;
  dragState: ReturnType<typeof useDragTrip>["dragState"];
  hourWidth: number;
  namesWidth: number;
  isNarrow: boolean;
}) {
  return (
    <div
      className={classNames(
        "absolute inset-x-0 border-line border-b",
        dragState && dragState.to === laneId(lane) && "bg-accent-surface",
        !dragState && lane.driver === null && "bg-surface-sunken",
      )}
      style={{ top: lane.y, height: lane.height }}
    >
      {lane.driver &&
        hoursOffSpans(plan, lane.driver, hourWidth).map(({ x, width }) => (
          <div
            className="absolute inset-y-0 bg-surface-sunken"
            key={x}
            style={{ left: namesWidth + x, width }}
            title={`${shortDriverName(lane.driver?.driver ?? nobody)} is not working at this time`}
          />
        ))}
      <LaneHead
        isDropTarget={dragState !== null && dragState.to === laneId(lane)}
        lane={lane}
        isNarrow={isNarrow}
        width={namesWidth}
      />
    </div>
  );
}

function Hours({
  plan,
  hourWidth,
  namesWidth,
  nowX,
}: {
  plan: DayPlan;
  hourWidth: number;
  namesWidth: number;
  /** Null on days other than today. */
  nowX: number | null;
}) {
  const { timeZone } = useOffice();
  return (
    <div
      aria-hidden="true"
      className="sticky top-0 z-40 flex h-8 border-line border-b bg-surface-raised text-ink-muted text-xs"
    >
      <div
        className="sticky start-0 z-10 shrink-0 border-line border-e bg-surface-raised"
        style={{ width: namesWidth }}
      />
      {hourStarts(plan).map((at) => (
        <span
          className="shrink-0 border-line border-s px-1.5 leading-8 tabular-nums"
          key={at}
          style={{ width: hourWidth }}
        >
          {formatMoment(at, timeZone, "time")}
        </span>
      ))}
      {nowX !== null && (
        <span
          className="absolute bottom-0 size-2.5 translate-y-1/2 rounded-full bg-danger"
          style={{ left: namesWidth + nowX - 5 }}
        />
      )}
    </div>
  );
}

const nobody = { firstName: "", lastName: "" };

/** Returns a line at each hour. */
function hourLines(hourWidth: number) {
  return {
    backgroundImage: "linear-gradient(to right, var(--line) 1px, transparent 1px)",
    backgroundSize: `${hourWidth}px 100%`,
  };
}

/** Returns the length of a tight connection's mark, which reaches back to the end of the previous trip. */
function gapBeforeBlock(plan: DayPlan, lane: Lane, block: Block, hourWidth: number): number {
  if (!block.trip.tight) return 0;
  const previousBlock = lane.blocks.find(({ trip }) => trip.number === block.trip.tight?.number);
  if (!previousBlock) return 12;
  return Math.max(12, block.x - xOf(plan, Date.parse(previousBlock.trip.endsAt), hourWidth));
}

/** Scrolls to a block without hiding it behind the names or hours. */
function scrollIntoView(box: HTMLElement | null, block: Block, namesWidth: number): void {
  if (!box) return;
  const HEADER_HEIGHT_PX = 32;
  const margin = 24;
  if (block.x < box.scrollLeft + margin) box.scrollLeft = Math.max(0, block.x - margin);
  const right = namesWidth + block.x + Math.max(block.barWidth, 120) + margin;
  if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
  if (block.y < box.scrollTop + margin) box.scrollTop = Math.max(0, block.y - margin);
  const bottom = HEADER_HEIGHT_PX + block.y + ROW_HEIGHT_PX + margin;
  if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
