/** Searches messages, incidents, the register and invoices by number or by the beginnings of words. */
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import { searchTerms } from "../places/rules";
import type { SearchHit } from "./contract";

/** The kinds that this search covers. */
type RecordKind = Extract<
  SearchHit["kind"],
  "contact" | "incident" | "lost_report" | "found_item" | "invoice"
>;

/** The most results of each kind. */
const MAX_SUGGESTIONS = 8;
/** How many of the newest matches are considered, so that each kind gets a share. */
const MAX_NEWEST_MATCHES = 80;
const MAX_WORDS = 6;
const MAX_TITLE_LENGTH = 80;

type Row = {
  id: string;
  number: number;
  title: string;
  detail: string;
  at: number;
  state: string | null;
};

/** The columns that describe a row of each kind: number, title, person and time. */
const kinds: Record<RecordKind, { table: string; columns: string; prefix: string }> = {
  contact: {
    table: "contact_messages",
    columns: `name AS title, coalesce(email, phone, '') AS detail, created_at AS at, state`,
    prefix: "Message",
  },
  incident: {
    table: "incidents",
    columns: "what AS title, place AS detail, happened_at AS at, NULL AS state",
    prefix: "Incident",
  },
  lost_report: {
    table: "lost_reports",
    columns: "what AS title, reporter_name AS detail, created_at AS at, NULL AS state",
    prefix: "Report",
  },
  found_item: {
    table: "found_items",
    columns: "what AS title, storage AS detail, found_at AS at, NULL AS state",
    prefix: "Item",
  },
  invoice: {
    table: "invoices",
    columns: `json_extract(parties, '$.to.name') AS title, kind AS detail, issued_at AS at,
      NULL AS state`,
    prefix: "Invoice",
  },
};

/** Returns results of the requested kinds: exact numbers first, then the newest matches. */
export function recordHits(
  deps: Deps,
  typed: string,
  requestedKinds: readonly RecordKind[],
): SearchHit[] {
  const [, number] = /^#?(\d{1,9})$/.exec(typed) ?? [];
  const idsMatchingWords = idsByWords(deps, typed);
  const dayFormat = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeZone: readOperator(deps).timeZone,
  });
  return requestedKinds.flatMap((kind) => {
    const ids = [
      ...(number ? idsByNumber(deps, kind, Number(number)) : []),
      ...idsMatchingWords.filter((row) => row.kind === kind).map(({ ref }) => ref),
    ];
    return [...new Set(ids)]
      .slice(0, MAX_SUGGESTIONS)
      .flatMap((id) => readHit(deps, kind, id, dayFormat) ?? []);
  });
}

function idsByNumber({ db }: Deps, kind: RecordKind, number: number): string[] {
  // Credit notes have a number series of their own.
  const kindCondition = kind === "invoice" ? "kind IN ('invoice', 'credit_note') AND" : "";
  return db.$client
    .query<{ id: string }, [number]>(
      `SELECT id FROM ${kinds[kind].table} WHERE ${kindCondition} number = ?`,
    )
    .all(number)
    .map(({ id }) => id);
}

function idsByWords({ db }: Deps, typed: string): { ref: string; kind: RecordKind }[] {
  const words = searchTerms(typed)
    .filter((word) => word.length > 1)
    .slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const terms = words.map((word) => `"${word}"*`).join(" ");
  return db.$client
    .query<{ ref: string; kind: RecordKind }, [string, number]>(
      `SELECT ref, kind FROM desk_search WHERE desk_search MATCH ? ORDER BY rowid DESC LIMIT ?`,
    )
    .all(`texts : (${terms})`, MAX_NEWEST_MATCHES);
}

function readHit(
  deps: Deps,
  kind: RecordKind,
  id: string,
  dayFormat: Intl.DateTimeFormat,
): SearchHit | null {
  const { table, columns, prefix } = kinds[kind];
  const row = deps.db.$client
    .query<Row, [string]>(`SELECT id, number, ${columns} FROM ${table} WHERE id = ?`)
    .get(id);
  if (!row) return null;
  const isCreditNote = kind === "invoice" && row.detail === "credit_note";
  const detail = kind === "invoice" ? "" : row.detail;
  const [title = ""] = row.title.split("\n");
  return {
    kind,
    id,
    title: `${isCreditNote ? "Credit note" : prefix} ${row.number}: ${[...title].slice(0, MAX_TITLE_LENGTH).join("")}`,
    detail: [detail, dayFormat.format(row.at)].filter(Boolean).join(" · "),
    pickupAt: null,
    state: null,
    ...(kind === "contact" && { box: boxOf(row.state) }),
  };
}

function boxOf(state: string | null): "open" | "closed" | "spam" {
  return state === "closed" || state === "spam" ? state : "open";
}
