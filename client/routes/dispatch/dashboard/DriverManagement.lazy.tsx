import { createLazyFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import type { DriverRow } from "../../../../src/drivers/contract";
import { DriverTabs } from "../../../applications/review/driver-tabs";
import { NextDays } from "../../../availability/next-days";
import { type DriverWithWeek, withDriverWeeks } from "../../../availability/driver-weeks";
import { Expiry } from "../../../fleet/documents/expiry";
import { driverQuery } from "../../../fleet/fleet-filters";
import { ListFilters } from "../../../office/lists/list-filters";
import { driverName, vehicleName } from "../../../office/words";
import { RecordList } from "../../../office/lists/record-list";
import { Avatar } from "../../../ui/avatar";
import { Badge } from "../../../ui/badge";
import type { Column } from "../../../ui/table";
import { useOfferedKinds } from "../../../ui/offered-kinds";
import { serviceWords } from "../../../ui/trip-words";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";

const SCREEN_PATH = "/dispatch/dashboard/DriverManagement";

export const Route = createLazyFileRoute("/dispatch/dashboard/DriverManagement")(
  officePage(Drivers),
);

function Drivers() {
  const { api, call } = useOffice();
  const { first, counts, waiting, requestedAt } = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const zones = useZoneNames();
  const services = useOfferedKinds().map((id) => ({ id, words: serviceWords[id] }));
  const { q, ...filters } = search;
  const next = useCallback(
    async (cursor: string) => {
      const page = await call(
        api.admin.drivers.$get({ query: { ...driverQuery(search), cursor } }),
      );
      const rows = await withDriverWeeks(api, page.drivers, call);
      return { rows, nextCursor: page.nextCursor };
    },
    [api, call, search],
  );

  const columns: Column<DriverWithWeek>[] = [
    {
      id: "name",
      header: "Name",
      cell: (driver) => (
        <span className="flex items-center gap-3 whitespace-nowrap font-medium">
          <Avatar name={driverName(driver)} size="small" />
          {driverName(driver)}
        </span>
      ),
    },
    { id: "state", header: "State", cell: (driver) => <State driver={driver} /> },
    {
      id: "contact",
      header: "Contact",
      cell: (driver) => <ContactLink driver={driver} how={driver.phone ? "tel" : "mailto"} />,
    },
    {
      id: "vehicle",
      header: "Usual vehicle",
      cell: ({ vehicle }) =>
        vehicle ? (
          <>
            {vehicle.make} {vehicle.model}{" "}
            <span className="whitespace-nowrap text-ink-muted tabular-nums">{vehicle.plate}</span>
          </>
        ) : (
          <span className="text-ink-faint">None</span>
        ),
    },
    {
      id: "week",
      header: "Next 7 days",
      cell: ({ week, state }) => week && state === "active" && <NextDays week={week} />,
    },
    {
      id: "license",
      header: "Licence valid until",
      cell: ({ licenseExpiresAt }) => <Expiry expiresAt={licenseExpiresAt} now={requestedAt} />,
    },
  ];

  return (
    <>
      <DriverTabs current="drivers" waitingCount={waiting} />
      <RecordList
        kind="drivers"
        needs="fleet.manage"
        listPath={SCREEN_PATH}
        card={(driver) => (
          <>
            <div className="flex items-center gap-3">
              <Avatar name={driverName(driver)} />
              <div className="min-w-0 flex-1">
                <Link
                  className="inline-flex min-h-11 items-center truncate font-medium underline-offset-4 hover:underline"
                  params={{ id: driver.id }}
                  to="/dispatch/dashboard/DriverManagement/$id"
                >
                  {driverName(driver)}
                </Link>
                <p className="wrap-anywhere text-ink-muted">
                  {driver.vehicle ? vehicleName(driver.vehicle) : "No usual vehicle"}
                </p>
              </div>
              <State driver={driver} />
            </div>
            <div className="mt-2">
              <ContactLink driver={driver} how="tel" />
            </div>
            {driver.week && driver.state === "active" && (
              <div className="mt-2">
                <NextDays week={driver.week} />
              </div>
            )}
            <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-muted">
              Licence valid until
              <Expiry expiresAt={driver.licenseExpiresAt} now={requestedAt} />
            </p>
          </>
        )}
        columns={columns}
        filters={
          <ListFilters
            chips={[
              { key: "all", words: "All", count: counts.all },
              { key: "active", words: "Active", count: counts.active },
              { key: "shift", words: "On shift", count: counts.onShift },
              { key: "ending", words: "Documents expiring", count: counts.ending },
              { key: "suspended", words: "Suspended", count: counts.suspended },
            ]}
            choices={[
              {
                name: "service",
                label: "Kind of trip",
                all: "Any kind of trip",
                options: services,
              },
              ...(zones.length > 0
                ? [{ name: "zone", label: "Zone", all: "Any zone", options: zones }]
                : []),
            ]}
            label="Filter drivers"
            onChange={(next) =>
              void navigate({ to: SCREEN_PATH, search: next, resetScroll: false })
            }
            search={{ ...search }}
          />
        }
        first={first}
        activeFilters={filters}
        next={next}
        emptyText="Add the first driver. Drivers sign in with their e-mail address or phone number."
        noun="driver"
        q={q}
        searchHint="You can search by name, e-mail address, phone number and plate."
        title="Drivers"
      />
    </>
  );
}

function State({ driver }: { driver: DriverRow }) {
  if (driver.state === "suspended") return <Badge tone="danger">Suspended</Badge>;
  return driver.onShiftSince ? <Badge tone="success">On shift</Badge> : <Badge>Off shift</Badge>;
}

/** Loads the zones that drivers can prefer, after the page. */
function useZoneNames(): readonly { id: string; words: string }[] {
  const { api, call } = useOffice();
  const [zones, setZones] = useState<readonly { id: string; words: string }[]>([]);
  useEffect(() => {
    let isUnmounted = false;
    call(api.admin.zones.$get()).then(
      ({ zones: found }) => {
        if (!isUnmounted) setZones(found.map(({ id, name }) => ({ id, words: name })));
      },
      // Without the zones the other filters still work.
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call]);
  return zones;
}

function ContactLink({ driver, how }: { driver: DriverRow; how: "tel" | "mailto" }) {
  const value = how === "tel" ? driver.phone : driver.email;
  if (!value) return <span className="text-ink-faint">None</span>;
  return (
    <a
      className="block max-w-52 truncate py-1.5 underline-offset-4 hover:underline pointer-coarse:py-3"
      href={`${how}:${value}`}
    >
      {value}
    </a>
  );
}
