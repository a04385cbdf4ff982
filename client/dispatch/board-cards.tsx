import { classNames } from "../ui/class-names";
import { TripPrice } from "../ui/trip-price";
import { StateBadge } from "../ui/state-badge";
import { type BoardListProps, dayName, groupsOf, RowDriver, RowLink } from "./board-row-parts";
import { PickupTime } from "./pickup-time";
import { RowPresence } from "./presence";

/** The same rows for a phone, a card each. */
export function BoardCards(props: BoardListProps) {
  const { rows, sort, timeZone, now } = props;
  const byDay = sort.endsWith("pickupAt");
  return (
    <div className="grid gap-4 md:hidden">
      {groupsOf(rows, byDay ? timeZone : null).map(({ day, rows: group }) => (
        <section aria-label={day ?? "Reservations"} key={day ?? "all"}>
          {day && (
            <h2 className="mb-2 font-medium text-ink-muted text-xs">
              {dayName(day, group[0]?.pickupAt ?? "", timeZone, now)}
            </h2>
          )}
          <ul className="grid gap-2">
            {group.map((row) => (
              <li
                className={classNames(
                  "relative rounded-lg border border-line p-3 transition-colors duration-700",
                  props.marks.has(row.id) ? "bg-accent-surface" : "bg-surface-raised",
                )}
                key={row.id}
              >
                <div className="flex items-center justify-between gap-2">
                  <RowLink
                    className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
                    list={props}
                    row={row}
                  >
                    <PickupTime
                      now={now}
                      row={row}
                      style={byDay ? "time" : "date-time"}
                      timeZone={timeZone}
                    />
                  </RowLink>
                  <StateBadge state={row.state} />
                </div>
                <p className="mt-1.5 flex items-center gap-3">
                  <span className="truncate font-medium">{row.passenger.name}</span>
                  <RowPresence id={row.id} />
                  <span className="ms-auto text-ink-muted tabular-nums">{row.number}</span>
                </p>
                <p className="mt-0.5">
                  {row.pickup.name} <span aria-hidden="true">→</span>
                  <span className="sr-only"> to </span> {row.dropoff.name}
                </p>
                <p className="mt-1.5 flex justify-between gap-3 text-ink-muted">
                  <span className="min-w-0 truncate">
                    {row.driver ? (
                      <RowDriver row={row} />
                    ) : row.state === "offered" ? (
                      "Awaiting an answer"
                    ) : (
                      row.vehicleClass.name
                    )}
                  </span>
                  <TripPrice trip={row} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
