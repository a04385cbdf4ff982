/**
 * What needs a person, and when somebody is told of it.
 *
 * It is looked every minute. When something begins to hold, the owners get a message; while it lasts
 * another one a day, and one more when it is over. Of what comes and goes they hear once a day at most: it
 * is told again no sooner than a day after the last time. Something is over only where it is known to
 * be: what cannot be told just after a restart still holds.
 */

import type { AlertKind } from "./alert-contract";

/** What each is called, and what to do about it. */
export const alertWords: Record<AlertKind, { title: string; remedy: string }> = {
  backup: {
    title: "There is no fresh backup",
    remedy: "“Back up now” on the status page makes one at once, or says what hinders it.",
  },
  replica: {
    title: "The second place has fallen behind",
    remedy:
      "Until it follows again, what was booked since is on this server alone. The status page says what hinders it.",
  },
  disk: {
    title: "The disk is nearly full",
    remedy:
      "Make room or take a larger disk: bookings are refused once it is full. Old backups in the data folder can be moved elsewhere.",
  },
  outbox: {
    title: "Messages do not get through",
    remedy:
      "See the reasons in the outbox, and try the provider out under Settings, Providers. Codes and confirmations wait meanwhile.",
  },
  errors: {
    title: "The server meets many errors",
    remedy: "The status page lists the last ones; the whole lines stand in the server’s log.",
  },
  database: {
    title: "The database is not sound",
    remedy:
      "Run “livery check” on the server. Keep the last backups from being removed before you have restored one of them.",
  },
  audit: {
    title: "The audit log was altered",
    remedy: "Verify it on its own page and compare it with a backup of before.",
  },
  check: {
    title: "The daily check found something wrong",
    remedy: "Once it is mended run “livery check” on the server, or wait for the next daily one.",
  },
};

/** What is known of the server at a moment. Times in ms, sizes in bytes. */
export type Facts = {
  backup: {
    /** False where the operator wants none to be made. */
    wanted: boolean;
    lastAt: number | null;
    failed: { at: number; reason: string } | null;
    /** Why the last one is not in the store elsewhere; null where it is, or none is configured. */
    unsent: string | null;
    /** Since when the server looks after it: an empty folder has no backup yet. */
    watchedSince: number;
  };
  /** Since when the second place lacks something, and why if that is known; null without one or where it has all. */
  replica: { behindSince: number; failure: string | null } | null;
  /** NaN where the system does not tell. */
  disk: { free: number; total: number };
  outbox: readonly {
    channel: "email" | "sms" | "push";
    /** Since when the oldest of those that are due has been due. */
    dueSince: number | null;
    sentLately: number;
    failedLately: number;
  }[];
  /** Within the last hour, and for how long the server has been up to see them. */
  errors: { lately: number; upMs: number };
  /** What the last daily check found; null before the first one. */
  check: { faults: readonly { of: string; text: string }[] } | null;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** No backup for so long. */
const BACKUP_AGE_MS = 2 * DAY_MS;
/** A second place that starts anew has its first copy by then, and a slow line is given some rounds. */
const REPLICA_BEHIND_MS = 5 * MINUTE_MS;
/** Free: less than a tenth, or less than a gigabyte; over once it is a fifth more than that. */
const DISK_SHARE = 0.1;
const DISK_BYTES = 1_000_000_000;
const DISK_OVER = 1.2;
/** A message is due and does not leave. */
const OUTBOX_AGE_MS = HOUR_MS;
/** So many were refused, or tried until they were of no use, within the hour, and none got through. */
const OUTBOX_REFUSED = 3;
/** Errors within an hour; over when there are fewer than a quarter of them. */
const ERRORS_AN_HOUR = 20;

const channels = { email: "E-mail", sms: "Text messages", push: "Notifications" };

/** What holds now, each with what is wrong in a sentence. `held` are those that held until now. */
export function holding(
  facts: Facts,
  held: ReadonlySet<AlertKind>,
  now: number,
): Map<AlertKind, string> {
  const found = new Map<AlertKind, string>();
  const add = (kind: AlertKind, texts: readonly string[]) => {
    if (texts.length > 0) found.set(kind, texts.join(" "));
  };
  add("backup", backupFaults(facts.backup, now));
  const { replica } = facts;
  if (replica && now - replica.behindSince > REPLICA_BEHIND_MS)
    add("replica", [
      `It has not had everything for ${duration(now - replica.behindSince)}.`,
      ...(replica.failure ? [replica.failure] : []),
    ]);
  add("disk", diskFaults(facts.disk, held.has("disk")));
  add(
    "outbox",
    facts.outbox.flatMap((one) => {
      const { channel, dueSince, failedLately } = one;
      if (dueSince !== null && hasWaited(one, now))
        return [`${channels[channel]}: the oldest has waited for ${duration(now - dueSince)}.`];
      return isRefused(one)
        ? [`${channels[channel]}: ${failedLately} were lost within the hour, and none was sent.`]
        : [];
    }),
  );
  const { lately, upMs } = facts.errors;
  const bound = held.has("errors") ? ERRORS_AN_HOUR / 4 : ERRORS_AN_HOUR;
  // Before it has been up for an hour it knows of no hour.
  if (lately >= bound || (held.has("errors") && upMs < HOUR_MS))
    add("errors", [`${lately} within the last hour.`]);
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
    faults.filter(({ of }) => !hasOwnAlert.includes(of)).map(({ of, text }) => `${of}: ${text}`),
  );
  return found;
}

