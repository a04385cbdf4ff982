import { Link, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { ReservationRow } from "../../../src/reservations/contract";
import { ButtonLink } from "../../ui/button-link";
import { buttonStyle } from "../../ui/button-style";
import { classNames } from "../../ui/class-names";
import { EmptyState } from "../../ui/empty-state";
import { PageHeader } from "../../ui/page-header";
import { VehicleArt } from "../../ui/vehicle-art";
import { Reconnecting } from "./reconnecting";
import type { TripsSearch } from "./search";
import { TripCard } from "./trip-card";
import { useLiveTrips } from "./use-live-trips";

const tabs = [
  { when: "upcoming", words: "Upcoming" },
  { when: "past", words: "Past" },
] as const;

/** The rider's trips: what is coming and what has been, live. */
export function TripsScreen({
  trips,
  more,
  search,
  timeZone,
}: {
  trips: readonly ReservationRow[];
  /** There are more than are shown. */
  more: boolean;
  search: TripsSearch;
  timeZone: string;
}) {
  const router = useRouter();
  const lost = useLiveTrips(useCallback(() => void router.invalidate(), [router]));
  const when = search.when ?? "upcoming";
  const pages = search.pages ?? 1;
  return (
    <>
      <PageHeader title="Trips" />
      <nav aria-label="Which trips" className="mb-6 flex gap-1 border-line border-b">
        {tabs.map((tab) => (
          <Link
            aria-current={tab.when === when ? "page" : undefined}
            className={classNames(
              "-mb-px inline-flex min-h-11 items-center border-b-2 px-4 font-medium",
              tab.when === when
                ? "border-accent-text text-accent-text"
                : "border-transparent text-ink-muted hover:text-ink",
            )}
            key={tab.when}
            search={tab.when === "past" ? { when: "past" } : {}}
            to="/trips"
          >
            {tab.words}
          </Link>
        ))}
      </nav>
      <Reconnecting lost={lost} />
      {trips.length === 0 ? (
        <EmptyState
          action={<ButtonLink to="/booking">Book a car</ButtonLink>}
          art={<VehicleArt className="w-48" kind="sedan" />}
          title={when === "past" ? "No trips behind you yet" : "No trips ahead"}
        >
          {when === "past"
            ? "Trips that are over stand here, with their prices."
            : "Book a car, and follow it here from the confirmation to the door."}
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {trips.map((trip) => (
            <li key={trip.id}>
              <TripCard timeZone={timeZone} trip={trip} />
            </li>
          ))}
        </ul>
      )}
      {more && (
        <div className="mt-6 flex justify-center">
          <Link
            className={buttonStyle("secondary")}
            replace
            resetScroll={false}
            search={{ ...search, pages: pages + 1 }}
            to="/trips"
          >
            Show more
          </Link>
        </div>
      )}
    </>
  );
}
