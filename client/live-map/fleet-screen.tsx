import { useEffect, useMemo } from "react";
import { useConnectionState } from "../office/live/live-connection";
import { FreeMap } from "../map/free-map";
import type { MapPoint } from "../map/map-contents";
import { useStableFocus } from "../map/use-stable-focus";
import { useServerTime } from "../ui/server-time";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { Chip } from "../ui/chip";
import { EmptyState } from "../ui/empty-state";
import { formatMoment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { type Fleet, sortDrivers, isBusy, pickupPoint } from "./fleet";
import { type FleetFilter, type FleetSearch, isInTimeWindow } from "./fleet-search";
import { DriverList, rowId, WaitingList } from "./fleet-list";
import { FleetMarks, type FleetPin } from "./fleet-marks";
import { mapSummary } from "./fleet-words";
import { useFleet } from "./use-fleet";
import { useFleetCars } from "./use-fleet-cars";
import { useOffice } from "../office/calls";

/** The map of all drivers, and a list with the same details. */
export function FleetScreen({
  initialFleet,
  home,
  search,
  onSearch,
}: {
  initialFleet: Fleet;
  /** The map's initial position; null without the operator's town. */
  home: MapPoint | null;
  search: FleetSearch;
  onSearch: (change: FleetSearch) => void;
}) {
  const { settings, timeZone } = useOffice();
  const unit = settings.distanceUnit;
  const { fleet, failure, ask: reload } = useFleet({ first: initialFleet, timeZone });
  const connectionState = useConnectionState();
  const now = useServerTime(fleet.now);

  const show = search.show ?? null;
  const allDrivers = useMemo(() => sortDrivers(fleet.drivers), [fleet.drivers]);
  const drivers = allDrivers.filter((one) => show === null || isBusy(one) === (show === "busy"));
  const waitingRows = fleet.waiting.filter((row) => isInTimeWindow(row, now));
  const busyCount = allDrivers.filter(isBusy).length;

  const cars = useFleetCars(drivers, now);
  const pins = waitingRows.flatMap((row): FleetPin[] => {
    const point = pickupPoint(row);
    if (!point) return [];
    const time = formatMoment(row.pickupAt, timeZone, "time");
    const tone = Date.parse(row.pickupAt) < now ? "danger" : "warning";
    return [{ ...point, id: row.id, time, tone, name: row.pickup.name }];
  });
  const marks = [...cars, ...pins];
  const isListed =
    drivers.some(({ driver }) => driver.id === search.at) ||
    waitingRows.some(({ id }) => id === search.at);
  const chosenId = (isListed && search.at) || null;
  const chosen = marks.find(({ id }) => id === chosenId);
  const focus = useStableFocus(
    `${chosen?.id ?? ""} ${show} ${marks.length === 0}`,
    chosen ? [chosen] : marks,
  );

  useEffect(() => {
    if (chosenId !== null)
      document.getElementById(rowId(chosenId))?.scrollIntoView?.(scrollToNearest);
  }, [chosenId]);
  const choose = (id: string) => onSearch({ ...search, at: id === chosenId ? undefined : id });
  const list = { chosenId, now, onChoose: choose };

  const filters: { label: string; value: FleetFilter | null; count: number }[] = [
    { label: "All", value: null, count: allDrivers.length },
    { label: "Free", value: "free", count: allDrivers.length - busyCount },
    { label: "On a trip", value: "busy", count: busyCount },
  ];
  return (
    <>
      <PageHeader
        actions={
          <fieldset className="flex gap-1.5">
            <legend className="sr-only">Drivers shown</legend>
            {filters.map(({ label, value, count }) => (
              <Chip
                count={count}
                key={label}
                label={label}
                onPress={() => onSearch({ ...search, show: value ?? undefined })}
                isPressed={show === value}
              />
            ))}
          </fieldset>
        }
        dense
        title="Map"
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[24rem_minmax(0,1fr)]">
        <FreeMap
          className="top-map !sticky top-(--bar) z-10 h-[44dvh] lg:order-last lg:top-17 lg:h-[calc(100dvh-9.5rem)]"
          maxZoom={14.2}
          description={mapSummary(drivers, { ...fleet, waiting: waitingRows }, now)}
          allPoints={marks.length > 0 ? marks : undefined}
          focus={focus.points.length > 0 ? focus.points : home ? [home] : []}
          focusKey={focus.key}
          followedPoints={chosen ? [chosen] : marks}
          isGuessed={focus.points.length === 0}
          label="Map of all drivers"
        >
          {(view) => (
            <FleetMarks cars={cars} chosenId={chosenId} onChoose={choose} pins={pins} view={view} />
          )}
        </FreeMap>
        <div className="grid content-start gap-4">
          {connectionState === "lost" ? (
            <NoticeBanner tone="warning">
              {`No connection to the server. The map shows where the cars were at ${formatMoment(fleet.now, timeZone, "time")}.`}
            </NoticeBanner>
          ) : (
            failure !== null && (
              <NoticeBanner
                action={
                  <Button onClick={() => void reload()} size="small" variant="secondary">
                    Try again
                  </Button>
                }
                tone="warning"
              >
                <span role="alert">{failure}</span>
              </NoticeBanner>
            )
          )}
          <Card className="!p-4">
            <h2 className="mb-2 text-ink-muted">Drivers</h2>
            {drivers.length > 0 ? (
              <DriverList {...list} drivers={drivers} unit={unit} />
            ) : allDrivers.length > 0 ? (
              <p className="py-4 text-ink-muted">
                {show === "free" ? "Nobody is free now." : "Nobody is on a trip now."}
              </p>
            ) : (
              <EmptyState title="Nobody is on shift">
                Drivers appear here when they start their shift on their phone.
              </EmptyState>
            )}
          </Card>
          <Card className="!p-4">
            <h2 className="mb-2 text-ink-muted">No driver yet (next 6 hours)</h2>
            {waitingRows.length > 0 ? (
              <WaitingList {...list} rows={waitingRows} />
            ) : (
              <p className="text-ink-muted">Every pickup in the next 6 hours has a driver.</p>
            )}
          </Card>
        </div>
      </div>
    </>
  );
}

const scrollToNearest = { block: "nearest" } as const;
