import { Link, useRouter } from "@tanstack/react-router";
import { PlaneLanding, PlaneTakeoff } from "lucide-react";
import type { FlightDay } from "../../src/flights/contract";
import { useOffice } from "../office/calls";
import { DayFilter } from "../office/lists/day-filter";
import { useKeys } from "../office/keys/use-keys";
import { usePermission } from "../office/use-permission";
import { reservationUpdates } from "../office/live/updates";
import { followFlight } from "../trip-acts/flight/follow-flight";
import { useAct } from "../trip-acts/use-act";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { chipStyle } from "../ui/chip";
import { EmptyState } from "../ui/empty-state";
import { FlightStatus, isDisrupted } from "../ui/flight-status";
import { Moment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { StateBadge } from "../ui/state-badge";

type DayFlight = FlightDay["flights"][number];
type DayTrip = DayFlight["trips"][number];

const linkIdOf = (tripId: string) => `trip-${tripId}`;

const filterOptions = [
  [undefined, "All"],
  ["arrival", "Arrivals"],
  ["departure", "Departures"],
  ["decide", "To review"],
] as const;
/** The filter of flights; undefined for all. */
export type FlightFilter = (typeof filterOptions)[number][0];

const matchesFilter = ({ direction, flight, trips }: DayFlight, filter: FlightFilter) =>
  filter === undefined ||
  filter === direction ||
  (filter === "decide" &&
    ((flight !== null && isDisrupted(flight)) ||
      trips.some(({ proposedPickupAt }) => proposedPickupAt !== null)));

/** The flights of a day in the order of their times, with their trips, drivers and vehicles. */
export function FlightsScreen({
  first: flightDay,
  filter,
}: {
  first: FlightDay;
  filter: FlightFilter;
}) {
  const office = useOffice();
  const { timeZone } = office;
  const mayManage = usePermission("trips.manage");
  const { act, busyId } = useAct();
  const router = useRouter();
  reservationUpdates.useUpdates(() => void router.invalidate());
  const flights = flightDay.flights.filter((flight) => matchesFilter(flight, filter));
  const acceptProposal = async (trip: DayTrip) => {
    await followFlight(office, act, trip, trip.proposedPickupAt);
    await router.invalidate();
  };
  const proposedTrips = flights
    .flatMap(({ trips }) => trips)
    .filter(({ proposedPickupAt }) => proposedPickupAt !== null);
  useKeys({
    followDay: (event) => {
      const focusedTrip = proposedTrips.find(
        ({ id }) => document.activeElement?.id === linkIdOf(id),
      );
      const [firstProposedTrip] = proposedTrips;
      if (!mayManage || !firstProposedTrip || busyId !== null) return;
      event.preventDefault();
      if (focusedTrip) void acceptProposal(focusedTrip);
      else document.getElementById(linkIdOf(firstProposedTrip.id))?.focus();
    },
  });
  return (
    <>
      <PageHeader
        dense
        detail="Arrivals and departures that have trips, in time order."
        title="Flights"
      />
      {!flightDay.isFollowed && (
        <div className="mb-4">
          <NoticeBanner tone="neutral">
            No flight provider is connected, so you enter the times yourself.
          </NoticeBanner>
        </div>
      )}
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <DayFilter
          label="Day"
          name="day"
          onDay={(day) =>
            day &&
            void router.navigate({
              to: "/dispatch/dashboard/flights",
              search: { day, which: filter },
            })
          }
          value={flightDay.day}
        />
        <nav aria-label="Flights to show" className="flex flex-wrap gap-1.5">
          {filterOptions.map(([one, words]) => (
            <Link
              aria-current={one === filter ? "page" : undefined}
              className={chipStyle(one === filter)}
              key={words}
              search={{ day: flightDay.day, which: one }}
              to="/dispatch/dashboard/flights"
            >
              {words}
            </Link>
          ))}
        </nav>
      </div>
      <Card flush>
        {flights.length === 0 ? (
          <EmptyState title="No flights">
            Flights appear here when a trip on this day has a flight number.
          </EmptyState>
        ) : (
          <ul aria-label="Flights" className="divide-y divide-line">
            {flights.map((each) => (
              <li
                className="grid gap-3 p-4 text-sm md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
                key={`${each.number} ${each.direction} ${each.trips[0]?.id}`}
              >
                <FlightHead {...each} timeZone={timeZone} />
                <ul aria-label={`Trips of ${each.number}`} className="grid gap-2">
                  {each.trips.map((trip) => (
                    <TripLine
                      busy={busyId === trip.id}
                      key={trip.id}
                      onFollow={mayManage ? () => void acceptProposal(trip) : null}
                      trip={trip}
                    />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

function FlightHead({ number, direction, flight, timeZone }: DayFlight & { timeZone: string }) {
  const Icon = direction === "arrival" ? PlaneLanding : PlaneTakeoff;
  return (
    <div className="min-w-0">
      <h2 className="flex items-center gap-2 font-semibold text-base">
        <Icon aria-hidden="true" className="text-ink-faint" size={18} />
        {number}
        <span className="sr-only">{direction}</span>
      </h2>
      {flight ? (
        <FlightStatus flight={flight} timeZone={timeZone} />
      ) : (
        <p className="text-ink-muted">No flight information yet</p>
      )}
    </div>
  );
}

function TripLine({
  trip,
  busy,
  onFollow,
}: {
  trip: DayTrip;
  busy: boolean;
  /** Moves the pickup to the proposed time; null for viewers who may not. */
  onFollow: (() => void) | null;
}) {
  const proposal = trip.proposedPickupAt && (
    <>
      Move pickup to <Moment at={trip.proposedPickupAt} style="time" />
    </>
  );
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
      <div className="min-w-0">
        <Link
          className="font-medium text-accent-text underline-offset-4 hover:underline"
          id={linkIdOf(trip.id)}
          params={{ id: trip.id }}
          to="/dispatch/dashboard/reservation/$id"
        >
          {trip.number}
        </Link>{" "}
        {`${trip.passenger}, pickup `}
        <Moment at={trip.pickupAt} style="time" />
        <p className="truncate text-ink-muted">
          {trip.place}.{" "}
          {trip.driver ? [trip.driver, trip.vehicle].filter(Boolean).join(", ") : "No driver"}
        </p>
      </div>
      <span className="flex flex-wrap gap-1.5">
        {proposal &&
          (onFollow ? (
            <Button
              busy={busy}
              busyLabel="Moving..."
              onClick={onFollow}
              size="small"
              variant="secondary"
            >
              {proposal}
              <span className="sr-only">{`, reservation ${trip.number}`}</span>
            </Button>
          ) : (
            <Badge tone="warning">{proposal}</Badge>
          ))}
        <StateBadge state={trip.state} />
      </span>
    </li>
  );
}
