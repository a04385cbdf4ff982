/**
 * Reservations by words. The full-text index finds in the order of pickups (`db/search-key.ts`), as far as a
 * page goes; what has hardly any of a list's rows in it, and what is listed by the time of booking, is looked
 * for in the rows themselves. Both go on at once until one of them has the page.
 */
import type { Db } from "../../../db/open";
import {
  firstKeyAt,
  lastKeyAt,
  minuteAt,
  minuteOfKey,
  numberFromKey,
  numberOfKeySql,
} from "../../../db/search-key";
import type { Deps } from "../../deps";
import { normalizeText } from "../../places/rules";
import {
  withTripNumbersFromSql,
  withTripNumbers,
  type ListScan,
  type Place,
  scanRows,
} from "./list-scan";
import { namesOf } from "./row-queries";
import { hasWords, INDEXED_TEXT_SQL, type SearchTerms, searchWordsOf } from "./search-term-queries";

/** As many numbers as these are put into the order of booking; more are looked for along the list. */
const MAX_ORDERED_MATCHES = 4_000;
/** The same of those that need no look, for the index tells all of them. */
const MAX_SORTED_MATCHES = 8_000;
/** Rows are read a few at first, then twice as many each time. After the last the reader had better ask otherwise. */
const SLICE_SIZES = [150, 300, 600, 1_200, 2_400];
/** Before the first of them, of what costs little to ask for again: most pages are no longer. */
const FIRST_SLICE_SIZE = 40;
/** The same where what would follow costs more. */
const LONG_SLICE_SIZES = [...SLICE_SIZES, 2_400, 2_400];
/** For one rider's trips, 2,000 in all: the next page searches the next 2,000. */
const RIDER_SLICE_SIZES = [50, 150, 300, 600, 900];

type FoundTrip = { id: string; at: number };

/** What of a row the words are looked for in. */
export type Texts = { texts: string; driver_id: string | null; vehicle_id: string | null };
type SearchedRow = FoundTrip & Texts;

/** The columns of `Texts`, of `reservations r`. */
export const TEXT_COLUMNS_SQL = `r.number || ' ' || r.passenger_name || ' ' || coalesce(r.passenger_phone, '') || ' '
  || r.pickup_name || ' ' || r.dropoff_name AS texts, r.driver_id, r.vehicle_id`;

/**
 * The ids and times of at most `limit` reservations with the words, in the order of the scan and after a
 * place of it.
 */
export function findTripsInList(
  db: Db,
  scan: ListScan,
  searchTerms: SearchTerms,
  pageRequest: PageRequest,
): FoundTrip[] {
  if (scan.by === "created_at") return findByBookingTime(db, scan, searchTerms, pageRequest);
  const { after, limit } = pageRequest;
  return (
    firstMatches(
      [searchIndex(db, scan, searchTerms, after), searchList(db, scan, searchTerms, after)],
      limit,
    ) ??
    // What is neither rare nor turns up soon: the index gathers all that have the words.
    firstMatches(
      [
        searchIndex(
          db,
          scan,
          {
            ...searchTerms,
            quickMatch: searchTerms.match,
            needsRowCheck: false,
            isSlowToGather: true,
          },
          after,
        ),
      ],
      limit,
    ) ??
    []
  );
}

type PageRequest = { after: Place | null; limit: number };

/** Yields its results in slices, in order. At the end it returns whether that was all. */
type TripSearch = Generator<FoundTrip[], boolean>;

/** The result of the first search that finds enough or finishes; null if none does. */
function firstMatches(searches: readonly TripSearch[], limit: number): FoundTrip[] | null {
  let openSearches = searches.map((search) => ({ search, found: [] as FoundTrip[] }));
  while (openSearches.length > 0) {
    const next: typeof openSearches = [];
    for (const each of openSearches) {
      const { done, value } = each.search.next();
      if (done && value) return each.found;
      if (done) continue;
      each.found.push(...value);
      if (each.found.length >= limit) return each.found.slice(0, limit);
      next.push(each);
    }
    openSearches = next;
  }
  return null;
}

