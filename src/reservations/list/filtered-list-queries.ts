/** Reads lists in the order of booking with the filters of reports, for which no index has this order. */
import type { Db } from "../../../db/open";
import {
  type ListScan,
  type BranchFilter,
  type ListPosition,
  scanRows,
  type Value,
} from "./list-scan";

/**
 * Up to this many reservations that match a report's filters are sorted by booking. If there are more, scanning the
 * list finds them soon enough.
 */
const MAX_SORTED_ROWS = 60_000;
/** The limit if the index has no time of booking, so that the rows themselves must be read. */
const MAX_SORTED_UNINDEXED_ROWS = 1_000;

/** A reservation and the time that gives its place in a list (ms UTC). */
type TripInList = { id: string; at: number };

/**
 * Returns the ids and times of at most `limit` reservations of a list, ordered by booking. No index finds services or
 * the filters of reports in this order. `pickupScan`, the same list ordered by pickup, has such indexes. So up to a
 * certain number, all its reservations are read and sorted. The indexes of reports also contain the time of booking.
 */
export function findFilteredTrips(
  db: Db,
  scan: ListScan,
  pickupScan: ListScan,
  requested: { after: ListPosition | null; limit: number },
): TripInList[] {
  let count = 0;
  const { filter } = pickupScan;
  const branches = companyBranches(pickupScan);
  const maxSortedRows = branches.some(({ index }) => index?.startsWith("reservations_over"))
    ? MAX_SORTED_ROWS
    : MAX_SORTED_UNINDEXED_ROWS;
  for (const { conditions, values, index } of branches) {
    const [countedRow] = db.$client
      .query<{ n: number }, Value[]>(
        `SELECT count(*) AS n FROM (SELECT 1 FROM reservations r ${index ? `INDEXED BY ${index}` : ""}
         WHERE ${[...conditions, ...filter.conditions].join(" AND ")} LIMIT ?)`,
      )
      .all(...values, ...filter.values, maxSortedRows + 1 - count);
    count += countedRow?.n ?? 0;
    if (count > maxSortedRows) break;
  }
  const narrowedScan = count > maxSortedRows ? scan : { ...scan, branches };
  return scanRows(db, narrowedScan, { columns: `r.id, r.${scan.by} AS at`, ...requested });
}

/**
 * Returns the branches of a list. For one company, its own index finds the trips that are not over. They are few,
 * compared with those of all customers.
 */
function companyBranches({ branches, filter }: ListScan): BranchFilter[] {
  const [openBranches, otherBranches] = [
    branches.filter(({ index }) => index === "reservations_state"),
    branches.filter(({ index }) => index !== "reservations_state"),
  ];
  if (openBranches.length < 2 || !filter.conditions.includes("r.company_id = ?")) return branches;
  const states = JSON.stringify(openBranches.flatMap(({ values }) => values));
  return [
    ...otherBranches,
    {
      conditions: ["r.state IN (SELECT value FROM json_each(?))"],
      values: [states],
      index: "reservations_company",
    },
  ];
}
