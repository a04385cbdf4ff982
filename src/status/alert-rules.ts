/**
 * What needs the owner's attention, and when an e-mail goes out about it.
 * The server checks every minute. When an alert starts, the owners get an e-mail; while it lasts they get
 * one a day, and one when it ends. An alert that comes and goes sends at most one e-mail a day. An alert
 * ends only when the fault is known to be fixed: right after a restart it stays active.
 */

import { UNREADABLE_STREETS } from "../streets/rules";
import type { AlertKind } from "./alert-contract";

/** The title of each alert, and what to do about it. */
export const alertWords: Record<AlertKind, { title: string; remedy: string }> = {
  backup: {
    title: "There is no recent backup",
    remedy:
      "Press “Back up now” on the status page. If the backup fails, the page gives the reason.",
  },
  replica: {
    title: "The replica has fallen behind",
    remedy:
      "Recent bookings exist only on this server until the replica catches up. The status page gives the reason.",
  },
  disk: {
    title: "The disk is nearly full",
    remedy:
      "Free up space or use a larger disk. Once it is full, bookings are refused. You can move old backups out of the data folder.",
  },
  outbox: {
    title: "Messages are not being sent",
    remedy:
      "Check the reasons in the outbox, and test the provider under Settings, Providers. Codes and confirmations wait until this is fixed.",
  },
  errors: {
    title: "The server reports many errors",
    remedy: "The status page lists the latest errors. Find the full entries in the server’s log.",
  },
  database: {
    title: "The database is damaged",
    remedy:
      "Run “livery check” on the server. Copy the latest backups to a safe place before you restore one.",
  },
  audit: {
    title: "The audit log has been altered",
    remedy: "Verify the log on the audit log page, and compare it with an earlier backup.",
  },
  streets: {
    title: "The streets cannot be used",
    remedy:
      "Import an extract of OpenStreetMap again under Settings, Map. Until then, fares are based on estimated distances, unless a router is connected.",
  },
  flights: {
    title: "The flight provider does not answer",
    remedy:
      "Test the provider’s key under Settings, Providers. Until the provider answers, pickups keep the times that were last known: check the flights by hand.",
  },
  check: {
    title: "The daily check found something wrong",
    remedy:
      "Fix the fault, then run “livery check” on the server or wait for the next daily check.",
  },
};

