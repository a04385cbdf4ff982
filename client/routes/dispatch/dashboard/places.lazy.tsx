import { createLazyFileRoute, Link } from "@tanstack/react-router";
import type { PlaceRecord } from "../../../../src/places/operator-place-contract";
import { RecordList } from "../../../office/lists/record-list";
import { placeKindWords } from "../../../places/place-words";
import { Badge } from "../../../ui/badge";
import type { Column } from "../../../ui/table";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";
import { pageOf } from "../../../office/lists/use-pages";

export const Route = createLazyFileRoute("/dispatch/dashboard/places")(officePage(Places));

const columns: Column<PlaceRecord>[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ name, iata }) => (
      <span className="font-medium">
        {name}
        {iata && <span className="ms-2 text-ink-muted text-xs">{iata}</span>}
      </span>
    ),
  },
  { id: "state", header: "State", cell: (place) => <State place={place} /> },
  { id: "kind", header: "Kind", cell: ({ kind }) => placeKindWords[kind] },
  {
    id: "address",
    header: "Address",
    cell: ({ address }) => <span className="text-ink-muted">{address}</span>,
  },
  { id: "zone", header: "Zone", cell: (place) => <ZoneName place={place} /> },
  {
    id: "notes",
    header: "Notes",
    isForWideScreens: true,
    cell: (place) => <span className="text-ink-muted">{noteAudiencesText(place)}</span>,
  },
];

function Places() {
  const { api, call } = useOffice();
  const { first } = Route.useLoaderData();
  const { q } = Route.useSearch();
  const next = async (cursor: string) =>
    pageOf("places", await call(api.admin.places.$get({ query: { cursor, ...(q && { q }) } })));
  return (
    <RecordList
      kind="places"
      needs="places.manage"
      listPath="/dispatch/dashboard/places"
      card={(place) => (
        <>
          <div className="flex items-center justify-between gap-3">
            <Link
              className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline"
              params={{ id: place.id }}
              to="/dispatch/dashboard/places/$id"
            >
              {place.name}
            </Link>
            <State place={place} />
          </div>
          <p className="mt-1">{place.address}</p>
          <p className="mt-1 text-ink-muted">
            {[placeKindWords[place.kind], place.iata, place.zone?.name].filter(Boolean).join(" · ")}
          </p>
        </>
      )}
      columns={columns}
      first={first}
      next={next}
      emptyText="Add the places you drive to most. Riders find them first, and drivers see how to get in."
      noun="place"
      q={q}
      searchHint="You can search by name, other names and address."
      title="Places"
    />
  );
}

function State({ place }: { place: PlaceRecord }) {
  return place.active ? (
    <Badge tone="success">Active</Badge>
  ) : (
    <Badge tone="neutral">Inactive</Badge>
  );
}

/** The zone that applies to a place. One that was chosen manually is marked. */
function ZoneName({ place: { zone, zoneId } }: { place: PlaceRecord }) {
  if (!zone) return <span className="text-ink-faint">–</span>;
  return (
    <span className="whitespace-nowrap">
      {zone.name}
      {zoneId && <span className="ms-1 text-ink-muted text-xs">manual</span>}
    </span>
  );
}

function noteAudiencesText({ pickupInstructions, entranceNotes }: PlaceRecord): string {
  const audiences = [pickupInstructions && "for riders", entranceNotes && "for drivers"].filter(
    Boolean,
  );
  return audiences.join(", ") || "–";
}
