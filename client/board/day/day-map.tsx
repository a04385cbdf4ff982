import { useEffect, useMemo, useState } from "react";
import type { DayPlan, DayTrip } from "../../../src/dispatch/board/day-contract";
import { isOver, pointOf } from "../../../src/reservations/rules";
import type { Fleet } from "../../live-map/fleet";
import { fetchFleet } from "../../live-map/fleet-data";
import { type FleetCar, FleetMarks, type FleetPin } from "../../live-map/fleet-marks";
import { useFleet } from "../../live-map/use-fleet";
import { useFleetCars } from "../../live-map/use-fleet-cars";
import { FreeMap } from "../../map/free-map";
import { useStableFocus } from "../../map/use-stable-focus";
import { Button } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import { NoticeBanner } from "../../ui/notice-banner";
import { formatMoment } from "../../ui/moment";
import { stateBadges } from "../../ui/state-badge";
import { countText } from "../../ui/trip-words";
import { failureText, LeftPageError, useOffice } from "../../office/calls";
import { RowPresence } from "../../office/live/presence";
import { timeUntilPickup } from "../../office/words";

/** The most trips that are listed. Filters narrow a longer list. */
const MAX_LISTED_TRIPS = 200;

interface DayMapProps {
  plan: DayPlan;
  /** ms UTC. */
  now: number;
  selectedId: string | null;
  openRowId: string | null;
  onSelect: (id: string) => void;
  onOpen: (id: string, moveFocus?: boolean) => void;
}

