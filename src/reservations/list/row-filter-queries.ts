/** Reads some reservations by their ids, and whether a list contains them. A live board uses it after a change. */
import type { Deps } from "../../deps";
import type { ReservationRow } from "../contract";
import { withTripNumbers, scanRows } from "./list-scan";
import { scanOf, type ListQuery } from "./list-queries";
import { JOINS_SQL, type JoinedTripRow, namesOf, ROW_COLUMNS_SQL, toRow } from "./row-queries";
import { findTripsInList } from "./search-queries";
import { searchTermsFor } from "./search-term-queries";

/**
 * Returns the reservations with these ids, and which of them the list of `query` contains on any page. Calls `timeZone`
 * only if the query has a day.
 */
export function readRowsAndListed(
  deps: Deps,
  timeZone: () => string,
  ids: readonly string[],
  query: Omit<ListQuery, "cursor" | "limit" | "sort">,
): { reservations: ReservationRow[]; listed: string[] } {
  const { db } = deps;
  const rows = db.$client
    .query<JoinedTripRow, [string]>(
      `SELECT ${ROW_COLUMNS_SQL} FROM reservations r ${JOINS_SQL}
       WHERE r.id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(ids));
  const names = namesOf(db);
  const scan = withTripNumbers(
    scanOf(deps, timeZone, { ...query, sort: "pickupAt" }),
    rows.map(({ number }) => number),
  );
  const requestedPage = { after: null, limit: ids.length };
  const searchTerms = query.q ? searchTermsFor(deps, query.q) : null;
  const listedTrips = searchTerms
    ? findTripsInList(db, scan, searchTerms, requestedPage)
    : query.q
      ? []
      : scanRows<{ id: string }>(db, scan, { columns: "r.id", ...requestedPage });
  return {
    reservations: rows.map((row) => toRow(row, names)),
    listed: listedTrips.map(({ id }) => id),
  };
}
