import {
  auditActions,
  type AuditAction,
  type SubjectKind,
  subjectKinds,
} from "../../src/audit/contract";

/** What the address of the audit log asks for. */
export interface AuditSearch {
  q?: string | undefined;
  actor?: string | undefined;
  action?: AuditAction | undefined;
  subjectKind?: SubjectKind | undefined;
  subjectId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const text = (value: unknown, longest: number) =>
  (typeof value === "string" || typeof value === "number") && value !== ""
    ? String(value).slice(0, longest)
    : undefined;

const day = (value: unknown) =>
  typeof value === "string" && /^2[01]\d\d-\d\d-\d\d$/.test(value) ? value : undefined;

/** Reads it; what makes no sense is left out. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const action = Object.keys(auditActions).find((each) => each === raw.action);
  const subjectKind = subjectKinds.find((each) => each === raw.subjectKind);
  const subjectId = text(raw.subjectId, 64);
  return {
    q: text(raw.q, 200),
    actor: text(raw.actor, 64),
    action: action as AuditAction | undefined,
    ...(subjectKind && subjectId && { subjectKind, subjectId }),
    from: day(raw.from),
    to: day(raw.to),
  };
}

/** The same as the API asks for it: without what is not there. */
export function asQuery(search: AuditSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter((each): each is [string, string] => each[1] !== undefined),
  );
}
