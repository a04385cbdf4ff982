/** A register address as the query of its call. */
import type { ItemState, ReportState } from "../../src/property/contract";
import type { RegisterSearch } from "./register-search";

function queryOf({ q, category }: RegisterSearch, cursor: string | undefined) {
  return { ...(q && { q }), ...(category && { category }), ...(cursor && { cursor }) };
}

/** Lost reports: `unsearched` is a filter of its own. */
export function reportsQuery(search: RegisterSearch, cursor?: string) {
  const { state } = search;
  return {
    ...queryOf(search, cursor),
    ...(state === "unsearched"
      ? { unsearched: "true" as const }
      : state && { state: state as ReportState }),
  };
}

/** Found items: `due` is a filter of its own. */
export function itemsQuery(search: RegisterSearch, cursor?: string) {
  const { state } = search;
  return {
    ...queryOf(search, cursor),
    ...(state === "due" ? { due: "true" as const } : state && { state: state as ItemState }),
  };
}
