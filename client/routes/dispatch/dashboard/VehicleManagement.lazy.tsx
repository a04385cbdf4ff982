import { createLazyFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Vehicle } from "../../../../src/vehicles/contract";
import { Expiry } from "../../../fleet/documents/expiry";
import { vehicleQuery } from "../../../fleet/fleet-filters";
import { ListFilters } from "../../../office/lists/list-filters";
import { RecordList } from "../../../office/lists/record-list";
import type { Column } from "../../../ui/table";
import { countText, mobilityWords } from "../../../ui/trip-words";
import { VehicleState } from "../../../fleet/vehicles/vehicle-state";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";
import { pageOf } from "../../../office/lists/use-pages";

const SCREEN_PATH = "/dispatch/dashboard/VehicleManagement";
const equipmentOptions = Object.entries(mobilityWords)
  .filter(([id]) => id !== "ambulatory")
  .map(([id, words]) => ({ id, words }));

export const Route = createLazyFileRoute("/dispatch/dashboard/VehicleManagement")(
  officePage(Vehicles),
);

function Vehicles() {
  const { api, call } = useOffice();
  const { first, counts, requestedAt } = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const classes = useVehicleClasses();
  const { q, ...filters } = search;
  const next = async (cursor: string) =>
    pageOf(
      "vehicles",
      await call(api.admin.vehicles.$get({ query: { ...vehicleQuery(search), cursor } })),
    );

  const columns: Column<Vehicle>[] = [
    {
      id: "plate",
      header: "Plate",
      cell: ({ plate }) => (
        <span className="whitespace-nowrap font-medium tabular-nums">{plate}</span>
      ),
    },
    {
      id: "state",
      header: "State",
      cell: (vehicle) => <VehicleState vehicle={vehicle} />,
    },
    {
      id: "model",
      header: "Vehicle",
      cell: ({ make, model, year, color }) => (
        <>
          {make} {model}{" "}
          <span className="whitespace-nowrap text-ink-muted">
            {year}, {color}
          </span>
        </>
      ),
    },
    {
      id: "class",
      header: "Class",
      cell: ({ vehicleClass }) => <span className="whitespace-nowrap">{vehicleClass.name}</span>,
    },
    { id: "seats", header: "Seats", numeric: true, cell: ({ passengers }) => passengers },
    {
      id: "bags",
      header: "Bags",
      numeric: true,
      isForWideScreens: true,
      cell: ({ luggage }) => luggage,
    },
    {
      id: "mobility",
      header: "Equipment",
      isForWideScreens: true,
      cell: (vehicle) => (
        <span className="block min-w-44 text-ink-muted">{equipment(vehicle) ?? "–"}</span>
      ),
    },
    {
      id: "insurance",
      header: "Insured until",
      cell: ({ insuranceExpiresAt }) => <Expiry expiresAt={insuranceExpiresAt} now={requestedAt} />,
    },
  ];

  return (
    <RecordList
      kind="vehicles"
      needs="fleet.manage"
      listPath={SCREEN_PATH}
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
            <VehicleState vehicle={vehicle} />
          </div>
          <p className="mt-1">
            {vehicle.make} {vehicle.model}, {vehicle.year}, {vehicle.color}
          </p>
          <p className="mt-1 text-ink-muted">
            {vehicle.vehicleClass.name}, {countText(vehicle.passengers, "seat")},{" "}
            {countText(vehicle.luggage, "bag")}
          </p>
          {equipment(vehicle) && <p className="mt-1 text-ink-muted">{equipment(vehicle)}</p>}
          <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-muted">
            Insured until
            <Expiry expiresAt={vehicle.insuranceExpiresAt} now={requestedAt} />
          </p>
        </>
      )}
      columns={columns}
      filters={
        <ListFilters
          chips={[
            { key: "all", words: "All", count: counts.all },
            { key: "in_service", words: "In service", count: counts.inService },
            { key: "out", words: "Out of service", count: counts.out },
            { key: "ending", words: "Documents expiring", count: counts.ending },
          ]}
          choices={[
            { name: "class", label: "Class", all: "Any class", options: classes },
            {
              name: "equipment",
              label: "Equipment",
              all: "Any equipment",
              options: equipmentOptions,
            },
          ]}
          label="Filter vehicles"
          onChange={(next) => void navigate({ to: SCREEN_PATH, search: next, resetScroll: false })}
          search={{ ...search }}
        />
      }
      first={first}
      activeFilters={filters}
      next={next}
      emptyText="Add the first vehicle to assign trips."
      noun="vehicle"
      q={q}
      searchHint="You can search by plate, make, model, class and VIN."
      title="Vehicles"
    />
  );
}

/** Loads the classes, after the page. */
function useVehicleClasses(): readonly { id: string; words: string }[] {
  const { api, call } = useOffice();
  const [classes, setClasses] = useState<readonly { id: string; words: string }[]>([]);
  useEffect(() => {
    let isUnmounted = false;
    call(api["vehicle-classes"].$get()).then(
      ({ vehicleClasses }) => {
        if (!isUnmounted) setClasses(vehicleClasses.map(({ id, name }) => ({ id, words: name })));
      },
      // Without the classes the other filters still work.
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call]);
  return classes;
}

/** Returns the mobility aids a vehicle takes; null without any. */
function equipment({ mobility }: Vehicle): string | null {
  const mobilityAids = mobility
    .filter((need) => need !== "ambulatory")
    .map((need) => mobilityWords[need]);
  return mobilityAids.length > 0 ? mobilityAids.join("; ") : null;
}
