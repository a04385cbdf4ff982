/** The query of a list's call, from the list's address. */
import type { ItemState, ReportState } from "../../src/property/contract";
import type { RegisterSearch } from "./register-search";

function queryOf({ q, category }: RegisterSearch, cursor: string | undefined) {
  return { ...(q && { q }), ...(category && { category }), ...(cursor && { cursor }) };
}

/** Returns the query for lost reports. `unsearched` is its own filter, not a state. */
export function reportsQuery(search: RegisterSearch, cursor?: string) {
  const { state } = search;
  return {
    ...queryOf(search, cursor),
    ...(state === "unsearched"
      ? { unsearched: "true" as const }
      : state && { state: state as ReportState }),
  };
}

/** Returns the query for found items. `due` is its own filter, not a state. */
export function itemsQuery(search: RegisterSearch, cursor?: string) {
  const { state } = search;
  return {
    ...queryOf(search, cursor),
    ...(state === "due" ? { due: "true" as const } : state && { state: state as ItemState }),
  };
}