type Outbox = Facts["outbox"][number];

const hasWaited = ({ dueSince }: Outbox, now: number) =>
  dueSince !== null && now - dueSince > OUTBOX_AGE_MS;
/** A phone that is gone refuses notifications, which is nobody's fault. */
const isRefused = ({ channel, sentLately, failedLately }: Outbox) =>
  channel !== "push" && failedLately >= OUTBOX_REFUSED && sentLately === 0;

/** Whether mail does not leave the server: word of an alert would not arrive. */
export function isMailStuck({ outbox }: Pick<Facts, "outbox">, now: number): boolean {
  return outbox.some((one) => one.channel === "email" && (hasWaited(one, now) || isRefused(one)));
}

/** Parts of the daily check that are watched by the minute, or have an alert of their own. */
const hasOwnAlert = ["Database", "Audit log", "Disk", "Backups", "Second place"];

function backupFaults(backup: Facts["backup"], now: number) {
  const { wanted, lastAt, failed, unsent, watchedSince } = backup;
  const texts: string[] = [];
  if (failed && failed.at > (lastAt ?? 0)) texts.push(`The last one failed: ${failed.reason}`);
  if (unsent !== null) texts.push(`The last one is only on this server: ${unsent}`);
  const age = now - Math.max(lastAt ?? 0, lastAt === null ? watchedSince : 0);
  if (wanted && age > BACKUP_AGE_MS)
    texts.push(
      lastAt === null
        ? `None was made within ${duration(age)}.`
        : `The last good one is ${duration(age)} old.`,
    );
  return texts;
}

function diskFaults({ free, total }: Facts["disk"], held: boolean): string[] {
  const bound = Math.max(DISK_BYTES, total * DISK_SHARE) * (held ? DISK_OVER : 1);
  return free < bound ? [`${gigabytes(free)} of ${gigabytes(total)} are free.`] : [];
}

/** What is remembered of an alert. */
export type Known = {
  since: number;
  endedAt: number | null;
  mailedAt: number | null;
  told: boolean;
  detail: string;
};

/** Which message goes out, if any. */
export type Telling = "begun" | "lasting" | "over" | null;

/**
 * What is remembered from now on of an alert that holds with `detail`, or does not (null), and what is
 * told. `next` is `known` itself where nothing changes.
 */
export function step(
  known: Known | null,
  detail: string | null,
  now: number,
): { next: Known | null; telling: Telling } {
  const holds = known !== null && known.endedAt === null;
  if (detail === null) {
    if (!holds) return { next: known, telling: null };
    return { next: { ...known, endedAt: now, told: false }, telling: known.told ? "over" : null };
  }
  const mailedAt = known?.mailedAt ?? null;
  // A clock that was set back must not silence it.
  const isTime = mailedAt === null || now - mailedAt >= DAY_MS || mailedAt > now;
  const told = holds && known.told;
  if (isTime) {
    const since = holds ? known.since : now;
    return {
      next: { since, endedAt: null, mailedAt: now, told: true, detail },
      telling: told ? "lasting" : "begun",
    };
  }
  if (holds) return { next: known, telling: null };
  return { next: { since: now, endedAt: null, mailedAt, told, detail }, telling: null };
}

/** "3 hours", "2 days": the largest unit of which there is more than one, cut off. */
export function duration(ms: number): string {
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
