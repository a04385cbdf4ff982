/** Search parameters of the audit log. */
import { searchText } from "../ui/search-text";

export interface AuditSearch {
  q?: string | undefined;
  actor?: string | undefined;
  /** An action code, checked by shape only: the list of codes is loaded with the log. */
  action?: string | undefined;
  subjectKind?: string | undefined;
  subjectId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const readDay = (value: unknown) =>
  typeof value === "string" && /^2[01]\d\d-\d\d-\d\d$/.test(value) ? value : undefined;

const readCode = (value: unknown) =>
  typeof value === "string" && /^[a-z_.]{1,64}$/.test(value) ? value : undefined;

/** Reads the search parameters and ignores invalid values. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const subjectKind = readCode(raw.subjectKind);
  const subjectId = searchText(raw.subjectId, 64);
  return {
    q: searchText(raw.q),
    actor: searchText(raw.actor, 64),
    action: readCode(raw.action),
    subjectKind: subjectId && subjectKind,
    subjectId: subjectKind && subjectId,
    from: readDay(raw.from),
    to: readDay(raw.to),
  };
}

/** Returns the API's query, without absent values. */
export function toQuery(search: AuditSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter((each): each is [string, string] => each[1] !== undefined),
  );
}
