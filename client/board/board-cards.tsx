import { memo, useMemo, useRef } from "react";
import { classNames } from "../ui/class-names";
import { TripPrice } from "../ui/trip-price";
import { StateBadge } from "../ui/state-badge";
import {
  type BoardListProps,
  dayName,
  groupsToRender,
  groupsOf,
  VehicleNumberMark,
  RowDriver,
  RowFlight,
  RowLink,
  RowCheckbox,
  type RowProps,
  useRowProps,
} from "./board-row-parts";
import { useVirtualRows } from "../office/lists/virtual-rows";
import { PickupTime } from "../trip-acts/pickup-time";
import { RowPresence } from "../office/live/presence";

/** The rows as cards for a phone; only visible ones of a long list. */
export function BoardCards(props: BoardListProps) {
  const { rows, sort, timeZone, now } = props;
  const isSortedByDay = sort.endsWith("pickupAt");
  const box = useRef<HTMLDivElement>(null);
  const visibleWindow = useVirtualRows("cards", box, rows.length);
  const rowProps = useRowProps(props);
  const groups = useMemo(
    () => groupsOf(rows, isSortedByDay ? timeZone : null),
    [rows, isSortedByDay, timeZone],
  );
  return (
    <div className="grid gap-4 md:hidden" ref={box}>
      {groupsToRender(groups, visibleWindow, props).map((renderedGroup) =>
        "gap" in renderedGroup ? (
          <div key={renderedGroup.key} style={{ height: renderedGroup.gap }} />
        ) : (
          <section
            aria-label={renderedGroup.day ?? "Reservations"}
            key={renderedGroup.day ?? "all"}
          >
            {renderedGroup.day && (
              <h2 className="mb-2 font-medium text-ink-muted text-xs" data-head="">
                {dayName(renderedGroup.day, renderedGroup.rows[0]?.pickupAt ?? "", timeZone, now)}
              </h2>
            )}
            <ul className="grid gap-2">
              {renderedGroup.renderedRows.map((renderedRow) =>
                "gap" in renderedRow ? (
                  <li
                    aria-hidden="true"
                    key={renderedRow.key}
                    style={{ height: renderedRow.gap }}
                  />
                ) : (
                  <Card
                    isSortedByDay={isSortedByDay}
                    key={renderedRow.row.id}
                    {...rowProps(renderedRow.row)}
                  />
                ),
              )}
            </ul>
          </section>
        ),
      )}
    </div>
  );
}

const Card = memo(function Card({
  row,
  now,
  timeZone,
  isHighlighted,
  isPicked,
  isSortedByDay,
  ...link
}: RowProps & { isSortedByDay: boolean }) {
  return (
    <li
      className={classNames(
        "relative rounded-lg border border-line p-3 transition-colors duration-700",
        isHighlighted || isPicked ? "bg-accent-surface" : "bg-surface-raised",
        row.order && "border-s-2 border-s-accent",
      )}
    >
      <div className="flex items-center gap-2">
        <RowLink
          className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          row={row}
          {...link}
        >
          <PickupTime now={now} row={row} style={isSortedByDay ? "time" : "date-time"} />
        </RowLink>
        <StateBadge state={row.state} />
        <RowCheckbox
          className="relative -my-3 -me-3 ms-auto grid size-11 place-content-center"
          isPicked={isPicked}
          row={row}
          {...link}
        />
      </div>
      <p className="mt-1.5 flex items-center gap-3">
        <span className="truncate font-medium">{row.passenger.name}</span>
        <VehicleNumberMark order={row.order} />
        <RowPresence id={row.id} />
        <span className="ms-auto text-ink-muted tabular-nums">{row.number}</span>
      </p>
      <p className="mt-0.5">
        {row.pickup.name} <span aria-hidden="true">→</span>
        <span className="sr-only"> to </span> {row.dropoff.name}
      </p>
      <p className="mt-0.5 empty:hidden">
        <RowFlight className="flex gap-2" now={now} row={row} timeZone={timeZone} />
      </p>
      <p className="mt-1.5 flex justify-between gap-3 text-ink-muted">
        <span className="min-w-0 truncate">
          {row.driver || row.affiliate || ["pending", "quote", "offered"].includes(row.state) ? (
            <RowDriver now={now} row={row} />
          ) : (
            row.vehicleClass.name
          )}
        </span>
        <TripPrice trip={row} />
      </p>
    </li>
  );
});
