import { createLazyFileRoute, useRouter } from "@tanstack/react-router";
import type { IncidentRow } from "../../../../src/incidents/contract";
import { useOffice } from "../../../office/calls";
import { MoreRows } from "../../../office/lists/more-rows";
import { usePages, pageOf } from "../../../office/lists/use-pages";
import { IncidentPanel } from "../../../incidents/incident-panel";
import { incidentUpdates } from "../../../office/live/updates";
import { incidentKindWords } from "../../../words/incident-words";
import { Badge } from "../../../ui/badge";
import { Card } from "../../../ui/card";
import { Chip } from "../../../ui/chip";
import { EmptyState } from "../../../ui/empty-state";
import { Moment } from "../../../ui/moment";
import { PageHeader } from "../../../ui/page-header";
import { type Column, Table } from "../../../ui/table";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/incidents")(officePage(Incidents));

const states = [
  [undefined, "All"],
  ["open", "Open"],
  ["closed", "Closed"],
] as const;

function Incidents() {
  const { api } = useOffice();

  const first = Route.useLoaderData();
  const { state, open } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const { call } = useOffice();
  const next = async (cursor: string) =>
    pageOf(
      "incidents",
      await call(api.admin.incidents.$get({ query: { cursor, ...(state && { state }) } })),
    );
  const { rows, ...pages } = usePages<IncidentRow>(first, next);
  incidentUpdates.useUpdates(() => void router.invalidate());
  const go = (search: { state?: typeof state; open?: string | undefined }) =>
    void navigate({ search, replace: true, resetScroll: false });

  const columns: Column<IncidentRow>[] = [
    {
      id: "kind",
      header: "Incident",
      cell: ({ number, kind }) => (
        <span className="whitespace-nowrap">
          <span className="me-2 text-ink-muted tabular-nums">{number}</span>
          {incidentKindWords[kind]}
        </span>
      ),
    },
    { id: "state", header: "State", cell: (row) => <IncidentStatus row={row} /> },
    {
      id: "words",
      header: "What happened",
      cell: ({ what }) => <span className="block max-w-80 truncate">{what}</span>,
    },
    { id: "driver", header: "Driver", cell: ({ driver }) => driver.name },
    {
      id: "trip",
      header: "Trip",
      isForWideScreens: true,
      cell: ({ reservation }) => reservation?.number ?? "–",
    },
    {
      id: "happened",
      header: "Happened on",
      cell: ({ happenedAt }) => (
        <span className="whitespace-nowrap">
          <Moment at={happenedAt} />
        </span>
      ),
    },
    {
      id: "assigned",
      header: "Handled by",
      isForWideScreens: true,
      cell: ({ assigned }) => assigned ?? "Nobody yet",
    },
  ];
  return (
    <>
      <PageHeader dense title="Incidents" />
      <fieldset className="mb-3 min-w-0">
        <legend className="sr-only">States</legend>
        <div className="flex flex-wrap gap-1.5">
          {states.map(([value, words]) => (
            <Chip
              count={null}
              key={words}
              label={words}
              onPress={() => go({ state: value })}
              isPressed={state === value}
            />
          ))}
        </div>
      </fieldset>
      <Table
        caption="Incidents"
        card={(row) => (
          <Card className="relative p-4" flush>
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 font-medium">{incidentKindWords[row.kind]}</p>
              <IncidentStatus row={row} />
            </div>
            <p className="mt-1 line-clamp-2 break-words">{row.what}</p>
            <p className="mt-1 text-ink-muted">
              {row.driver.name}, <Moment at={row.happenedAt} />
            </p>
            <button
              className="absolute inset-0 rounded-lg focus-visible:outline-2 focus-visible:outline-focus"
              onClick={() => go({ state, open: row.id })}
              type="button"
            >
              <span className="sr-only">{`Open incident of ${row.driver.name}`}</span>
            </button>
          </Card>
        )}
        columns={columns}
        currentRowKey={open ?? null}
        dense
        empty={
          <Card flush>
            <EmptyState title={state ? "Nothing found" : "No incidents yet"}>
              {state
                ? "No incidents in this state. Choose “All” to see every incident."
                : "Accidents, breakdowns and disputes that drivers report appear here."}
            </EmptyState>
          </Card>
        }
        onRowPress={({ id }) => go({ state, open: id })}
        rowKey={({ id }) => id}
        rows={rows}
      />
      <MoreRows {...pages} />
      <IncidentPanel
        id={open ?? null}
        onChanged={() => void router.invalidate()}
        onClose={() => go({ state })}
      />
    </>
  );
}

function IncidentStatus({ row: { state, hurt } }: { row: IncidentRow }) {
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={state === "open" ? "warning" : "neutral"}>
        {state === "open" ? "Open" : "Closed"}
      </Badge>
      {hurt && <Badge tone="danger">Somebody is hurt</Badge>}
    </span>
  );
}
