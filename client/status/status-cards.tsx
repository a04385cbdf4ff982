import { Link } from "@tanstack/react-router";
import { DatabaseBackup } from "lucide-react";
import { type ReactNode, useId } from "react";
import { elapsedText } from "../../src/status/alert-rules";
import type { ServerStatus } from "../../src/status/contract";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { DefinitionList, type Fact } from "../ui/definition-list";
import { Moment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { bytesText } from "./bytes";

const linkStyle =
  "inline-flex items-center text-accent-text underline underline-offset-4 pointer-coarse:min-h-11";

function StatusCard({
  title,
  action,
  facts,
  children,
}: {
  title: string;
  action?: ReactNode;
  facts: readonly Fact[];
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <Card aria-labelledby={id} role="region">
      <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base" id={id}>
          {title}
        </h2>
        {action}
      </div>
      {children}
      <DefinitionList dense facts={facts} />
    </Card>
  );
}

type StatusProps = { status: ServerStatus };

/** The last backup, the next one, and a button to back up now. */
export function BackupCard({
  status: { backups, replica, now },
  busy,
  onBackUp,
}: StatusProps & { busy: boolean; onBackUp: () => void }) {
  const { last, count, nextAt, failed, store } = backups;
  return (
    <StatusCard
      action={
        <Button
          busy={busy}
          busyLabel="Backing up..."
          icon={<DatabaseBackup aria-hidden size={16} />}
          onClick={onBackUp}
          size="small"
          variant="secondary"
        >
          Back up now
        </Button>
      }
      facts={[
        {
          name: "Last backup",
          value: last ? (
            <>
              <Moment at={last.at} />, {bytesText(last.bytes)}
              <span className="block text-ink-muted text-xs [overflow-wrap:anywhere]">
                {last.name}
              </span>
            </>
          ) : (
            "None yet"
          ),
        },
        {
          name: "Next automatic backup",
          value:
            nextAt === null ? (
              "No automatic backups (BACKUP_KEEP is 0)"
            ) : nextAt <= now ? (
              "Within ten minutes"
            ) : (
              <>
                From <Moment at={nextAt} />
              </>
            ),
        },
        { name: "Backups on this server", value: count === 1 ? "1 backup" : `${count} backups` },
        ...(store
          ? [
              {
                name: "Off-site copy",
                value: store.sent ? (
                  <>
                    <Moment at={store.sent.at} />, {bytesText(store.sent.bytes)}
                    <span className="block text-ink-muted text-xs [overflow-wrap:anywhere]">
                      {store.sent.name}
                    </span>
                  </>
                ) : (
                  "None uploaded yet"
                ),
              },
            ]
          : []),
        ...(replica
          ? [
              {
                name: "Replica",
                value: replica.behindSince ? (
                  <>
                    Not up to date since <Moment at={replica.behindSince} />
                  </>
                ) : (
                  "Up to date"
                ),
              },
            ]
          : []),
      ]}
      title="Backups"
    >
      {replica?.failure && (
        <div className="mb-2">
          <NoticeBanner tone="danger">
            <p>Copying to the replica failed:</p>
            <p className="[overflow-wrap:anywhere]">{replica.failure}</p>
          </NoticeBanner>
        </div>
      )}
      {store?.failed && (
        <div className="mb-2">
          <NoticeBanner tone="danger">
            <p>
              The last backup is only on this server. It could not be sent to the off-site store.
            </p>
            <p className="[overflow-wrap:anywhere]">
              <Moment at={store.failed.at} />: {store.failed.reason}
            </p>
          </NoticeBanner>
        </div>
      )}
      {failed && (
        <div className="mb-2">
          <NoticeBanner tone="danger">
            <p>The last backup failed.</p>
            <p className="[overflow-wrap:anywhere]">
              <Moment at={failed.at} />: {failed.reason}
            </p>
          </NoticeBanner>
        </div>
      )}
    </StatusCard>
  );
}

/** The messages that wait in the outbox, and those that failed. */
export function OutboxCard({ status: { outbox, now } }: StatusProps) {
  const { waiting, dueSince, failed } = outbox;
  return (
    <StatusCard
      action={
        <Link className={linkStyle} to="/dispatch/dashboard/Outbox">
          Open outbox
        </Link>
      }
      facts={[
        { name: "Waiting", value: waiting.toLocaleString("en") },
        {
          name: "Oldest message waiting",
          value:
            dueSince === null
              ? "None"
              : `For ${elapsedText(Math.max(0, Date.parse(now) - Date.parse(dueSince)))}`,
        },
        {
          name: "Failed",
          value:
            failed === 0 ? (
              "0"
            ) : (
              <Link className={linkStyle} search={{ failed: true }} to="/dispatch/dashboard/Outbox">
                {`${failed.toLocaleString("en")} that can be sent again`}
              </Link>
            ),
        },
      ]}
      title="Outbox"
    />
  );
}

/** Free space on the disk, and what uses the rest. */
export function DiskCard({ status: { disk, database } }: StatusProps) {
  const { freeBytes, totalBytes, uploadsBytes, backupsBytes } = disk;
  const usedShare = freeBytes !== null && totalBytes ? 1 - freeBytes / totalBytes : null;
  const dataFolderBytes = uploadsBytes + backupsBytes + database.bytes + database.walBytes;
  return (
    <StatusCard
      facts={[
        {
          name: "Free",
          value:
            freeBytes === null || totalBytes === null
              ? "The system does not report free space"
              : `${bytesText(freeBytes)} of ${bytesText(totalBytes)}`,
        },
        { name: "Data folder", value: bytesText(dataFolderBytes) },
        { name: "Uploads", value: bytesText(uploadsBytes) },
        { name: "Backups", value: bytesText(backupsBytes) },
      ]}
      title="Disk"
    >
      {usedShare !== null && (
        <svg
          aria-hidden="true"
          className="mb-2 h-2 w-full overflow-hidden rounded-full bg-surface-sunken"
          preserveAspectRatio="none"
          viewBox="0 0 100 1"
        >
          <rect
            className={usedShare > 0.9 ? "fill-danger" : "fill-accent"}
            height={1}
            width={usedShare * 100}
          />
        </svg>
      )}
    </StatusCard>
  );
}

/** The size of the database, and the result of the last daily check. */
export function DatabaseCard({ status: { database } }: StatusProps) {
  const { bytes, walBytes, check } = database;
  const faults = check?.faults ?? [];
  return (
    <StatusCard
      facts={[
        { name: "Size", value: bytesText(bytes) },
        { name: "Write-ahead log", value: bytesText(walBytes) },
        {
          name: "Daily check",
          value:
            check === null ? (
              "Not run yet. The check runs after 04:00"
            ) : (
              <>
                <Moment at={check.at} />:{" "}
                {faults.length === 0 ? "no problems" : countedText(faults.length, "fault")}
              </>
            ),
        },
      ]}
      title="Database and daily check"
    >
      {faults.length > 0 && (
        <div className="mb-2">
          <NoticeBanner tone="danger">
            <ul className="grid gap-1">
              {faults.map(({ of, text }) => (
                <li className="[overflow-wrap:anywhere]" key={`${of} ${text}`}>
                  <span className="font-medium">{of}:</span> {text}
                </li>
              ))}
            </ul>
          </NoticeBanner>
        </div>
      )}
    </StatusCard>
  );
}

/** The server's load since it started. */
export function ServerLoadCard({ status: { load, startedAt, version } }: StatusProps) {
  return (
    <StatusCard
      facts={[
        { name: "Version", value: version },
        { name: "Running since", value: <Moment at={startedAt} /> },
        { name: "Requests answered", value: load.requests.toLocaleString("en") },
        {
          name: "Failed",
          value: `${load.failures.toLocaleString("en")}${load.failures > 0 ? ", see below" : ""}`,
        },
        { name: "Memory", value: bytesText(load.memoryBytes) },
        { name: "Connected screens", value: load.streams.toLocaleString("en") },
        { name: "Queued writes", value: load.writesWaiting.toLocaleString("en") },
      ]}
      title="Server"
    />
  );
}

const providerNames: Record<ServerStatus["providers"][number]["id"], string> = {
  mail: "E-mail",
  sms: "Text messages",
  push: "Notifications",
  geocoder: "Address search",
  router: "Routes",
  map: "Map",
  vehicle_data: "Vehicle data",
  flights: "Flights",
  google: "Sign-in with Google",
  apple: "Sign-in with Apple",
  stripe: "Payments by Stripe",
  flutterwave: "Payments by Flutterwave",
  mtn_momo: "Payments by MTN MoMo",
};

/** The outside services that the server uses. */
export function ProvidersCard({ status: { providers } }: StatusProps) {
  return (
    <StatusCard
      action={
        <Link className={linkStyle} to="/dispatch/dashboard/settings/providers">
          Test providers
        </Link>
      }
      facts={providers.map(({ id, configured }) => ({
        name: providerNames[id],
        value: (
          <Badge tone={configured ? "success" : "neutral"}>
            {configured ? "Connected" : "Not connected"}
          </Badge>
        ),
      }))}
      title="Providers"
    />
  );
}

function countedText(n: number, noun: string): string {
  return n === 1 ? `1 ${noun}` : `${n} ${noun}s`;
}
