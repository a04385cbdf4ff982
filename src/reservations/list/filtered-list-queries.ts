/** Lists by the time of booking of what a report narrows by, for which no index has that order. */
import type { Db } from "../../../db/open";
import { type ListScan, type BranchFilter, type Place, scanRows, type Value } from "./list-scan";

/** What a report narrows by: so many are put into the order of booking. More turn up soon along the list. */
const MAX_SORTED_ROWS = 60_000;
/** The same where their rows have to be read for it. */
const MAX_UNSORTED_ROWS = 1_000;

/** A reservation and its place in a list: the time that orders it, ms UTC. */
type FoundTrip = { id: string; at: number };

/**
 * The ids and times of at most `limit` reservations of a list by the time of booking. To kinds of service and
 * to what a report narrows by no index leads in that order, but in the order of `pickupScan`, the same list by
 * the pickup: up to some count they are read whole. A report's have the time of booking too.
 */
export function findFilteredTrips(
  db: Db,
  scan: ListScan,
  pickupScan: ListScan,
  requested: { after: Place | null; limit: number },
): FoundTrip[] {
  let count = 0;
  const { filter } = pickupScan;
  const branches = companyBranches(pickupScan);
  const maxSortedRows = branches.some(({ index }) => index?.startsWith("reservations_over"))
    ? MAX_SORTED_ROWS
    : MAX_UNSORTED_ROWS;
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
 * The heads of a list. Of one company its own index tells which trips are not over: a few, beside those of
 * the whole house.
 */
function companyBranches({ branches, filter }: ListScan): BranchFilter[] {
  const [open, over] = [
    branches.filter(({ index }) => index === "reservations_state"),
    branches.filter(({ index }) => index !== "reservations_state"),
  ];
  if (open.length < 2 || !filter.conditions.includes("r.company_id = ?")) return branches;
  const states = JSON.stringify(open.flatMap(({ values }) => values));
  return [
    ...over,
    {
      conditions: ["r.state IN (SELECT value FROM json_each(?))"],
      values: [states],
      index: "reservations_company",
    },
  ];
}
