/** How the server does, for its owner. */
import { z } from "zod";
import { ProviderFacts } from "../dispatch/providers/provider-contract";
import { RetentionAnswer } from "../privacy/retention-contract";
import { alertKinds } from "./alert-contract";

const bytes = z.number().int().nonnegative();
const at = z.iso.datetime();

/** One thing that needs a person. */
const Alert = z.object({
  kind: z.enum(alertKinds),
  title: z.string(),
  detail: z.string(),
  remedy: z.string(),
  since: at,
  /** When the owners were last written to; null when not yet. */
  mailedAt: at.nullable(),
});

const BackupFile = z.object({ name: z.string(), at, bytes });

export const ServerStatus = z.object({
  version: z.string(),
  startedAt: at,
  now: at,
  alerts: z.object({
    holding: z.array(Alert),
    /** Where they go. */
    to: z.array(z.string()),
    /** Whether e-mail gets out: `off` without a provider, `stuck` when it is itself what is stuck. */
    mail: z.enum(["on", "off", "stuck"]),
  }),
  backups: z.object({
    last: BackupFile.nullable(),
    count: z.number().int(),
    /** When the next one is made by the clock; null where none is wanted. */
    nextAt: at.nullable(),
    /** One is being made. */
    underWay: z.boolean(),
    /** Of the last try, if no good one came after it. */
    failed: z.object({ at, reason: z.string() }).nullable(),
    /** The store elsewhere; null without one. */
    store: z
      .object({
        /** The last that was sent there and read back. */
        sent: BackupFile.nullable(),
        /** Why the last one is not there. */
        failed: z.object({ at, reason: z.string() }).nullable(),
      })
      .nullable(),
  }),
  /** The second place; null without one. */
  replica: z
    .object({
      /** Since when it lacks something; null where it has all. */
      behindSince: at.nullable(),
      /** What hinders it, as far as it is known. */
      failure: z.string().nullable(),
    })
    .nullable(),
  outbox: z.object({
    waiting: z.number().int(),
    /** Since when the oldest that is due has been due. */
    dueSince: at.nullable(),
    failed: z.number().int(),
  }),
  disk: z.object({
    /** Null where the system does not tell. */
    freeBytes: bytes.nullable(),
    totalBytes: bytes.nullable(),
    uploadsBytes: bytes,
    backupsBytes: bytes,
  }),
  database: z.object({
    bytes,
    walBytes: bytes,
    /** What the last daily check found; null before the first one. */
    check: z
      .object({ at, faults: z.array(z.object({ of: z.string(), text: z.string() })) })
      .nullable(),
  }),
  load: z.object({
    memoryBytes: bytes,
    streams: z.number().int(),
    /** Since the start. */
    requests: z.number().int(),
    /** Of these, those that failed by our fault. */
    failures: z.number().int(),
    writesWaiting: z.number().int(),
  }),
  /** Errors and warnings since the start, the newest first. */
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
    /** When it last ran to its end; null before. */
    ranAt: at.nullable(),
    removed: RetentionAnswer.shape.removed,
  }),
});
export type ServerStatus = z.infer<typeof ServerStatus>;