/** The facts that the rules check. Times in ms UTC, sizes in bytes. */
export type Facts = {
  backup: {
    /** False if the operator has turned automatic backups off. */
    requested: boolean;
    lastAt: number | null;
    failed: { at: number; reason: string } | null;
    /** Why the last backup is not in the store; null if it is there, or if there is no store. */
    unsent: string | null;
    /** Since when the server has watched this folder, because a new folder has no backup yet. */
    watchedSince: number;
  };
  /** Since when the replica has been behind, and why if known; null if it is up to date or not configured. */
  replica: { behindSince: number; failure: string | null } | null;
  /** NaN if the system gives no figure. */
  disk: { free: number; total: number };
  outbox: readonly {
    channel: "email" | "sms" | "push";
    /** Since when the oldest due message has been due. */
    dueSince: number | null;
    recentSentCount: number;
    recentFailedCount: number;
  }[];
  /** Errors within the last hour, and how long the server has been running, in ms. */
  errors: { lastHour: number; uptimeMs: number };
  /** Whether the imported streets cannot be read by this version of Livery. */
  areStreetsUnreadable: boolean;
  /** How many followed flights have a provider that has not answered for half an hour. */
  unansweredFlights: number;
  /** The result of the last daily check; null before the first one. */
  check: { faults: readonly { of: string; text: string }[] } | null;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The age at which a backup is no longer recent. */
const MAX_BACKUP_AGE_MS = 2 * DAY_MS;
/** How long the replica may be behind. This allows for a first copy and a slow connection. */
const REPLICA_BEHIND_MS = 5 * MINUTE_MS;
/** The alert starts below a tenth or a gigabyte of free space, and ends at a fifth more than that. */
const MIN_FREE_DISK_SHARE = 0.1;
const MIN_FREE_DISK_BYTES = 1_000_000_000;
const DISK_RECOVERY_FACTOR = 1.2;
/** How long a due message may wait. */
const MAX_OUTBOX_AGE_MS = HOUR_MS;
/** The number of failed messages within an hour, with none sent, that starts the alert. */
const REFUSED_MESSAGES_FOR_ALERT = 3;
/** Errors within an hour that start the alert. It ends below a quarter of that. */
const ERRORS_PER_HOUR_FOR_ALERT = 20;

const channels = { email: "E-mail", sms: "Text messages", push: "Notifications" };

/**
 * Returns the active alerts with a sentence about each. `previouslyActive` contains the alerts that were active before.
 */
export function activeAlerts(
  facts: Facts,
  previouslyActive: ReadonlySet<AlertKind>,
  now: number,
): Map<AlertKind, string> {
  const alertByKind = new Map<AlertKind, string>();
  const add = (kind: AlertKind, texts: readonly string[]) => {
    if (texts.length > 0) alertByKind.set(kind, texts.join(" "));
  };
  add("backup", backupFaults(facts.backup, now));
  const { replica } = facts;
  if (replica && now - replica.behindSince > REPLICA_BEHIND_MS)
    add("replica", [
      `The replica was last up to date ${elapsedText(now - replica.behindSince)} ago.`,
      ...(replica.failure ? [replica.failure] : []),
    ]);
  add("disk", diskFaults(facts.disk, previouslyActive.has("disk")));
  add(
    "outbox",
    facts.outbox.flatMap((one) => {
      const { channel, dueSince, recentFailedCount } = one;
      if (dueSince !== null && hasWaitedTooLong(one, now))
        return [
          `${channels[channel]}: the oldest message has been waiting for ${elapsedText(now - dueSince)}.`,
        ];
      return isSendingFailing(one)
        ? [
            `${channels[channel]}: ${recentFailedCount} failed within the last hour, and none was sent.`,
          ]
        : [];
    }),
  );
  const { lastHour, uptimeMs } = facts.errors;
  const errorLimit = previouslyActive.has("errors")
    ? ERRORS_PER_HOUR_FOR_ALERT / 4
    : ERRORS_PER_HOUR_FOR_ALERT;
  // In its first hour the server cannot tell that the errors have stopped.
  if (lastHour >= errorLimit || (previouslyActive.has("errors") && uptimeMs < HOUR_MS))
    add("errors", [`${lastHour} errors within the last hour.`]);
  if (facts.areStreetsUnreadable) add("streets", [UNREADABLE_STREETS]);
  const { unansweredFlights } = facts;
  if (unansweredFlights > 0)
    add("flights", [`Flights without an answer for half an hour: ${unansweredFlights}.`]);
  const faults = facts.check?.faults ?? [];
  add(
    "database",
    faults.filter(({ of }) => of === "Database").map(({ text }) => text),
  );
  add(
    "audit",
    faults.filter(({ of }) => of === "Audit log").map(({ text }) => text),
  );
  add(
    "check",
    faults
      .filter(({ of }) => !checksWithOwnAlert.includes(of))
      .map(({ of, text }) => `${of}: ${text}`),
  );
  return alertByKind;
}

type Outbox = Facts["outbox"][number];

const hasWaitedTooLong = ({ dueSince }: Outbox, now: number) =>
  dueSince !== null && now - dueSince > MAX_OUTBOX_AGE_MS;
/**
 * Whether messages of a channel fail and none is sent. Push failures do not count: phones that no longer exist refuse
 * notifications.
 */
const isSendingFailing = ({ channel, recentSentCount, recentFailedCount }: Outbox) =>
  channel !== "push" && recentFailedCount >= REFUSED_MESSAGES_FOR_ALERT && recentSentCount === 0;

/** Returns whether e-mail is stuck, so that alerts would not arrive. */
export function isMailFailing({ outbox }: Pick<Facts, "outbox">, now: number): boolean {
  return outbox.some(
    (one) => one.channel === "email" && (hasWaitedTooLong(one, now) || isSendingFailing(one)),
  );
}

/** Parts of the daily check that are checked every minute or have their own alert. */
const checksWithOwnAlert = ["Database", "Audit log", "Disk", "Backups", "Replica"];

function backupFaults(backup: Facts["backup"], now: number) {
  const { requested: isRequested, lastAt, failed, unsent, watchedSince } = backup;
  const texts: string[] = [];
  if (failed && failed.at > (lastAt ?? 0)) texts.push(`The last backup failed: ${failed.reason}`);
  if (unsent !== null) texts.push(`The last backup is only on this server: ${unsent}`);
  const age = now - Math.max(lastAt ?? 0, lastAt === null ? watchedSince : 0);
  if (isRequested && age > MAX_BACKUP_AGE_MS)
    texts.push(
      lastAt === null
        ? `There has been no backup for ${elapsedText(age)}.`
        : `The last good backup is ${elapsedText(age)} old.`,
    );
  return texts;
}

function diskFaults({ free, total }: Facts["disk"], wasActive: boolean): string[] {
  const minFreeBytes =
    Math.max(MIN_FREE_DISK_BYTES, total * MIN_FREE_DISK_SHARE) *
    (wasActive ? DISK_RECOVERY_FACTOR : 1);
  return free < minFreeBytes ? [`${gigabytes(free)} of ${gigabytes(total)} are free.`] : [];
}

/** The stored state of an alert. */
export type StoredAlert = {
  since: number;
  endedAt: number | null;
  mailedAt: number | null;
  isNotified: boolean;
  detail: string;
};

/** The message to send; null if none is due. */
export type AlertPhase = "begun" | "lasting" | "over" | null;

/**
 * Returns the next state of an alert, and the message to send. `detail` describes an active alert, and is null if the
 * alert is not active. `next` is `stored` itself if nothing changes.
 */
export function nextAlertState(
  stored: StoredAlert | null,
  detail: string | null,
  now: number,
): { next: StoredAlert | null; alertPhase: AlertPhase } {
  const isActive = stored !== null && stored.endedAt === null;
  if (detail === null) {
    if (!isActive) return { next: stored, alertPhase: null };
    return {
      next: { ...stored, endedAt: now, isNotified: false },
      alertPhase: stored.isNotified ? "over" : null,
    };
  }
  const mailedAt = stored?.mailedAt ?? null;
  // A clock that was set back must not suppress the alert.
  const isMailDue = mailedAt === null || now - mailedAt >= DAY_MS || mailedAt > now;
  const isNotified = isActive && stored.isNotified;
  if (isMailDue) {
    const since = isActive ? stored.since : now;
    return {
      next: { since, endedAt: null, mailedAt: now, isNotified: true, detail },
      alertPhase: isNotified ? "lasting" : "begun",
    };
  }
  if (isActive) return { next: stored, alertPhase: null };
  return { next: { since: now, endedAt: null, mailedAt, isNotified, detail }, alertPhase: null };
}

/**
 * Formats a duration, such as "3 hours" or "2 days", in the largest unit of which there are at least two, rounded down.
 */
export function elapsedText(ms: number): string {
  const [size, one, many] =
    ms >= 2 * DAY_MS
      ? ([DAY_MS, "day", "days"] as const)
      : ms >= 2 * HOUR_MS
        ? ([HOUR_MS, "hour", "hours"] as const)
        : ([MINUTE_MS, "minute", "minutes"] as const);
  const n = Math.floor(ms / size);
  return `${n} ${n === 1 ? one : many}`;
}

/** "1.2 GB" */
function gigabytes(bytes: number): string {
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
