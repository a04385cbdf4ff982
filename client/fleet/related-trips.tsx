import { useCallback, useState } from "react";
import type { ReservationList, ReservationRow } from "../../src/reservations/contract";
import { PlainLink } from "../ui/plain-link";
import { Card } from "../ui/card";
import { Chip } from "../ui/chip";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { SkeletonRows } from "../ui/skeleton";
import { StateBadge } from "../ui/state-badge";
import { type Column, Table } from "../ui/table";
import { DateField } from "../ui/text-field";
import { MoreRows } from "../office/lists/more-rows";
import { useQuery } from "../office/use-query";
import { pageOf, usePages } from "../office/lists/use-pages";
import { driverName, vehicleName } from "../office/words";
import { useOffice } from "../office/calls";

type State = ReservationRow["state"];

const tripFilters: readonly {
  key: string;
  words: string;
  none: string;
  states: readonly State[];
}[] = [
  { key: "all", words: "All", none: "No trips", states: [] },
  {
    key: "open",
    words: "Upcoming and current",
    none: "No upcoming trips",
    states: ["assigned", "en_route", "on_location", "passenger_on_board"],
  },
  { key: "driven", words: "Driven", none: "No trips driven", states: ["completed", "settled"] },
  {
    key: "missed",
    words: "Not driven",
    none: "No cancelled trips or no-shows",
    states: ["cancelled", "no_show"],
  },
];

/** The trips of a driver or of a vehicle, the latest first, filtered by outcome and by days. */
export function RelatedTrips({ of, id }: { of: "driver" | "vehicle"; id: string }) {
  const { api, call } = useOffice();
  const [kind, setKind] = useState("all");
  const [days, setDays] = useState({ from: "", to: "" });
  const chosen = tripFilters.find(({ key }) => key === kind);
  const loadPage = useCallback(
    (cursor?: string) =>
      call(
        api.admin.reservations.$get({
          query: {
            [of]: id,
            sort: "-pickupAt",
            ...(chosen && chosen.states.length > 0 && { state: [...chosen.states] }),
            ...(days.from && { from: days.from }),
            ...(days.to && { to: days.to }),
            ...(cursor && { cursor }),
          },
        }),
      ),
    [api, call, of, id, chosen, days],
  );
  const loadFirstPage = useCallback(() => loadPage(), [loadPage]);
  const { answer: firstPage, failure, load } = useQuery(loadFirstPage);
  return (
    <div className="max-w-5xl">
      <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2">
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Show trips</legend>
          {tripFilters.map(({ key, words }) => (
            <Chip
              count={null}
              key={key}
              label={words}
              onPress={() => setKind(key)}
              isPressed={key === kind}
            />
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-3 sm:ms-auto">
          <DateField
            className="w-40"
            dense
            label="From"
            name="from"
            onChange={({ target }) => setDays({ ...days, from: target.value })}
            value={days.from}
          />
          <DateField
            className="w-40"
            dense
            label="Until"
            name="to"
            onChange={({ target }) => setDays({ ...days, to: target.value })}
            value={days.to}
          />
        </div>
      </div>
      {failure !== null ? (
        <Card>
          <ErrorState message={failure} onRetry={() => void load()} />
        </Card>
      ) : firstPage === null ? (
        <Card flush>
          <SkeletonRows dense rows={8} />
        </Card>
      ) : (
        <Trips first={firstPage} next={loadPage} emptyTitle={chosen?.none ?? "No trips"} of={of} />
      )}
    </div>
  );
}

function Trips({
  first,
  next,
  emptyTitle,
  of,
}: {
  first: ReservationList;
  next: (cursor: string) => Promise<ReservationList>;
  emptyTitle: string;
  of: "driver" | "vehicle";
}) {
  const firstRows = pageOf("reservations", first);
  const loadNextRows = useCallback(
    async (cursor: string) => {
      const page = await next(cursor);
      return { rows: page.reservations, nextCursor: page.nextCursor };
    },
    [next],
  );
  const { rows, ...pages } = usePages<ReservationRow>(firstRows, loadNextRows);
  const driverOrVehicle = (row: ReservationRow) =>
    of === "driver"
      ? row.vehicle && vehicleName(row.vehicle)
      : row.driver && driverName(row.driver);
  const columns: Column<ReservationRow>[] = [
    {
      id: "number",
      header: "Trip",
      cell: ({ number }) => <span className="tabular-nums">{number}</span>,
    },
    {
      id: "pickup",
      header: "Pickup",
      cell: ({ pickupAt }) => <Moment at={pickupAt} />,
    },
    { id: "way", header: "Route", cell: (row) => routeText(row) },
    { id: "state", header: "State", cell: ({ state }) => <StateBadge state={state} /> },
    {
      id: "other",
      header: of === "driver" ? "Vehicle" : "Driver",
      isForWideScreens: true,
      cell: (row) => driverOrVehicle(row) ?? <span className="text-ink-faint">None</span>,
    },
    {
      id: "fare",
      header: "Fare",
      numeric: true,
      cell: ({ fareMinor, currency }) => formatMoney(fareMinor, currency),
    },
  ];
  return (
    <>
      <Table
        caption="Trips"
        card={(row) => (
          <Card>
            <div className="flex items-start justify-between gap-3">
              <PlainLink
                className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline"
                href={`/dispatch/dashboard/reservation/${row.id}`}
              >
                Trip {row.number}
              </PlainLink>
              <StateBadge state={row.state} />
            </div>
            <p className="break-words">{routeText(row)}</p>
            <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-ink-muted">
              <Moment at={row.pickupAt} />
              <span className="tabular-nums">{formatMoney(row.fareMinor, row.currency)}</span>
            </p>
            {driverOrVehicle(row) && <p className="text-ink-muted">{driverOrVehicle(row)}</p>}
          </Card>
        )}
        columns={columns}
        dense
        empty={
          <Card flush>
            <EmptyState title={emptyTitle}>
              {of === "driver"
                ? "Trips appear here when they are assigned to this driver."
                : "Trips appear here when they are assigned to this vehicle."}
            </EmptyState>
          </Card>
        }
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: `/dispatch/dashboard/reservation/${id}` })}
        rows={rows}
      />
      <MoreRows {...pages} />
    </>
  );
}

function routeText({ pickup, dropoff }: ReservationRow): string {
  return `${pickup.name} to ${dropoff.name}`;
}
