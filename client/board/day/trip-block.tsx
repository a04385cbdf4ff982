import { TriangleAlert } from "lucide-react";
import { type KeyboardEvent, memo, type PointerEvent } from "react";
import type { DayTrip } from "../../../src/dispatch/board/day-contract";
import type { Tone } from "../../ui/badge";
import { classNames } from "../../ui/class-names";
import { formatMoment } from "../../ui/moment";
import { stateBadges } from "../../ui/state-badge";
import { presenceText, PresenceMarks, usePresence } from "../../office/live/presence";
import { timeUntilPickup } from "../../office/words";
import { tightConnectionText } from "./day-words";
import { ROW_HEIGHT_PX } from "./layout";

/** The background and border of a trip's bar by its state. Its text is readable in both themes. */
const toneStyles: Record<Tone, string> = {
  neutral: "border-line-strong bg-surface-sunken",
  accent: "border-accent-text bg-accent-surface",
  info: "border-info-ink bg-info-surface",
  success: "border-success-ink bg-success-surface",
  warning: "border-warning-ink bg-warning-surface",
  danger: "border-danger-ink bg-danger-surface",
};

/** The text is beside a bar that is narrower than this, else inside it. */
const NARROW_BAR_PX = 34;

interface BlockProps {
  trip: DayTrip;
  x: number;
  y: number;
  width: number;
  barWidth: number;
  /**
   * The width of the mark before the block, which reaches back to the end of the previous trip when the drive between
   * them takes too long.
   */
  tightGap: number;
  driver: string | null;
  requested: string | null;
  timeZone: string;
  /** The current time in steps of a minute, ms UTC. */
  now: number;
  isSelected: boolean;
  open: boolean;
  canMove: boolean;
  isDragged: boolean;
  isWaiting: boolean;
  isTabbable: boolean;
  on: {
    open: (trip: DayTrip) => void;
    select: (id: string) => void;
    blur: () => void;
    press: (event: PointerEvent<HTMLElement>, trip: DayTrip) => void;
    key: (event: KeyboardEvent, trip: DayTrip) => void;
  };
}

/** A trip on the timeline: a bar with the length of the trip, and text that may extend beyond it. */
export const TripBlock = memo(function TripBlock({
  trip,
  x,
  y,
  width,
  barWidth,
  tightGap,
  driver,
  requested,
  timeZone,
  now,
  isSelected,
  open,
  canMove,
  isDragged,
  isWaiting,
  isTabbable,
  on,
}: BlockProps) {
  const { words, tone, Icon } = stateBadges[trip.state];
  const people = usePresence(trip.id);
  const until = timeUntilPickup(trip, now);
  const time = `${trip.willCall ? "≈ " : ""}${formatMoment(trip.pickupAt, timeZone, "time")}`;
  const end = formatMoment(trip.endsAt, timeZone, "time");
  const route = `${trip.pickup.name} → ${trip.dropoff}`;
  const tightText = trip.tight && tightConnectionText(trip.tight);
  const facts = [
    `Reservation ${trip.number}, ${words}, ${time} to ${end}`,
    ...(until?.isLate ? [until.text] : []),
    `${trip.pickup.name} to ${trip.dropoff}`,
    trip.passenger,
    driver ?? (requested ? `Offered to ${requested}` : "No driver"),
    ...(tightText ? [tightText] : []),
    ...(trip.matches ? [] : ["Does not match the filters"]),
    ...(people.length > 0 ? [presenceText(people)] : []),
  ];
  return (
    <button
      aria-current={open ? "true" : undefined}
      className={classNames(
        "absolute flex touch-auto select-none rounded-sm text-start outline-none",
        "focus-visible:z-20 focus-visible:outline-2 focus-visible:outline-focus focus-visible:outline-offset-1",
        canMove ? "cursor-grab" : "cursor-pointer",
        isDragged && "z-30 cursor-grabbing shadow-lg",
        isWaiting && "animate-pulse",
        isSelected && !isDragged && "z-10",
      )}
      data-row={trip.id}
      onBlur={on.blur}
      onClick={() => on.open(trip)}
      onFocus={() => on.select(trip.id)}
      onKeyDown={(event) => on.key(event, trip)}
      onPointerDown={(event) => on.press(event, trip)}
      style={{ left: x, top: y, width, height: ROW_HEIGHT_PX }}
      tabIndex={isTabbable ? 0 : -1}
      title={facts.join("\n")}
      type="button"
    >
      <span className="sr-only">{facts.join(". ")}</span>
      {tightText && (
        <span
          aria-hidden="true"
          className="absolute bottom-1.5 h-0 border-warning border-t-2 border-dashed"
          style={{ right: "100%", width: tightGap }}
        />
      )}
      <span
        aria-hidden="true"
        className={classNames(
          "absolute inset-y-0 start-0 rounded-sm border-s-[3px]",
          trip.matches ? toneStyles[tone] : "border-line-strong border-dashed bg-surface",
          requested && "border-dashed",
          open && "ring-2 ring-focus",
          isDragged && "bg-surface-raised",
        )}
        style={{ width: Math.min(barWidth, width) }}
      />
      <span
        aria-hidden="true"
        className="relative min-w-0 flex-1 py-0.5 pe-0.5 text-xs"
        style={{ paddingInlineStart: barWidth < NARROW_BAR_PX ? barWidth + 5 : 8 }}
      >
        <span className="flex items-center gap-1 whitespace-nowrap">
          <Icon className="shrink-0" size={13} />
          <span className="font-medium tabular-nums">{time}</span>
          {people.length > 0 && <PresenceMarks people={people} isSmall />}
          {tightText && <TriangleAlert className="shrink-0 text-warning-ink" size={13} />}
          {until?.isLate ? (
            <span className="truncate font-medium text-danger-ink">{until.text}</span>
          ) : (
            <span className="truncate text-ink-muted tabular-nums">{trip.number}</span>
          )}
        </span>
        <span className="block truncate text-ink-muted">{route}</span>
      </span>
    </button>
  );
});
