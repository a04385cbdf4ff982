import { z } from "zod";
import { type AuditAction, auditActions, subjectKinds } from "../../audit/contract";
import { Day } from "../../reservations/contract";

const Action = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]);

const SubjectKind = z.enum(subjectKinds);

/** What of the audit log is asked for; `from` and `to` are days in the operator's zone, inclusive. */
export const AuditFilter = z.object({
  q: z.string().max(200).optional(),
  /** Who did it. */
  actor: z.string().max(64).optional(),
  action: Action.optional(),
  /** To what it was done: both or neither. */
  subjectKind: SubjectKind.optional(),
  subjectId: z.string().max(64).optional(),
  from: Day.optional(),
  to: Day.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const AuditQuery = AuditFilter.extend({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

export const AuditRow = z.object({
  number: z.number(),
  at: z.iso.datetime(),
  actor: z.object({
    kind: z.enum(["admin", "driver", "rider", "system"]),
    id: z.string().nullable(),
    name: z.string(),
  }),
  action: z.string(),
  subject: z.object({
    kind: SubjectKind,
    id: z.string().nullable(),
    /** A driver's or a colleague's name of today; null where the summary says it all. */
    name: z.string().nullable(),
  }),
  summary: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Where a sign-in came from, for 30 days. */
  address: z.string().nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** What walking the chain found, and when somebody last let it be walked. */
export const AuditVerification = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  intact: z.boolean(),
  upTo: z.number(),
  /** Of the last row that holds: to be noted elsewhere. */
  hash: z.string(),
  brokenAt: z.number().nullable(),
});
export type AuditVerification = z.infer<typeof AuditVerification>;

export const AuditPage = z.object({
  entries: z.array(AuditRow),
  nextCursor: z.string().nullable(),
});
export type AuditPage = z.infer<typeof AuditPage>;

/** What stands around the list. */
export const AuditState = z.object({
  /** Rows in the log. */
  count: z.number(),
  verified: AuditVerification.nullable(),
  /** Who can be asked for. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type AuditState = z.infer<typeof AuditState>;
