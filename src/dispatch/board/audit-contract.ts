import { z } from "zod";
import { type AuditAction, auditActions, subjectKinds } from "../../audit/contract";
import { Day } from "../../reservations/contract";

const Action = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]);

const SubjectKind = z.enum(subjectKinds);

/** Filters of the audit log. `from` and `to` are days in the operator's time zone, inclusive. */
export const AuditFilter = z.object({
  q: z.string().max(200).optional(),
  /** Who did it. */
  actor: z.string().max(64).optional(),
  action: Action.optional(),
  /** The subject of the action. Set both fields or neither. */
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
    /** The current name of a driver or colleague, or null if the summary is enough. */
    name: z.string().nullable(),
  }),
  summary: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The IP address of a sign-in, kept for 30 days. */
  address: z.string().nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** The result of the last verification of the chain. */
export const AuditVerification = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  intact: z.boolean(),
  upTo: z.number(),
  /** The hash of the last valid row, which the operator can note down elsewhere. */
  hash: z.string(),
  brokenAt: z.number().nullable(),
});
export type AuditVerification = z.infer<typeof AuditVerification>;

export const AuditPage = z.object({
  entries: z.array(AuditRow),
  nextCursor: z.string().nullable(),
});
export type AuditPage = z.infer<typeof AuditPage>;

/** What the list needs besides its rows. */
export const AuditState = z.object({
  /** The number of rows in the log. */
  count: z.number(),
  verified: AuditVerification.nullable(),
  /** The people in the filter. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type AuditState = z.infer<typeof AuditState>;
