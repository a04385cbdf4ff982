import { useCallback, useState } from "react";
import type { AffiliateStatement } from "../../src/affiliates/contract";
import { useOffice } from "../office/calls";
import { MonthField } from "../office/period-fields";
import { useQuery } from "../office/use-query";
import { buttonStyle } from "../ui/button-style";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { localDay, Moment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { PlainLink } from "../ui/plain-link";
import { Section } from "../ui/section";
import { Skeleton } from "../ui/skeleton";
import { stateBadges } from "../ui/state-badge";
import { type Column, Table } from "../ui/table";

type Trip = AffiliateStatement["trips"][number];

const tripPath = ({ id }: Trip) => `/dispatch/dashboard/reservation/${id}`;

const columns: Column<Trip>[] = [
  {
    id: "trip",
    header: "Trip",
    cell: (trip) => <PlainLink href={tripPath(trip)}>{trip.number}</PlainLink>,
  },
  { id: "time", header: "Time", cell: ({ at }) => <Moment at={at} /> },
  {
    id: "way",
    header: "Route",
    isForWideScreens: true,
    cell: ({ pickup, dropoff }) => pickup && `${pickup} – ${dropoff}`,
  },
  { id: "driver", header: "Driver", isForWideScreens: true, cell: ({ driver }) => driver },
  { id: "state", header: "State", cell: ({ state }) => stateBadges[state].words },
  {
    id: "cost",
    header: "Cost",
    numeric: true,
    cell: ({ costMinor, currency }) => formatMoney(costMinor, currency),
  },
  {
    id: "margin",
    header: "Margin",
    numeric: true,
    cell: ({ costMinor, revenueMinor, currency }) =>
      formatMoney(revenueMinor - costMinor, currency),
  },
];

/** What an affiliate earns from the trips of a month, and how much remains of what the customers pay. */
export function StatementPart({ id }: { id: string }) {
  const { api, call, timeZone } = useOffice();
  const [month, setMonth] = useState(() =>
    localDay(new Date().toISOString(), timeZone).slice(0, 7),
  );
  const fetchStatement = useCallback(
    () => call(api.admin.affiliates[":id"].statement.$get({ param: { id }, query: { month } })),
    [api, call, id, month],
  );
  const { answer, failure, load } = useQuery(fetchStatement);
  return (
    <Section
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <MonthField
            dense
            label="Month"
            labelHidden
            name="month"
            onChange={({ target }) => setMonth(target.value)}
            value={month}
          />
          <a
            className={buttonStyle("secondary", "small")}
            download
            href={`/backend/admin/affiliates/${id}/statement.csv?month=${month}`}
          >
            Download CSV
          </a>
        </div>
      }
      title="Statement"
    >
      {failure !== null ? (
        <ErrorState message={failure} onRetry={() => void load()} />
      ) : answer === null ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <Statement statement={answer} />
      )}
    </Section>
  );
}

function Statement({ statement: { trips, sums } }: { statement: AffiliateStatement }) {
  return (
    <>
      <Table
        caption="Trips in this month"
        card={(trip) => (
          <Card>
            <div className="flex justify-between gap-3">
              <PlainLink
                className="inline-flex min-h-11 items-center font-medium"
                href={tripPath(trip)}
              >
                {trip.number}
              </PlainLink>
              <span className="tabular-nums">{formatMoney(trip.costMinor, trip.currency)}</span>
            </div>
            <p className="text-ink-muted text-sm">
              <Moment at={trip.at} />
              {trip.pickup && `, ${trip.pickup}`}
            </p>
          </Card>
        )}
        columns={columns}
        dense
        empty={
          <Card flush>
            <EmptyState title="No trips in this month">
              Trips appear here once the affiliate has driven them or reported a no-show.
            </EmptyState>
          </Card>
        }
        rowKey={(trip) => trip.id}
        rows={trips}
      />
      {sums.map(({ currency, costMinor, revenueMinor }) => (
        <p className="mt-3 text-end font-semibold tabular-nums" key={currency}>
          {`The affiliate gets ${formatMoney(costMinor, currency)} and you keep ${formatMoney(revenueMinor - costMinor, currency)}`}
        </p>
      ))}
    </>
  );
}
