/** What the address of the audit log asks for. */
export interface AuditSearch {
  q?: string | undefined;
  actor?: string | undefined;
  /** A code of what was done, by its shape: which there are, only the log itself needs to load. */
  action?: string | undefined;
  subjectKind?: string | undefined;
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

const code = (value: unknown) =>
  typeof value === "string" && /^[a-z_.]{1,64}$/.test(value) ? value : undefined;

/** Reads it; what makes no sense is left out. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const subjectKind = code(raw.subjectKind);
  const subjectId = text(raw.subjectId, 64);
  return {
    q: text(raw.q, 200),
    actor: text(raw.actor, 64),
    action: code(raw.action),
    subjectKind: subjectId && subjectKind,
    subjectId: subjectKind && subjectId,
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
