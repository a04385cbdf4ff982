import { createLazyFileRoute, Link } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Driver } from "../../../../src/drivers/contract";
import { DriverViews } from "../../../applications/driver-views";
import { NextDays } from "../../../availability/next-days";
import { type DriverWithWeek, withWeeks } from "../../../availability/with-weeks";
import { useStaffCall } from "../../../dispatch/calls";
import { Expiry } from "../../../dispatch/expiry";
import { driverName } from "../../../dispatch/words";
import { PageFailure } from "../../../dispatch/page-failure";
import { PagePending } from "../../../dispatch/page-pending";
import { RecordList } from "../../../dispatch/record-list";
import { Avatar } from "../../../ui/avatar";
import { Badge } from "../../../ui/badge";
import type { Column } from "../../../ui/table";

export const Route = createLazyFileRoute("/dispatch/dashboard/DriverManagement")({
  component: Drivers,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Drivers() {
  const { api, settings } = Route.useRouteContext();
  const { first, waiting, askedAt } = Route.useLoaderData();
  const { q } = Route.useSearch();
  const call = useStaffCall();
  const next = useCallback(
    async (cursor: string) => {
      const page = await call(api.admin.drivers.$get({ query: { cursor, ...(q && { q }) } }));
      const rows = await withWeeks(api, page.drivers, call);
      return { rows, nextCursor: page.nextCursor };
    },
    [api, call, q],
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
      cell: (driver) => <Contact driver={driver} how={driver.phone ? "tel" : "mailto"} />,
    },
    {
      id: "vehicle",
      header: "Usual vehicle",
      cell: ({ vehicle }) =>
        vehicle ? (
          <span className="whitespace-nowrap">
            {vehicle.make} {vehicle.model}{" "}
            <span className="text-ink-muted tabular-nums">{vehicle.plate}</span>
          </span>
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
      header: "Licence until",
      cell: ({ licenseExpiresAt }) => (
        <Expiry at={licenseExpiresAt} now={askedAt} timeZone={settings.timeZone} />
      ),
    },
  ];

  return (
    <>
      <DriverViews current="drivers" waiting={waiting} />
      <RecordList
        needs="fleet.keep"
        at="/dispatch/dashboard/DriverManagement"
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
                <p className="truncate text-ink-muted">
                  {driver.vehicle
                    ? `${driver.vehicle.make} ${driver.vehicle.model}, ${driver.vehicle.plate}`
                    : "No usual vehicle"}
                </p>
              </div>
              <State driver={driver} />
            </div>
            <div className="mt-2">
              <Contact driver={driver} how="tel" />
            </div>
            {driver.week && driver.state === "active" && (
              <div className="mt-2">
                <NextDays week={driver.week} />
              </div>
            )}
            <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-muted">
              Licence until
              <Expiry at={driver.licenseExpiresAt} now={askedAt} timeZone={settings.timeZone} />
            </p>
          </>
        )}
        columns={columns}
        first={first}
        next={next}
        none="Add the first one: they sign in with their email address or phone number."
        noun="driver"
        q={q}
        searched="Names, email addresses, phone numbers and plates are searched."
        title="Drivers"
      />
    </>
  );
}

function State({ driver }: { driver: Driver }) {
  return driver.state === "active" ? (
    <Badge tone="success">Active</Badge>
  ) : (
    <Badge tone="danger">Suspended</Badge>
  );
}

function Contact({ driver, how }: { driver: Driver; how: "tel" | "mailto" }) {
  const value = how === "tel" ? driver.phone : driver.email;
  if (!value) return <span className="text-ink-faint">None</span>;
  return (
    <a
      className="relative block max-w-52 truncate py-1.5 underline-offset-4 hover:underline pointer-coarse:py-3"
      href={`${how}:${value}`}
    >
      {value}
    </a>
  );
}
