import { createLazyFileRoute, Link } from "@tanstack/react-router";
import type { ServerStatus } from "../../../../src/status/contract";
import { RemovalLog } from "../../../settings/removal-log";
import { AlertsPart } from "../../../status/alerts-part";
import { RecentLogLines } from "../../../status/recent-log-lines";
import {
  BackupCard,
  DatabaseCard,
  DiskCard,
  ServerLoadCard,
  OutboxCard,
  ProvidersCard,
} from "../../../status/status-cards";
import { useServerStatus } from "../../../status/use-server-status";
import { Button } from "../../../ui/button";
import { formatMoment } from "../../../ui/moment";
import { NoticeBanner } from "../../../ui/notice-banner";
import { PageHeader } from "../../../ui/page-header";
import { useOffice } from "../../../office/calls";
import { DeferredPart } from "../../../deferred-part";
import { officePage, PagePending } from "../../../office/office-page";
import { PageFailure } from "../../../office/page-failure";

export const Route = createLazyFileRoute("/dispatch/dashboard/status")(
  officePage(ServerStatusPage),
);

function ServerStatusPage() {
  const { first } = Route.useLoaderData();
  return (
    <DeferredPart
      failed={PageFailure}
      of={first}
      waiting={
        <>
          <PageHeader dense title="Status" />
          <PagePending />
        </>
      }
    >
      {(found) => <StatusContent first={found} />}
    </DeferredPart>
  );
}

function StatusContent({ first }: { first: ServerStatus }) {
  const { timeZone } = useOffice();
  const { status, failure, refresh, backUp, isBackingUp } = useServerStatus(first);
  const cardProps = { status, timeZone };
  const { ranAt, removed } = status.retention;
  return (
    <>
      <PageHeader
        dense
        detail={`Server health at ${formatMoment(status.now, timeZone, "time")}. Updates every ten seconds.`}
        title="Status"
      />
      {failure && (
        <div className="mb-4">
          <NoticeBanner
            action={
              <Button onClick={() => void refresh()} size="small" variant="secondary">
                Try again
              </Button>
            }
            tone="warning"
          >
            <span role="status">{failure} The information below may be out of date.</span>
          </NoticeBanner>
        </div>
      )}
      <AlertsPart alerts={status.alerts} />
      <div className="mb-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <BackupCard {...cardProps} busy={isBackingUp} onBackUp={() => void backUp()} />
        <OutboxCard {...cardProps} />
        <DiskCard {...cardProps} />
        <DatabaseCard {...cardProps} />
        <ServerLoadCard {...cardProps} />
        <ProvidersCard {...cardProps} />
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <RecentLogLines lines={status.lines} />
        <div className="grid gap-2">
          <RemovalLog removed={removed} />
          <p className="text-ink-muted text-sm">
            {ranAt === null
              ? "Expired records are deleted every hour. The first run has not happened yet."
              : `Expired records are deleted every hour, last on ${formatMoment(ranAt, timeZone, "date-time")}.`}{" "}
            <Link
              className="inline-flex items-center text-accent-text underline underline-offset-4 pointer-coarse:min-h-11"
              to="/dispatch/dashboard/settings/retention"
            >
              View retention periods
            </Link>
          </p>
        </div>
      </div>
    </>
  );
}
