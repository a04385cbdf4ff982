import { Link, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { messageUpdates } from "../../messages/updates";
import { ButtonLink } from "../../ui/button-link";
import { buttonStyle } from "../../ui/button-style";
import { classNames } from "../../ui/class-names";
import { EmptyState } from "../../ui/empty-state";
import { ListSearch } from "../../ui/list-search";
import { PageHeader } from "../../ui/page-header";
import { PlainLink } from "../../ui/plain-link";
import { NavLink } from "../../ui/nav-link";
import { VehicleArt } from "../../ui/vehicle-art";
import type { CardFacts } from "./card-facts";
import { Reconnecting } from "./reconnecting";
import { MAX_PAGES, type TripsSearch } from "./search";
import { TripCard } from "./trip-card";
import { useLiveTrips } from "./use-live-trips";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

const tabs = [
  { when: "upcoming", words: phrase("Upcoming") },
  { when: "past", words: phrase("Past") },
  { when: "cancelled", words: phrase("Cancelled") },
] as const;

const emptyStates = {
  upcoming: {
    title: phrase("No upcoming trips"),
    words: phrase("Book a car and follow it here from confirmation to your door."),
  },
  past: {
    title: phrase("No past trips yet"),
    words: phrase("Trips appear here once they have ended, with their prices and receipts."),
  },
  cancelled: {
    title: phrase("No cancelled trips"),
    words: phrase("Trips that were cancelled, or that we could not take, appear here."),
  },
} as const;

/** The rider's trips: upcoming, past and cancelled, updated live. */
export function TripsScreen({
  trips,
  more,
  search,
  timeZone,
}: {
  trips: readonly CardFacts[];
  /** Whether there are more pages than are shown. */
  more: boolean;
  search: TripsSearch;
  timeZone: string;
}) {
  const t = useWords();
  const router = useRouter();
  const reloadTrips = useCallback(() => void router.invalidate(), [router]);
  const isConnectionLost = useLiveTrips(router.options.context.api, reloadTrips);
  messageUpdates.useUpdates(reloadTrips);
  const when = search.when ?? "upcoming";
  const pages = search.pages ?? 1;
  return (
    <>
      <PageHeader
        actions={
          <NavLink className={buttonStyle("secondary")} to="/trips/repeating">
            {t("Repeating trips")}
          </NavLink>
        }
        title={t("Trips")}
      />
      <div className="mb-4">
        <ListSearch
          label={t("Search trips")}
          onSearch={(q) =>
            void router.navigate({
              to: "/trips",
              search: { ...search, q, pages: undefined },
              replace: true,
              resetScroll: false,
            })
          }
          value={search.q ?? ""}
        />
      </div>
      <nav aria-label={t("Which trips")} className="mb-6 flex gap-1 border-line border-b">
        {tabs.map((tab) => (
          <PlainLink
            preloads
            aria-current={tab.when === when ? "page" : undefined}
            className={classNames(
              "-mb-px inline-flex min-h-11 items-center border-b-2 px-4 font-medium",
              tab.when === when
                ? "border-accent-text text-accent-text"
                : "border-transparent text-ink-muted hover:text-ink",
            )}
            href={`/trips${router.options.stringifySearch({
              ...(tab.when !== "upcoming" && { when: tab.when }),
              ...(search.q && { q: search.q }),
            })}`}
            key={tab.when}
          >
            {t.of<string>(tab.words)}
          </PlainLink>
        ))}
      </nav>
      <Reconnecting isConnectionLost={isConnectionLost} />
      <p className="sr-only" role="status">
        {search.q &&
          (more
            ? t("{n} or more found", { n: trips.length })
            : t("{n} found", { n: trips.length }))}
      </p>
      {trips.length === 0 && search.q ? (
        <EmptyState title={t("Nothing found for “{q}”", { q: search.q })}>
          {t(
            "We searched the numbers, places, passengers, plates and drivers’ first names of these trips.",
          )}
        </EmptyState>
      ) : trips.length === 0 ? (
        <EmptyState
          action={<ButtonLink to="/booking">{t("Book a car")}</ButtonLink>}
          art={<VehicleArt className="w-48" kind="sedan" />}
          title={t.of<string>(emptyStates[when].title)}
        >
          {t.of<string>(emptyStates[when].words)}
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
      {when === "past" && (
        <p className="mt-6 text-center">
          <NavLink
            className="inline-flex min-h-11 items-center text-ink-muted underline underline-offset-4 hover:text-ink"
            to="/trips/lost"
          >
            {t("Lost something")}
          </NavLink>
        </p>
      )}
      {more && pages < MAX_PAGES && (
        <div className="mt-6 flex justify-center">
          <Link
            className={buttonStyle("secondary")}
            replace
            resetScroll={false}
            search={{ ...search, pages: pages + 1 }}
            to="/trips"
          >
            {t("Show more")}
          </Link>
        </div>
      )}
    </>
  );
}
