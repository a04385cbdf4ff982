import { createLazyFileRoute, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useCallback } from "react";
import type { PlaceRecord } from "../../../../src/places/own-contract";
import { useStaffCall } from "../../../dispatch/calls";
import { ListSearch } from "../../../ui/list-search";
import { MoreRows } from "../../../dispatch/more-rows";
import { PageFailure } from "../../../dispatch/page-failure";
import { PagePending } from "../../../dispatch/page-pending";
import { placeKindWords } from "../../../dispatch/place-words";
import { usePages } from "../../../dispatch/use-pages";
import { Badge } from "../../../ui/badge";
import { ButtonLink } from "../../../ui/button-link";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { PageHeader } from "../../../ui/page-header";
import { type Column, Table } from "../../../ui/table";

export const Route = createLazyFileRoute("/dispatch/dashboard/places")({
  component: Places,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

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
    wideOnly: true,
    cell: (place) => <span className="text-ink-muted">{notesOf(place)}</span>,
  },
];

function Places() {
  const { api } = Route.useRouteContext();
  const { first } = Route.useLoaderData();
  const { q } = Route.useSearch();
  const navigate = Route.useNavigate();
  const call = useStaffCall();
  const next = useCallback(
    async (cursor: string) => {
      const page = await call(api.admin.places.$get({ query: { cursor, ...(q && { q }) } }));
      return { rows: page.places, nextCursor: page.nextCursor };
    },
    [api, call, q],
  );
  const { rows, nextCursor, more, busy, failure } = usePages<PlaceRecord>(first, next);
  return (
    <>
      <PageHeader
        actions={
          <>
            <ListSearch
              dense
              label="Search places"
              onSearch={(text) =>
                void navigate({
                  search: text ? { q: text } : {},
                  replace: true,
                  resetScroll: false,
                })
              }
              value={q ?? ""}
            />
            <ButtonLink
              icon={<Plus aria-hidden size={16} />}
              size="small"
              to="/dispatch/dashboard/places/new"
            >
              Add place
            </ButtonLink>
          </>
        }
        dense
        title="Places"
      />
      <Table
        caption="Places"
        card={(place) => (
          <Card>
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
              {[placeKindWords[place.kind], place.iata, place.zone?.name]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </Card>
        )}
        columns={columns}
        dense
        empty={
          <Card flush>
            {q ? (
              <EmptyState title={`No place found for “${q}”`}>
                Names, addresses and other words for them are searched.
              </EmptyState>
            ) : (
              <EmptyState title="No places yet">
                Add where you drive most: riders find these first, and drivers read how to get in.
              </EmptyState>
            )}
          </Card>
        }
        rowKey={({ id }) => id}
        rowTo={({ id }) => ({ to: `/dispatch/dashboard/places/${id}` })}
        rows={rows}
      />
      <MoreRows busy={busy} failure={failure} onMore={more} shown={nextCursor !== null} />
    </>
  );
}

function State({ place }: { place: PlaceRecord }) {
  return place.active ? (
    <Badge tone="success">In use</Badge>
  ) : (
    <Badge tone="neutral">Switched off</Badge>
  );
}

/** The zone that counts; one that somebody chose is marked. */
function ZoneName({ place: { zone, zoneId } }: { place: PlaceRecord }) {
  if (!zone) return <span className="text-ink-faint">–</span>;
  return (
    <span className="whitespace-nowrap">
      {zone.name}
      {zoneId && <span className="ms-1 text-ink-muted text-xs">chosen</span>}
    </span>
  );
}

function notesOf({ pickupInstructions, entranceNotes }: PlaceRecord): string {
  const kept = [pickupInstructions && "for riders", entranceNotes && "for drivers"].filter(Boolean);
  return kept.join(", ") || "–";
}
