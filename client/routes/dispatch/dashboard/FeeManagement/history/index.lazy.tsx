import { createLazyFileRoute } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { FeeScheduleVersion } from "../../../../../../src/fares/fee-contract";
import { useStaffCall } from "../../../../../office/calls";
import { MoreRows } from "../../../../../office/lists/more-rows";
import { PageFailure } from "../../../../../office/page-failure";
import { PagePending } from "../../../../../office/page-pending";
import { usePages } from "../../../../../office/lists/use-pages";
import { FEES } from "../../../../../fees/parts/parts";
import { StandingBadge } from "../../../../../fees/standing-badge";
import { Card } from "../../../../../ui/card";
import { Moment } from "../../../../../ui/moment";
import { PageHeader } from "../../../../../ui/page-header";
import { type Column, Table } from "../../../../../ui/table";
import { ButtonLink } from "../../../../../ui/button-link";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/history/")({
  component: FeeHistory,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function FeeHistory() {
  const { api, settings } = Route.useRouteContext();
  const list = Route.useLoaderData();
  const call = useStaffCall();
  const { timeZone } = settings;
  const first = useMemo(() => ({ rows: list.versions, nextCursor: list.nextCursor }), [list]);
  const next = useCallback(
    async (cursor: string) => {
      const page = await call(api.admin.fees.versions.$get({ query: { cursor } }));
      return { rows: page.versions, nextCursor: page.nextCursor };
    },
    [api, call],
  );
  const { rows, nextCursor, more, busy, failure } = usePages<FeeScheduleVersion>(first, next);

  const columns: Column<FeeScheduleVersion>[] = [
    {
      id: "number",
      header: "Version",
      cell: ({ number }) => <span className="tabular-nums">{number}</span>,
    },
    {
      id: "standing",
      header: "Standing",
      cell: ({ standing }) => <StandingBadge standing={standing} />,
    },
    {
      id: "starts",
      header: "From",
      cell: (version) => <Start timeZone={timeZone} version={version} />,
    },
    {
      id: "who",
      header: "Published by",
      cell: ({ publishedBy }) => <span className="whitespace-nowrap">{publishedBy}</span>,
    },
    {
      id: "when",
      header: "Published",
      wideOnly: true,
      cell: ({ publishedAt }) => <Moment at={publishedAt} timeZone={timeZone} />,
    },
    {
      id: "why",
      header: "Why",
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
          <ButtonLink size="small" to={FEES} variant="secondary">
            Go to the draft
          </ButtonLink>
        }
        dense
        detail="Every version of the prices. Trips keep the one they were booked under."
        title="History of the prices"
      />
      <Table
        caption="Versions of the prices"
        card={(version) => (
          <Card>
            <div className="flex items-center justify-between gap-3">
              <ButtonLink
                className="!justify-start !px-0"
                size="small"
                to={`${FEES}/history/${version.id}`}
                variant="quiet"
              >
                Version {version.number}
              </ButtonLink>
              <StandingBadge standing={version.standing} />
            </div>
            <p className="mt-1 text-ink-muted text-sm">
              From <Start timeZone={timeZone} version={version} />, by {version.publishedBy}
            </p>
            <p className="mt-1 text-sm">{version.reason}</p>
          </Card>
        )}
        columns={columns}
        dense
        rowKey={({ id }) => id}
        rowTo={({ id }) => ({ to: `${FEES}/history/${id}` })}
        rows={rows}
      />
      <MoreRows busy={busy} failure={failure} onMore={more} shown={nextCursor !== null} />
    </>
  );
}

function Start({ version, timeZone }: { version: FeeScheduleVersion; timeZone: string }) {
  // The first one of a folder has always been there.
  if (Date.parse(version.startsAt) <= 0) return <span>the beginning</span>;
  return <Moment at={version.startsAt} timeZone={timeZone} />;
}
