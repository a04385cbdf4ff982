import { createLazyFileRoute } from "@tanstack/react-router";
import type { FeeScheduleVersion } from "../../../../../../src/fares/fee-contract";
import { MoreRows } from "../../../../../office/lists/more-rows";
import { pageOf, usePages } from "../../../../../office/lists/use-pages";
import { FEES_PATH } from "../../../../../fees/parts/parts";
import { VersionBadge } from "../../../../../fees/version-badge";
import { Card } from "../../../../../ui/card";
import { Moment } from "../../../../../ui/moment";
import { PageHeader } from "../../../../../ui/page-header";
import { type Column, Table } from "../../../../../ui/table";
import { ButtonLink } from "../../../../../ui/button-link";
import { useOffice } from "../../../../../office/calls";
import { officePage } from "../../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/history/")(
  officePage(PriceListHistory),
);

function PriceListHistory() {
  const { api, call } = useOffice();
  const list = Route.useLoaderData();
  const first = pageOf("versions", list);
  const next = async (cursor: string) =>
    pageOf("versions", await call(api.admin.fees.versions.$get({ query: { cursor } })));
  const { rows, ...pages } = usePages<FeeScheduleVersion>(first, next);

  const columns: Column<FeeScheduleVersion>[] = [
    {
      id: "number",
      header: "Version",
      cell: ({ number }) => <span className="tabular-nums">{number}</span>,
    },
    {
      id: "standing",
      header: "Status",
      cell: ({ standing }) => <VersionBadge standing={standing} />,
    },
    {
      id: "starts",
      header: "From",
      cell: (version) => <VersionStart version={version} />,
    },
    {
      id: "who",
      header: "Published by",
      cell: ({ publishedBy }) => <span className="whitespace-nowrap">{publishedBy}</span>,
    },
    {
      id: "when",
      header: "Published",
      isForWideScreens: true,
      cell: ({ publishedAt }) => <Moment at={publishedAt} />,
    },
    {
      id: "why",
      header: "Reason",
      className: "w-full max-w-0",
      cell: ({ reason }) => (
        <span className="block truncate text-ink-muted" title={reason}>
          {reason}
        </span>
      ),
    },
  ];

  return (
    <>
      <PageHeader
        actions={
          <ButtonLink size="small" to={FEES_PATH} variant="secondary">
            Go to draft
          </ButtonLink>
        }
        dense
        detail="Every published version of your prices. Trips keep the version they were booked under."
        title="Price history"
      />
      <Table
        caption="Price versions"
        card={(version) => (
          <Card>
            <div className="flex items-center justify-between gap-3">
              <ButtonLink
                className="!justify-start !px-0"
                size="small"
                to={`${FEES_PATH}/history/${version.id}`}
                variant="quiet"
              >
                Version {version.number}
              </ButtonLink>
              <VersionBadge standing={version.standing} />
            </div>
            <p className="mt-1 text-ink-muted text-sm">
              From <VersionStart version={version} />
              {`, published by ${version.publishedBy}`}
            </p>
            <p className="mt-1 text-sm">{version.reason}</p>
          </Card>
        )}
        columns={columns}
        dense
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: `${FEES_PATH}/history/${id}` })}
        rows={rows}
      />
      <MoreRows {...pages} />
    </>
  );
}

function VersionStart({ version }: { version: FeeScheduleVersion }) {
  // The first version of a new server has no start.
  if (Date.parse(version.startsAt) <= 0) return <span>server setup</span>;
  return <Moment at={version.startsAt} />;
}
