import { createLazyFileRoute, Link } from "@tanstack/react-router";
import { Wallet } from "lucide-react";
import type { ReservationState } from "../../../../src/reservations/contract";
import { fetchMoreRides } from "../../../driving/loads";
import { useMoreRides } from "../../../driving/ride-table";
import { byWeeks, type Week } from "../../../driving/weeks";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { formatMoment, Moment } from "../../../ui/moment";
import { formatMoney, Money } from "../../../ui/money";
import { PageHeader } from "../../../ui/page-header";

export const Route = createLazyFileRoute("/driver/dashboard/billing")({ component: Billing });

/** What pays a share of its fee only. */
const notDriven: Partial<Record<ReservationState, string>> = {
  cancelled: "Cancelled late",
  no_show: "No-show",
};

function Billing() {
  const first = Route.useLoaderData();
  const { api, settings } = Route.useRouteContext();
  const { rows, more, whole } = useMoreRides(first, (cursor) =>
    fetchMoreRides(api, "past", cursor, 100),
  );
  const weeks = byWeeks(rows, settings.timeZone);
  return (
    <>
      <PageHeader
        detail="What you earn of your trips, by week: your share of each fare, the whole of it explained with the trip."
        title="Driver Billing"
      />
      {weeks.length === 0 && (
        <Card>
          <EmptyState
            art={
              <span className="grid size-14 place-content-center rounded-full bg-surface-sunken text-ink-faint">
                <Wallet aria-hidden="true" size={28} />
              </span>
            }
            title="No completed trips yet"
          >
            Each trip that you complete is listed here with your pay.
          </EmptyState>
        </Card>
      )}
      <div className="grid gap-6">
        {weeks.map((week, at) => (
          <WeekCard
            // The oldest week may go on beyond what is loaded.
            cut={!whole && at === weeks.length - 1}
            key={week.monday}
            timeZone={settings.timeZone}
            week={week}
          />
        ))}
      </div>
      {more}
    </>
  );
}

function WeekCard({ week, timeZone, cut }: { week: Week; timeZone: string; cut: boolean }) {
  const heading = `week-${week.monday}`;
  const total = week.totals.map(({ currency, minor }) => formatMoney(minor, currency)).join(" + ");
  return (
    <Card aria-labelledby={heading} flush role="group">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-3 sm:px-6">
        <h2 className="text-lg" id={heading}>
          Week of {formatMoment(`${week.monday}T12:00:00Z`, "UTC", "date")}
        </h2>
        <p className="font-semibold text-lg tabular-nums">
          <span className="sr-only">Total </span>
          {total}
        </p>
        <p className="w-full text-ink-muted text-sm">
          {week.trips.length === 1 ? "1 trip" : `${week.trips.length} trips`}
          {cut && " loaded so far; show more for the whole week"}
        </p>
      </header>
      <ul className="divide-y divide-line">
        {week.trips.map((trip) => (
          <li key={trip.id}>
            <Link
              className="flex min-h-14 items-center justify-between gap-4 px-4 py-2 -outline-offset-2 hover:bg-surface-sunken sm:px-6"
              params={{ id: trip.id }}
              to="/driver/dashboard/trips/$id"
            >
              <span className="min-w-0">
                <span className="block break-words">
                  {trip.pickup.name} <span aria-hidden="true">→</span>
                  <span className="sr-only">to</span> {trip.dropoff.name}
                </span>
                <span className="block text-ink-muted text-sm">
                  <Moment at={trip.pickupAt} timeZone={timeZone} /> · Trip {trip.number}
                </span>
              </span>
              <span className="shrink-0 text-end">
                <span className="block font-medium">
                  {trip.payMinor === null ? (
                    "Ask dispatch"
                  ) : (
                    <Money currency={trip.currency} minor={trip.payMinor} />
                  )}
                </span>
                <span className="block text-ink-muted text-sm">
                  {notDriven[trip.state] ?? (
                    <>
                      of <Money currency={trip.currency} minor={trip.fareMinor} />
                    </>
                  )}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
