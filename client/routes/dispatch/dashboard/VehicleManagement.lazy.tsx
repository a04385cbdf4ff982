import { createLazyFileRoute, Link } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Vehicle } from "../../../../src/vehicles/contract";
import { useStaffCall } from "../../../dispatch/calls";
import { Expiry } from "../../../dispatch/expiry";
import { PageFailure } from "../../../dispatch/page-failure";
import { PagePending } from "../../../dispatch/page-pending";
import { RecordList } from "../../../dispatch/record-list";
import { Badge } from "../../../ui/badge";
import type { Column } from "../../../ui/table";
import { counted, mobilityWords } from "../../../ui/trip-words";

export const Route = createLazyFileRoute("/dispatch/dashboard/VehicleManagement")({
  component: Vehicles,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Vehicles() {
  const { api, settings } = Route.useRouteContext();
  const { first, askedAt } = Route.useLoaderData();
  const { q } = Route.useSearch();
  const call = useStaffCall();
  const next = useCallback(
    async (cursor: string) => {
      const page = await call(api.admin.vehicles.$get({ query: { cursor, ...(q && { q }) } }));
      return { rows: page.vehicles, nextCursor: page.nextCursor };
    },
    [api, call, q],
  );
  const { timeZone } = settings;

  const columns: Column<Vehicle>[] = [
    {
      id: "plate",
      header: "Plate",
      cell: ({ plate }) => (
        <span className="whitespace-nowrap font-medium tabular-nums">{plate}</span>
      ),
    },
    { id: "state", header: "State", cell: (vehicle) => <State vehicle={vehicle} /> },
    {
      id: "model",
      header: "Vehicle",
      cell: ({ make, model, year, color }) => (
        <span className="whitespace-nowrap">
          {make} {model}{" "}
          <span className="text-ink-muted">
            {year}, {color}
          </span>
        </span>
      ),
    },
    {
      id: "class",
      header: "Class",
      cell: ({ vehicleClass }) => <span className="whitespace-nowrap">{vehicleClass.name}</span>,
    },
    { id: "seats", header: "Seats", numeric: true, cell: ({ passengers }) => passengers },
    { id: "bags", header: "Bags", numeric: true, wideOnly: true, cell: ({ luggage }) => luggage },
    {
      id: "mobility",
      header: "Takes",
      wideOnly: true,
      cell: (vehicle) => <span className="text-ink-muted">{equipment(vehicle) ?? "–"}</span>,
    },
    {
      id: "insurance",
      header: "Insured until",
      cell: ({ insuranceExpiresAt }) => (
        <Expiry at={insuranceExpiresAt} now={askedAt} timeZone={timeZone} />
      ),
    },
  ];

  return (
    <RecordList
      needs="fleet.keep"
      at="/dispatch/dashboard/VehicleManagement"
      card={(vehicle) => (
        <>
          <div className="flex items-center justify-between gap-3">
            <Link
              className="inline-flex min-h-11 items-center font-medium tabular-nums underline-offset-4 hover:underline"
              params={{ id: vehicle.id }}
              to="/dispatch/dashboard/VehicleManagement/$id"
            >
              {vehicle.plate}
            </Link>
            <State vehicle={vehicle} />
          </div>
          <p className="mt-1">
            {vehicle.make} {vehicle.model}, {vehicle.year}, {vehicle.color}
          </p>
          <p className="mt-1 text-ink-muted">
            {vehicle.vehicleClass.name}, {counted(vehicle.passengers, "seat")},{" "}
            {counted(vehicle.luggage, "bag")}
          </p>
          {equipment(vehicle) && <p className="mt-1 text-ink-muted">{equipment(vehicle)}</p>}
          <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-muted">
            Insured until
            <Expiry at={vehicle.insuranceExpiresAt} now={askedAt} timeZone={timeZone} />
          </p>
        </>
      )}
      columns={columns}
      first={first}
      next={next}
      none="Add the first one: then trips can be assigned."
      noun="vehicle"
      q={q}
      searched="Plates, makes, models and classes are searched."
      title="Vehicles"
    />
  );
}

function State({ vehicle }: { vehicle: Vehicle }) {
  return vehicle.state === "active" ? (
    <Badge tone="success">In service</Badge>
  ) : (
    <Badge tone="danger">Out of service</Badge>
  );
}

/** Mobility aids it takes, in words; null when it takes none. */
function equipment({ mobility }: Vehicle): string | null {
  const aids = mobility.filter((need) => need !== "ambulatory").map((need) => mobilityWords[need]);
  return aids.length > 0 ? aids.join("; ") : null;
}