/**
 * As `findTripsInList` among the trips of one rider, who sees of a driver the first name. `words` are those of
 * `searchWords`; without any nothing is found. The rows are read, never the index: a few letters are in
 * everybody's trips, and each of the rider's would be looked for among all of those.
 */
export function findTripsOfRider(
  db: Db,
  scan: ListScan,
  words: readonly string[],
  { after, limit }: PageRequest,
): FoundTrip[] {
  if (words.length === 0) return [];
  const foundTrips: FoundTrip[] = [];
  for (const slice of searchList(
    db,
    scan,
    { words, shownDriverName: "first name" },
    after,
    RIDER_SLICE_SIZES,
  )) {
    foundTrips.push(...slice);
    if (foundTrips.length >= limit) break;
  }
  return foundTrips.slice(0, limit);
}

/** Finds the rows with the typed words in a short list, such as a day's, whose rows are read anyway. */
export function createMatcher(deps: Deps, typed: string): (row: Texts) => boolean {
  const words = searchWordsOf(deps, typed).map(normalizeText);
  return words.length === 0 ? () => false : rowMatcher(deps.db, { words });
}

/** Words to look for in the rows themselves, and what those who look see of a driver's name. */
type RowSearch = { words: readonly string[]; shownDriverName?: "first name" };

/** Whether a row has the words. */
function rowMatcher(db: Db, { words, shownDriverName }: RowSearch): (row: Texts) => boolean {
  const names = namesOf(db);
  return ({ texts, driver_id, vehicle_id }) => {
    const driver = driver_id === null ? null : names.driver(driver_id);
    const plate = vehicle_id === null ? "" : names.vehicle(vehicle_id).plate;
    const lastName = shownDriverName === "first name" ? "" : driver?.lastName;
    return hasWords(
      words,
      driver ? `${texts} ${driver.firstName} ${lastName} ${plate}` : `${texts} ${plate}`,
    );
  };
}

/** The rows of a scan that have the words, in its order. */
function* searchList(
  db: Db,
  scan: ListScan,
  searchTerms: RowSearch,
  after: Place | null,
  slices: Iterable<number> = SLICE_SIZES,
): TripSearch {
  const has = rowMatcher(db, searchTerms);
  const columns = `r.id, r.${scan.by} AS at, ${TEXT_COLUMNS_SQL}`;
  let place = after;
  for (const limit of slices) {
    const rows = scanRows<SearchedRow>(db, scan, { columns, after: place, limit });
    yield rows.filter(has);
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < limit) return true;
    place = [lastRow.at, lastRow.id];
  }
  return false;
}

/**
 * What the index finds of a scan by pickups, in its order. Words of which it was asked for the beginnings
 * alone are looked at; unless there are such it goes on to the end.
 */