/** The day's matching pickups and the cars on duty, on a map and as a list. */
export function DayMap(props: DayMapProps) {
  const { api, call, timeZone } = useOffice();
  const [firstFleet, setFirstFleet] = useState<Fleet | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press asks again
  useEffect(() => {
    let isUnmounted = false;
    fetchFleet(api, call, timeZone).then(
      (fleet) => !isUnmounted && setFirstFleet(fleet),
      (error: unknown) =>
        !isUnmounted && !(error instanceof LeftPageError) && setFailure(failureText(error)),
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call, timeZone, tries]);
  if (firstFleet) return <MapWithCars {...props} first={firstFleet} />;
  return (
    <>
      {failure !== null && (
        <div className="mb-3">
          <NoticeBanner
            action={
              <Button
                onClick={() => {
                  setFailure(null);
                  setTries(tries + 1);
                }}
                size="small"
                variant="secondary"
              >
                Try again
              </Button>
            }
            tone="warning"
          >
            {`Car positions are not available: ${failure}`}
          </NoticeBanner>
        </div>
      )}
      <MapAndTripList {...props} cars={noCars} onCar={() => {}} />
    </>
  );
}

const noCars: readonly FleetCar[] = [];

function MapWithCars({ first, ...props }: DayMapProps & { first: Fleet }) {
  const { timeZone } = useOffice();
  const { now } = props;
  const { fleet } = useFleet({ first, timeZone });
  const cars = useFleetCars(fleet.drivers, now);
  const onCar = (id: string) => {
    const trip = fleet.drivers.find(({ driver }) => driver.id === id)?.trips[0];
    if (trip) props.onOpen(trip.id, false);
  };
  return <MapAndTripList {...props} cars={cars} onCar={onCar} />;
}

function MapAndTripList({
  plan,
  now,
  selectedId,
  openRowId,
  onSelect,
  onOpen,
  cars,
  onCar,
}: DayMapProps & { cars: readonly FleetCar[]; onCar: (driverId: string) => void }) {
  const { timeZone } = useOffice();
  const trips = useMemo(() => plan.trips.filter(({ matches }) => matches), [plan.trips]);
  const currentMinuteMs = Math.floor(now / 60_000) * 60_000;
  const listedTrips = useMemo(() => trips.slice(0, MAX_LISTED_TRIPS), [trips]);
  const pins = useMemo(
    () =>
      listedTrips.flatMap((trip): FleetPin[] => {
        const point = pointOf(trip.pickup);
        if (!point || isOver(trip.state)) return [];
        const time = formatMoment(trip.pickupAt, timeZone, "time");
        const isLate = timeUntilPickup(trip, currentMinuteMs)?.isLate ?? false;
        const tone = isLate ? "danger" : trip.driverId === null ? "warning" : "info";
        return [{ ...point, id: trip.id, time, tone, name: trip.pickup.name }];
      }),
    [listedTrips, timeZone, currentMinuteMs],
  );
  const chosenId = openRowId ?? selectedId;
  const chosenPin = pins.find(({ id }) => id === chosenId);
  const isToday = now >= Date.parse(plan.from) && now < Date.parse(plan.until);
  const visibleCars = isToday ? cars : noCars;
  const marks = [...pins, ...visibleCars];
  const focus = useStableFocus(
    `${plan.day} ${chosenPin?.id ?? ""} ${marks.length === 0}`,
    chosenPin ? [chosenPin] : marks,
  );
  return (
    <div
      className={classNames(
        "grid grid-cols-[minmax(0,1fr)] gap-3",
        openRowId === null
          ? "lg:grid-cols-[20rem_minmax(0,1fr)]"
          : "2xl:grid-cols-[18rem_minmax(0,1fr)]",
      )}
    >
      <FreeMap
        className="h-[50dvh] lg:order-last lg:h-[max(22rem,calc(100dvh-16rem))]"
        maxZoom={14.2}
        description={`The map shows ${countText(pins.length, "pickup")} and ${countText(visibleCars.length, "car")}. The list below has the same pickups.`}
        allPoints={marks}
        focus={focus.points}
        focusKey={focus.key}
        isGuessed={focus.points.length === 0}
        label="Map of the day’s pickups"
      >
        {(view) => (
          <FleetMarks
            cars={visibleCars}
            chosenId={chosenId}
            onChoose={(id) => (pins.some((pin) => pin.id === id) ? onOpen(id, false) : onCar(id))}
            pins={pins}
            view={view}
          />
        )}
      </FreeMap>
      <div
        className={classNames(
          "min-h-0 overflow-auto rounded-lg border border-line bg-surface-raised lg:h-[max(22rem,calc(100dvh-16rem))]",
          openRowId !== null && "lg:max-2xl:hidden",
        )}
      >
        {listedTrips.length === 0 ? (
          <p className="p-4 text-ink-muted">No reservations on this day match the filters.</p>
        ) : (
          <ul aria-label="Pickups of the day">
            {listedTrips.map((trip) => (
              <li className="border-line border-b last:border-0" key={trip.id}>
                <PickupButton
                  isChosen={trip.id === chosenId}
                  now={currentMinuteMs}
                  onOpen={onOpen}
                  onSelect={onSelect}
                  trip={trip}
                />
              </li>
            ))}
          </ul>
        )}
        {trips.length > listedTrips.length && (
          <p className="p-3 text-ink-muted">
            {`This day has ${countText(trips.length - listedTrips.length, "more trip")}. Use the filters to find a trip.`}
          </p>
        )}
      </div>
    </div>
  );
}

function PickupButton({
  trip,
  isChosen,
  now,
  onOpen,
  onSelect,
}: {
  trip: DayTrip;
  isChosen: boolean;
  now: number;
  onOpen: (id: string) => void;
  onSelect: (id: string) => void;
}) {
  const { timeZone } = useOffice();
  const { words, Icon } = stateBadges[trip.state];
  const until = timeUntilPickup(trip, now);
  return (
    <button
      aria-current={isChosen ? "true" : undefined}
      className={classNames(
        "grid w-full gap-0.5 px-3 py-2 text-start focus-visible:-outline-offset-2",
        isChosen ? "bg-accent-surface" : "hover:bg-surface-sunken",
      )}
      data-row={trip.id}
      onClick={() => onOpen(trip.id)}
      onFocus={() => onSelect(trip.id)}
      type="button"
    >
      <span className="flex items-baseline gap-2">
        <span className="font-medium tabular-nums">
          {formatMoment(trip.pickupAt, timeZone, "time")}
        </span>
        {until?.isSoon && (
          <span
            className={classNames(
              "text-xs tabular-nums",
              until.isLate ? "font-medium text-danger-ink" : "text-warning-ink",
            )}
          >
            {until.text}
          </span>
        )}
        <RowPresence id={trip.id} />
        <span className="ms-auto flex items-center gap-1 text-ink-muted text-xs">
          <Icon aria-hidden="true" className="self-center" size={13} />
          {words}
        </span>
      </span>
      <span className="truncate">
        {trip.pickup.name}
        {pointOf(trip.pickup) === null && <span className="text-ink-muted"> (not on the map)</span>}
      </span>
      <span className="truncate text-ink-muted text-xs">
        {trip.number} · {trip.passenger}
      </span>
    </button>
  );
}
