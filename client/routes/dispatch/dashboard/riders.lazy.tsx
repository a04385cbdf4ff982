import { createLazyFileRoute, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { RiderRow } from "../../../../src/riders/contract";
import { ExportLink } from "../../../office/lists/export-link";
import { MoreRows } from "../../../office/lists/more-rows";
import { pageOf, usePages } from "../../../office/lists/use-pages";
import { Badge } from "../../../ui/badge";
import { ButtonLink } from "../../../ui/button-link";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { ListSearch } from "../../../ui/list-search";
import { Moment } from "../../../ui/moment";
import { PageHeader } from "../../../ui/page-header";
import { type Column, Table } from "../../../ui/table";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/riders")(officePage(Riders));

const nameOf = ({ name }: RiderRow) => name || "No name yet";

function Riders() {
  const { api, call } = useOffice();
  const { first } = Route.useLoaderData();
  const { q } = Route.useSearch();
  const navigate = Route.useNavigate();
  const next = async (cursor: string) =>
    pageOf("riders", await call(api.admin.riders.$get({ query: { cursor } })));
  const { rows, ...pages } = usePages<RiderRow>(first, next);
  const columns: Column<RiderRow>[] = [
    {
      id: "name",
      header: "Name",
      cell: (rider) => (
        <span className="flex items-center gap-2">
          <span className="max-w-56 truncate font-medium">{nameOf(rider)}</span>
          {rider.blocked && <Badge tone="danger">Blocked</Badge>}
        </span>
      ),
    },
    { id: "phone", header: "Phone", cell: ({ phone }) => phone ?? "–" },
    {
      id: "email",
      header: "E-mail",
      cell: ({ email }) => <span className="block max-w-64 truncate">{email ?? "–"}</span>,
    },
    { id: "trips", header: "Trips", numeric: true, cell: tripCountText },
    {
      id: "since",
      header: "Since",
      isForWideScreens: true,
      cell: ({ createdAt }) => <Moment at={createdAt} style="date" />,
    },
  ];
  return (
    <>
      <PageHeader
        actions={
          <>
            <ListSearch
              dense
              label="Search riders"
              onSearch={(text) =>
                void navigate({
                  search: text ? { q: text } : {},
                  replace: true,
                  resetScroll: false,
                })
              }
              value={q ?? ""}
            />
            <ExportLink kind="riders" />
            <ButtonLink
              icon={<Plus aria-hidden size={16} />}
              size="small"
              to="/dispatch/dashboard/riders/new"
            >
              Add rider
            </ButtonLink>
          </>
        }
        dense
        title="Riders"
      />
      <Table
        caption="Riders"
        card={(rider) => (
          <Card className="p-4" flush>
            <div className="flex items-center justify-between gap-3">
              <Link
                className="inline-flex min-h-11 min-w-0 items-center font-medium underline-offset-4 hover:underline"
                params={{ id: rider.id }}
                to="/dispatch/dashboard/riders/$id"
              >
                <span className="truncate">{nameOf(rider)}</span>
              </Link>
              {rider.blocked && <Badge tone="danger">Blocked</Badge>}
            </div>
            <p className="break-words text-ink-muted">
              {[rider.phone, rider.email].filter(Boolean).join(" · ")}
            </p>
            <p>{rider.trips === 1 ? "1 trip" : `${tripCountText(rider)} trips`}</p>
          </Card>
        )}
        columns={columns}
        dense
        empty={
          <Card flush>
            {q ? (
              <EmptyState title="No riders found">
                You can search by the start of a name or e-mail address, and by the start or end of
                a phone number.
              </EmptyState>
            ) : (
              <EmptyState title="No riders yet">
                Riders appear here after they sign in, when you book for them by phone, or when you
                add them.
              </EmptyState>
            )}
          </Card>
        }
        onRowPress={({ id }) =>
          void navigate({ to: "/dispatch/dashboard/riders/$id", params: { id } })
        }
        rowKey={({ id }) => id}
        rows={rows}
      />
      <MoreRows {...pages} />
    </>
  );
}

/** Returns the number of trips, which is counted up to a thousand. */
function tripCountText({ trips }: RiderRow): string {
  return trips >= 1_000 ? "1,000+" : String(trips);
}
