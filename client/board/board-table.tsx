import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, useMemo, useRef } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import { classNames } from "../ui/class-names";
import { pressableRow } from "../ui/row-press";
import { TripPrice } from "../ui/trip-price";
import { StateBadge } from "../ui/state-badge";
import type { BoardSort } from "./board-filters";
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
import { MAX_PLAIN_ROWS, useVirtualRows } from "../office/lists/virtual-rows";
import { PickupTime } from "../trip-acts/pickup-time";
import { RowPresence } from "../office/live/presence";

interface Column {
  id: string;
  header: string;
  sort?: "pickupAt" | "createdAt";
  width: string;
  /** Whether it stays visible beside the details; `roomy`: only where the screen has room for it. */
  showWithPanel?: "always" | "roomy";
  /** Its width beside the details, if that is different. */
  panelWidth?: string;
  end?: boolean;
  /** The class that hides a column where the screen has no room for it beside the details. */
  hidden?: string | undefined;
  cell: (row: ReservationRow, context: { now: number; timeZone: string }) => ReactNode;
}

/**
 * The live table, grouped by day when sorted by pickup. Only visible rows of a long list are
 * rendered.
 */
export function BoardTable(props: BoardListProps) {
  const { rows, sort, timeZone, now, openRowId } = props;
  const isSortedByDay = sort.endsWith("pickupAt");
  const isPanelOpen = openRowId !== null;
  const hasFlights = rows.some(({ flight }) => flight);
  const columns = useMemo(
    () => columnsFor(isSortedByDay, isPanelOpen, hasFlights),
    [isSortedByDay, isPanelOpen, hasFlights],
  );
  // A span over more columns than are visible would add a column.
  const alwaysVisibleColumns = columns.filter(({ hidden }) => !hidden);
  const hideableColumns = columns.filter(({ hidden }) => hidden);
  const rowProps = useRowProps(props);
  const box = useRef<HTMLDivElement>(null);
  const visibleWindow = useVirtualRows("table", box, rows.length, columns);
  const groups = useMemo(
    () => groupsOf(rows, isSortedByDay ? timeZone : null),
    [rows, isSortedByDay, timeZone],
  );
  const isLong = rows.length > MAX_PLAIN_ROWS;
  return (
    <div
      className="hidden scroll-x rounded-lg border border-line bg-surface-raised md:block"
      ref={box}
    >
      <table
        aria-rowcount={isLong ? rows.length : undefined}
        className="w-full table-fixed border-collapse text-start text-sm"
      >
        <caption className="sr-only">Reservations</caption>
        <colgroup>
          {!isPanelOpen && <col className="w-9" />}
          {columns.map((column) => (
            <col className={classNames(column.width, column.hidden)} key={column.id} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {!isPanelOpen && <PickAllCheckbox {...props} />}
            {columns.map((column) => (
              <Header
                className={column.hidden}
                column={column}
                key={column.id}
                onSort={props.onSort}
                sort={sort}
              />
            ))}
          </tr>
        </thead>
        {groupsToRender(groups, visibleWindow, props).map((renderedGroup) =>
          "gap" in renderedGroup ? (
            <tbody aria-hidden="true" key={renderedGroup.key}>
              <Gap height={renderedGroup.gap} />
            </tbody>
          ) : (
            <tbody key={renderedGroup.day ?? "all"}>
              {renderedGroup.day && (
                <tr className="border-line border-t bg-surface-sunken" data-head="">
                  <th
                    className="h-6 px-3 text-start font-medium text-ink-muted text-xs"
                    colSpan={alwaysVisibleColumns.length + (isPanelOpen ? 0 : 1)}
                    scope="rowgroup"
                  >
                    {dayName(
                      renderedGroup.day,
                      renderedGroup.rows[0]?.pickupAt ?? "",
                      timeZone,
                      now,
                    )}
                  </th>
                  {hideableColumns.map((column) => (
                    <td className={column.hidden} key={column.id} />
                  ))}
                </tr>
              )}
              {renderedGroup.renderedRows.map((renderedRow) => {
                if ("gap" in renderedRow)
                  return <Gap height={renderedRow.gap} key={renderedRow.key} />;
                const { row, index } = renderedRow;
                return (
                  <Row
                    columns={columns}
                    isPanelOpen={isPanelOpen}
                    key={row.id}
                    open={row.id === openRowId}
                    place={isLong ? index : undefined}
                    {...rowProps(row)}
                  />
                );
              })}
            </tbody>
          ),
        )}
      </table>
    </div>
  );
}

/** Selects all rows that were loaded, or none. */
function PickAllCheckbox({
  rows,
  pickedIds,
  onPickAll,
}: Pick<BoardListProps, "rows" | "pickedIds" | "onPickAll">) {
  const areAllPicked = rows.length > 0 && rows.every(({ id }) => pickedIds.has(id));
  return (
    <td className="p-0">
      <label className="grid h-8 place-content-center pointer-coarse:h-11">
        <input
          aria-label="Select all reservations shown"
          checked={areAllPicked}
          className="check"
          onChange={() => onPickAll(!areAllPicked)}
          type="checkbox"
        />
      </label>
    </td>
  );
}

/** In place of rows outside the window. */
function Gap({ height }: { height: number }) {
  return (
    <tr>
      <td style={{ height }} />
    </tr>
  );
}

const flightColumn: Column = {
  id: "flight",
  header: "Flight",
  width: "w-24 min-[90rem]:w-28",
  showWithPanel: "always",
  cell: (row, context) => (
    <RowFlight className="grid text-xs leading-[0.9375rem]" row={row} {...context} />
  ),
};

/** The classes that hide a column on screens without room for one more, or two, beside a readable route. */
const HIDDEN_WITHOUT_ROOM = { forOne: "max-[90rem]:hidden", forTwo: "max-[96rem]:hidden" };

/**
 * Returns the columns, or only those shown beside open details. If trips have flights, the flight replaces what the
 * details show too.
 */
function columnsFor(
  isGroupedByDay: boolean,
  isPanelOpen: boolean,
  hasFlights: boolean,
): readonly Column[] {
  const columns: Column[] = [
    {
      id: "pickup",
      header: "Pickup",
      sort: "pickupAt",
      width: isGroupedByDay ? "w-36" : "w-56",
      showWithPanel: "always",
      cell: (row, { now }) => (
        <PickupTime now={now} row={row} style={isGroupedByDay ? "time" : "date-time"} />
      ),
    },
    {
      id: "state",
      header: "State",
      width: "w-32",
      showWithPanel: "always",
      panelWidth: "w-16 2xl:w-32",
      cell: (row) => <StateBadge isIconOnly={isPanelOpen} state={row.state} />,
    },
    {
      id: "number",
      header: "No.",
      sort: "createdAt",
      width: "w-16",
      hidden: hasFlights ? HIDDEN_WITHOUT_ROOM.forOne : undefined,
      cell: (row) => <span className="text-ink-muted tabular-nums">{row.number}</span>,
    },
    {
      id: "passenger",
      header: "Passenger",
      width: hasFlights ? "w-36 min-[90rem]:w-40 min-[112rem]:w-52" : "w-40 min-[112rem]:w-52",
      showWithPanel: "always",
      panelWidth: "2xl:w-40 min-[112rem]:w-52",
      cell: (row) => (
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate font-medium">{row.passenger.name}</span>
          <VehicleNumberMark order={row.order} />
          <RowPresence id={row.id} />
        </span>
      ),
    },
    {
      id: "route",
      header: "Route",
      width: "",
      showWithPanel: "roomy",
      cell: (row) => <Route row={row} />,
    },
    ...(hasFlights ? [flightColumn] : []),
    {
      id: "class",
      header: "Class",
      width: "w-30",
      hidden: hasFlights ? HIDDEN_WITHOUT_ROOM.forTwo : HIDDEN_WITHOUT_ROOM.forOne,
      cell: (row) => <span className="block truncate text-ink-muted">{row.vehicleClass.name}</span>,
    },
    {
      id: "driver",
      header: isPanelOpen ? "Driver" : "Driver and vehicle",
      width: "w-42 min-[112rem]:w-56",
      showWithPanel: "always",
      panelWidth: "w-30 2xl:w-42 min-[112rem]:w-56",
      cell: (row, { now }) => <RowDriver isPanelOpen={isPanelOpen} now={now} row={row} />,
    },
    {
      id: "fare",
      header: "Fare",
      width: "w-28",
      showWithPanel: hasFlights ? "roomy" : "always",
      end: true,
      cell: (row) => <TripPrice trip={row} />,
    },
  ];
  if (!isPanelOpen) return columns;
  return columns
    .filter(({ showWithPanel }) => showWithPanel)
    .map((column) => ({
      ...column,
      width: column.panelWidth ?? column.width,
      hidden: column.showWithPanel === "roomy" ? "max-2xl:hidden" : undefined,
    }));
}

function Header({
  column,
  className,
  sort,
  onSort,
}: {
  column: Column;
  className: string | undefined;
  sort: BoardSort;
  onSort: (sort: BoardSort) => void;
}) {
  const { sort: by } = column;
  const isAscending = by !== undefined && sort === by;
  const isDescending = by !== undefined && sort === `-${by}`;
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      aria-sort={isAscending ? "ascending" : isDescending ? "descending" : undefined}
      className={classNames(
        "h-8 whitespace-nowrap px-3 font-medium text-ink-muted text-xs",
        column.end ? "text-end" : "text-start",
        className,
      )}
      scope="col"
    >
      {by ? (
        <button
          className="inline-flex min-h-8 items-center gap-1 rounded-sm hover:text-ink pointer-coarse:min-h-11"
          onClick={() => onSort(isAscending ? `-${by}` : by)}
          type="button"
        >
          {column.header}
          <Arrow
            aria-hidden="true"
            className={isAscending || isDescending ? "" : "opacity-0"}
            size={14}
          />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

const Row = memo(function Row({
  row,
  now,
  timeZone,
  isHighlighted,
  isPicked,
  place,
  columns,
  open,
  isPanelOpen,
  ...link
}: RowProps & {
  /** The row's position in the whole list, from 1; undefined when all rows are rendered. */
  place: number | undefined;
  columns: readonly Column[];
  open: boolean;
  isPanelOpen: boolean;
}) {
  return (
    <tr
      aria-current={open ? "true" : undefined}
      aria-rowindex={place}
      className={classNames(
        "pressable-row border-line border-t duration-700",
        open || isHighlighted || isPicked ? "bg-accent-surface" : "hover:duration-0",
      )}
      {...pressableRow}
    >
      {!isPanelOpen && (
        <td className="p-0">
          <RowCheckbox
            className="grid h-8 place-content-center pointer-coarse:h-11"
            isPicked={isPicked}
            row={row}
            {...link}
          />
        </td>
      )}
      {columns.map((column, at) => (
        <td
          className={classNames(
            "h-8 overflow-hidden px-3 pointer-coarse:h-11",
            column.end && "text-end",
            // A line joins the rows of one booking.
            at === 0 && row.order && "border-s-2 border-s-accent",
            column.hidden,
          )}
          key={column.id}
        >
          {at === 0 ? (
            <RowLink className="block" row={row} {...link}>
              {column.cell(row, { now, timeZone })}
            </RowLink>
          ) : (
            column.cell(row, { now, timeZone })
          )}
        </td>
      ))}
    </tr>
  );
});

/** The pickup is above the drop-off, because on one line a laptop would show only the first letters of each. */
function Route({ row }: { row: ReservationRow }) {
  return (
    <span className="grid text-xs leading-[0.9375rem]">
      <span className="truncate">{row.pickup.name}</span>
      <span className="truncate text-ink-muted">
        <span aria-hidden="true">→ </span>
        <span className="sr-only">to </span>
        {row.dropoff.name}
      </span>
    </span>
  );
}