function* searchIndex(
  db: Db,
  scan: ListScan,
  searchTerms: SearchTerms,
  after: Place | null,
): TripSearch {
  const { quickMatch, needsRowCheck, words } = searchTerms;
  const { isDescending } = scan;
  const columns = `r.id, r.${scan.by} AS at`;
  const { from = 0, until = Number.MAX_SAFE_INTEGER } = scan.pickups ?? {};
  let low = firstKeyAt(isDescending ? from : Math.max(from, after?.[0] ?? 0));
  let high = isDescending && after ? Math.min(after[0], until) : until;
  high = high === Number.MAX_SAFE_INTEGER ? high : lastKeyAt(high);
  const read = db.$client.query<{ key: number; texts: string }, [string, number, number, number]>(
    `SELECT rowid AS key, ${needsRowCheck ? INDEXED_TEXT_SQL : "'' AS texts"} FROM reservation_search
     WHERE reservation_search MATCH ? AND rowid BETWEEN ? AND ?
     ORDER BY rowid ${isDescending ? "DESC" : "ASC"} LIMIT ?`,
  );
  // Of those in one minute their ids tell the order: they wait until all of them are there.
  let held: FoundTrip[] = [];
  for (const slice of slicesOf(searchTerms)) {
    const rows = read.all(quickMatch, low, high, slice);
    const numbers = rows
      .filter(({ texts }) => !needsRowCheck || hasWords(words, texts))
      .map(({ key }) => numberFromKey(key));
    if (numbers.length > 0) {
      const numberedScan = withTripNumbers(scan, numbers);
      held.push(
        ...scanRows<FoundTrip>(db, numberedScan, { columns, after, limit: numbers.length }),
      );
      held.sort(isDescending ? (a, b) => compareByListOrder(b, a) : compareByListOrder);
    }
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < slice) {
      yield held;
      return true;
    }
    const minute = minuteOfKey(lastRow.key);
    const open = held.findIndex(({ at }) => minuteAt(at) === minute);
    yield open === -1 ? held : held.slice(0, open);
    held = open === -1 ? [] : held.slice(open);
    if (isDescending) high = lastRow.key - 1;
    else low = lastRow.key + 1;
  }
  return false;
}

function* slicesOf({ isSlowToGather, needsRowCheck }: SearchTerms): Generator<number> {
  if (!isSlowToGather) yield FIRST_SLICE_SIZE;
  yield* needsRowCheck ? SLICE_SIZES : growingSliceSizes();
}

/** Ever larger slices: each queries the index again, which may gather. */
function* growingSliceSizes(): Generator<number> {
  for (let slice = 150; ; slice *= 8) yield slice;
}

function compareByListOrder(a: FoundTrip, b: FoundTrip): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

/** Of a list by the time of booking, in whose order the index finds nothing. */
function findByBookingTime(
  db: Db,
  scan: ListScan,
  searchTerms: SearchTerms,
  pageRequest: PageRequest,
): FoundTrip[] {
  const columns = `r.id, r.${scan.by} AS at`;
  const numbers = numbersOf(db, searchTerms);
  if (numbers && !searchTerms.needsRowCheckUnordered)
    return scanRows(db, withTripNumbers(scan, numbers), { columns, ...pageRequest });
  const rows = numbers ? withTripNumbers(scan, numbers) : scan;
  return (
    firstMatches(
      [searchList(db, rows, searchTerms, pageRequest.after, LONG_SLICE_SIZES)],
      pageRequest.limit,
    ) ?? findByIndex(db, scan, searchTerms.match, pageRequest)
  );
}

/** The numbers of what may have the words, and has them unless `needsRowCheckUnordered`; null where they are many. */
function numbersOf(
  db: Db,
  { unorderedQuery, needsRowCheckUnordered }: SearchTerms,
): number[] | null {
  const maxMatches = needsRowCheckUnordered ? MAX_ORDERED_MATCHES : MAX_SORTED_MATCHES;
  const foundRowIds = db.$client
    .query<{ rowid: number }, [string, number]>(
      `SELECT rowid FROM reservation_search WHERE reservation_search MATCH ? LIMIT ?`,
    )
    .all(unorderedQuery, maxMatches + 1);
  return foundRowIds.length > maxMatches
    ? null
    : foundRowIds.map(({ rowid }) => numberFromKey(rowid));
}

/** What is neither rare nor turns up along the list: the index gathers all that have the words. */
function findByIndex(db: Db, scan: ListScan, match: string, pageRequest: PageRequest): FoundTrip[] {
  const foundNumbersSql = `SELECT ${numberOfKeySql("rowid")} FROM reservation_search WHERE reservation_search MATCH ?`;
  return scanRows(db, withTripNumbersFromSql(scan, foundNumbersSql, match), {
    columns: `r.id, r.${scan.by} AS at`,
    ...pageRequest,
  });
}
