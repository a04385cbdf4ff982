/** The server's status, for its owner. */
import { z } from "zod";
import { ProviderFacts } from "../dispatch/providers/provider-contract";
import { RetentionAnswer } from "../privacy/retention-contract";
import { alertKinds } from "./alert-contract";

const bytes = z.number().int().nonnegative();
const at = z.iso.datetime();

/** An active alert. */
const Alert = z.object({
  kind: z.enum(alertKinds),
  title: z.string(),
  detail: z.string(),
  remedy: z.string(),
  since: at,
  /** When the owners last got an e-mail; null if not yet. */
  mailedAt: at.nullable(),
});

const BackupFile = z.object({ name: z.string(), at, bytes });

export const ServerStatus = z.object({
  version: z.string(),
  startedAt: at,
  now: at,
  alerts: z.object({
    activeAlerts: z.array(Alert),
    /** The addresses that get the e-mails. */
    to: z.array(z.string()),
    /** Whether e-mail works: `off` without a provider, `stuck` while messages are not sent. */
    mail: z.enum(["on", "off", "stuck"]),
  }),
  backups: z.object({
    last: BackupFile.nullable(),
    count: z.number().int(),
    /** When the next automatic backup is due; null if they are off. */
    nextAt: at.nullable(),
    /** Whether a backup is running. */
    isUnderWay: z.boolean(),
    /** The last failure, if no backup has succeeded since. */
    failed: z.object({ at, reason: z.string() }).nullable(),
    /** The backup store; null without one. */
    store: z
      .object({
        /** The last backup that was uploaded and verified. */
        sent: BackupFile.nullable(),
        /** Why the last backup is not in the store. */
        failed: z.object({ at, reason: z.string() }).nullable(),
      })
      .nullable(),
  }),
  /** The replica; null without one. */
  replica: z
    .object({
      /** Since when it has been behind; null if it is up to date. */
      behindSince: at.nullable(),
      /** The reason, if known. */
      failure: z.string().nullable(),
    })
    .nullable(),
  outbox: z.object({
    waiting: z.number().int(),
    /** Since when the oldest due message has been due. */
    dueSince: at.nullable(),
    failed: z.number().int(),
  }),
  disk: z.object({
    /** Null if the system gives no figure. */
    freeBytes: bytes.nullable(),
    totalBytes: bytes.nullable(),
    uploadsBytes: bytes,
    backupsBytes: bytes,
  }),
  database: z.object({
    bytes,
    walBytes: bytes,
    /** The result of the last daily check; null before the first one. */
    check: z
      .object({ at, faults: z.array(z.object({ of: z.string(), text: z.string() })) })
      .nullable(),
  }),
  load: z.object({
    memoryBytes: bytes,
    streams: z.number().int(),
    /** How many requests the server has answered since it started. */
    requests: z.number().int(),
    /** How many of them failed with a server error. */
    failures: z.number().int(),
    writesWaiting: z.number().int(),
  }),
  /** Errors and warnings since the start, newest first. */
  lines: z.array(
    z.object({
      at,
      level: z.enum(["error", "warning"]),
      text: z.string(),
      requestId: z.string().nullable(),
    }),
  ),
  providers: z.array(ProviderFacts),
  retention: z.object({
    /** When it last finished; null before the first run. */
    ranAt: at.nullable(),
    removed: RetentionAnswer.shape.removed,
  }),
});
export type ServerStatus = z.infer<typeof ServerStatus>;
