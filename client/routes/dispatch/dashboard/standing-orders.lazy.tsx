import { createLazyFileRoute, Link } from "@tanstack/react-router";
import type { StandingOrderRow } from "../../../../src/reservations/standing-orders/order-contract";
import {
  endWords,
  patternWords,
} from "../../../../src/reservations/standing-orders/standing-order-words";
import { ExportLink } from "../../../office/lists/export-link";
import { MoreRows } from "../../../office/lists/more-rows";
import { passengerDetail } from "../../../trip-desk/standing-order-words";
import { pageOf, usePages } from "../../../office/lists/use-pages";
import { orderStates } from "../../../repeating/order-states";
import { Badge } from "../../../ui/badge";
import { Card } from "../../../ui/card";
import { chipStyle } from "../../../ui/chip";
import { EmptyState } from "../../../ui/empty-state";
import { formatMoment } from "../../../ui/moment";
import { PageHeader } from "../../../ui/page-header";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/standing-orders")(
  officePage(StandingOrders),
);

const filters = [
  { state: undefined, words: "All" },
  { state: "active", words: "Active" },
  { state: "paused", words: "Paused" },
  { state: "ended", words: "Ended" },
] as const;

function StandingOrders() {
  const { api, call, timeZone } = useOffice();
  const { first } = Route.useLoaderData();
  const { state } = Route.useSearch();
  const next = async (cursor: string) =>
    pageOf(
      "standingOrders",
      await call(api.admin["standing-orders"].$get({ query: { cursor, ...(state && { state }) } })),
    );
  const { rows, ...pages } = usePages<StandingOrderRow>(first, next);
  return (
    <>
      <PageHeader
        actions={<ExportLink kind="repeating" />}
        dense
        detail="Trips are booked four weeks ahead. To create a repeating trip, open a reservation and repeat it."
        title="Repeating trips"
      />
      <nav aria-label="Filter repeating trips" className="mb-4 flex flex-wrap gap-1.5">
        {filters.map((filter) => (
          <Link
            aria-current={filter.state === state ? "page" : undefined}
            className={chipStyle(filter.state === state)}
            key={filter.words}
            search={filter.state ? { state: filter.state } : {}}
            to="/dispatch/dashboard/standing-orders"
          >
            {filter.words}
          </Link>
        ))}
      </nav>
      <Card flush>
        {rows.length === 0 ? (
          <EmptyState title="No repeating trips">
            Riders create repeating trips when they book. You can create them from a reservation’s
            details.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id}>
                <Link
                  className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 hover:bg-surface-sunken sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_auto]"
                  params={{ id: row.id }}
                  to="/dispatch/dashboard/standing-orders/$id"
                >
                  <span className="min-w-0">
                    <span className="block truncate font-medium">{row.passenger.name}</span>
                    <span className="block truncate text-ink-muted">{passengerDetail(row)}</span>
                  </span>
                  <span className="min-w-0">
                    <span className="block break-words">
                      {`${patternWords(row)}, ${endWords(row.end)}`}
                    </span>
                    <span className="block break-words text-ink-muted">
                      {`${row.pickup.name} → ${row.dropoff.name}`}
                    </span>
                  </span>
                  <span className="flex items-center gap-3 text-ink-muted tabular-nums">
                    {row.nextPickupAt
                      ? formatMoment(row.nextPickupAt, timeZone, "date-time")
                      : "No upcoming trip"}
                    {row.held ? (
                      <Badge tone="danger">Rider blocked</Badge>
                    ) : (
                      <Badge tone={orderStates[row.state].tone}>
                        {orderStates[row.state].words}
                      </Badge>
                    )}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <MoreRows {...pages} />
    </>
  );
}
