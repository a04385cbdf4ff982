/**
 * Searches reservations by words. The full-text index (`db/search-key.ts`) finds reservations in the order of pickups,
 * until the page is full. It is slow for lists that contain few of its matches, and it has no order of booking. So the
 * rows of the list are searched too, in turn with the index, until one of the two has the page.
 */
import type { Db } from "../../../db/open";
import {
  firstKeyAt,
  lastKeyAt,
  minuteAt,
  minuteOfKey,
  numberOfKey,
  numberOfKeySql,
} from "../../../db/search-key";
import type { Deps } from "../../deps";
import { normalizeText } from "../../places/rules";
import {
  withTripNumbersFromSql,
  withTripNumbers,
  type ListScan,
  type ListPosition,
  scanRows,
} from "./list-scan";
import { namesOf } from "./row-queries";
import { hasWords, INDEXED_TEXT_SQL, type SearchTerms, searchWordsOf } from "./search-term-queries";

/** Up to this many matches are sorted by booking. If there are more, the list is searched row by row. */
const MAX_CHECKED_MATCHES = 4_000;
/** The same limit for matches that need no row check, because the index is sure of them. */
const MAX_UNCHECKED_MATCHES = 8_000;
/** Rows are read in slices: a few first, then twice as many each time. The search ends after the last slice. */
const SLICE_SIZES = [150, 300, 600, 1_200, 2_400];
/** A smaller slice before these, if repeating the query is cheap. Most pages need no more. */
const FIRST_SLICE_SIZE = 40;
/** The slices if the fallback after them is more expensive. */
const LONG_SLICE_SIZES = [...SLICE_SIZES, 2_400, 2_400];
/** The slices for one rider's trips, 2,000 in all. The next page searches the next 2,000. */
const RIDER_SLICE_SIZES = [50, 150, 300, 600, 900];

type TripInList = { id: string; at: number };

/** The texts of a row that are searched. */
export type Texts = { texts: string; driver_id: string | null; vehicle_id: string | null };
type SearchedRow = TripInList & Texts;

/** The columns of `Texts`, from `reservations r`. */
export const TEXT_COLUMNS_SQL = `r.number || ' ' || r.passenger_name || ' ' || coalesce(r.passenger_phone, '') || ' '
  || r.pickup_name || ' ' || r.dropoff_name AS texts, r.driver_id, r.vehicle_id`;

/**
 * Returns the ids and times of at most `limit` reservations with the words, in the order of the scan, after a place in
 * it.
 */
export function findTripsInList(
  db: Db,
  scan: ListScan,
  searchTerms: SearchTerms,
  pageRequest: PageRequest,
): TripInList[] {
  if (scan.by === "created_at") return findByBookingTime(db, scan, searchTerms, pageRequest);
  const { after, limit } = pageRequest;
  return (
    firstMatches(
      [searchIndex(db, scan, searchTerms, after), searchList(db, scan, searchTerms, after)],
      limit,
    ) ??
    // For words that are neither rare nor frequent in this list, the index collects all reservations that have them.
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

type PageRequest = { after: ListPosition | null; limit: number };

/** Yields its results in slices, in order. Finally returns whether the search is complete. */
type TripSearch = Generator<TripInList[], boolean>;

/** Returns the result of the first search that finds enough or finishes. Null if none does. */
function firstMatches(searches: readonly TripSearch[], limit: number): TripInList[] | null {
  let openSearches = searches.map((search) => ({ search, found: [] as TripInList[] }));
  while (openSearches.length > 0) {
    const unfinishedSearches: typeof openSearches = [];
    for (const each of openSearches) {
      const { done, value } = each.search.next();
      if (done && value) return each.found;
      if (done) continue;
      each.found.push(...value);
      if (each.found.length >= limit) return each.found.slice(0, limit);
      unfinishedSearches.push(each);
    }
    openSearches = unfinishedSearches;
  }
  return null;
}

/**
 * As `findTripsInList`, among the trips of one rider, who sees only the first name of a driver. `words` come from
 * `searchWords`. Without words it finds nothing. It reads the rows and not the index, because a few letters match trips
 * of all riders, and the index would collect all of those.
 */
export function findTripsOfRider(
  db: Db,
  scan: ListScan,
  words: readonly string[],
  { after, limit }: PageRequest,
): TripInList[] {
  if (words.length === 0) return [];
  const matches: TripInList[] = [];
  for (const slice of searchList(
    db,
    scan,
    { words, shownDriverName: "first name" },
    after,
    RIDER_SLICE_SIZES,
  )) {
    matches.push(...slice);
    if (matches.length >= limit) break;
  }
  return matches.slice(0, limit);
}

/**
 * Returns a function that searches the rows of a short list, such as a day's, which are read anyway, for the typed
 * words.
 */
export function createMatcher(deps: Deps, typed: string): (row: Texts) => boolean {
  const words = searchWordsOf(deps, typed).map(normalizeText);
  return words.length === 0 ? () => false : rowMatcher(deps.db, { words });
}

/** Words to search for in the rows themselves, and which names of a driver count. */
type RowSearch = { words: readonly string[]; shownDriverName?: "first name" };

/** Returns a function that tells whether a row has the words. */
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

/** Yields the rows of a scan that have the words, in its order. */
function* searchList(
  db: Db,
  scan: ListScan,
  searchTerms: RowSearch,
  after: ListPosition | null,
  slices: Iterable<number> = SLICE_SIZES,
): TripSearch {
  const hasAllWords = rowMatcher(db, searchTerms);
  const columns = `r.id, r.${scan.by} AS at, ${TEXT_COLUMNS_SQL}`;
  let position = after;
  for (const limit of slices) {
    const rows = scanRows<SearchedRow>(db, scan, { columns, after: position, limit });
    yield rows.filter(hasAllWords);
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < limit) return true;
    position = [lastRow.at, lastRow.id];
  }
  return false;
}

/**
 * Yields the index's matches of a scan by pickup, in its order. If the index was queried only for prefixes, each match
 * is checked, and the search ends after some slices. Otherwise it continues to the end.
 */
function* searchIndex(
  db: Db,
  scan: ListScan,
  searchTerms: SearchTerms,
  after: ListPosition | null,
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
  // Trips of the same minute are ordered by id, so they are held back until the whole minute is read.
  let bufferedTrips: TripInList[] = [];
  for (const slice of slicesOf(searchTerms)) {
    const rows = read.all(quickMatch, low, high, slice);
    const numbers = rows
      .filter(({ texts }) => !needsRowCheck || hasWords(words, texts))
      .map(({ key }) => numberOfKey(key));
    if (numbers.length > 0) {
      const numberedScan = withTripNumbers(scan, numbers);
      bufferedTrips.push(
        ...scanRows<TripInList>(db, numberedScan, { columns, after, limit: numbers.length }),
      );
      bufferedTrips.sort(isDescending ? (a, b) => compareByListOrder(b, a) : compareByListOrder);
    }
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < slice) {
      yield bufferedTrips;
      return true;
    }
    const minute = minuteOfKey(lastRow.key);
    const lastMinuteStart = bufferedTrips.findIndex(({ at }) => minuteAt(at) === minute);
    yield lastMinuteStart === -1 ? bufferedTrips : bufferedTrips.slice(0, lastMinuteStart);
    bufferedTrips = lastMinuteStart === -1 ? [] : bufferedTrips.slice(lastMinuteStart);
    if (isDescending) high = lastRow.key - 1;
    else low = lastRow.key + 1;
  }
  return false;
}

function* slicesOf({ isSlowToGather, needsRowCheck }: SearchTerms): Generator<number> {
  if (!isSlowToGather) yield FIRST_SLICE_SIZE;
  yield* needsRowCheck ? SLICE_SIZES : growingSliceSizes();
}

/** Yields ever larger slices, because each one queries the index again, which may have to collect its matches again. */
function* growingSliceSizes(): Generator<number> {
  for (let slice = 150; ; slice *= 8) yield slice;
}

function compareByListOrder(a: TripInList, b: TripInList): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

/** Searches a list in the order of booking, which the index does not have. */
function findByBookingTime(
  db: Db,
  scan: ListScan,
  searchTerms: SearchTerms,
  pageRequest: PageRequest,
): TripInList[] {
  const columns = `r.id, r.${scan.by} AS at`;
  const numbers = numbersOf(db, searchTerms);
  if (numbers && !searchTerms.needsRowCheckUnordered)
    return scanRows(db, withTripNumbers(scan, numbers), { columns, ...pageRequest });
  const rowScan = numbers ? withTripNumbers(scan, numbers) : scan;
  return (
    firstMatches(
      [searchList(db, rowScan, searchTerms, pageRequest.after, LONG_SLICE_SIZES)],
      pageRequest.limit,
    ) ?? findByIndex(db, scan, searchTerms.match, pageRequest)
  );
}

/**
 * Returns the trip numbers of the matches, which need a row check if `needsRowCheckUnordered`. Null if there are too
 * many.
 */
function numbersOf(
  db: Db,
  { unorderedQuery, needsRowCheckUnordered }: SearchTerms,
): number[] | null {
  const maxMatches = needsRowCheckUnordered ? MAX_CHECKED_MATCHES : MAX_UNCHECKED_MATCHES;
  const foundRowIds = db.$client
    .query<{ rowid: number }, [string, number]>(
      `SELECT rowid FROM reservation_search WHERE reservation_search MATCH ? LIMIT ?`,
    )
    .all(unorderedQuery, maxMatches + 1);
  return foundRowIds.length > maxMatches
    ? null
    : foundRowIds.map(({ rowid }) => numberOfKey(rowid));
}

/** For words that are neither rare nor frequent in this list, the index collects all reservations that have them. */
function findByIndex(
  db: Db,
  scan: ListScan,
  match: string,
  pageRequest: PageRequest,
): TripInList[] {
  const foundNumbersSql = `SELECT ${numberOfKeySql("rowid")} FROM reservation_search WHERE reservation_search MATCH ?`;
  return scanRows(db, withTripNumbersFromSql(scan, foundNumbersSql, match), {
    columns: `r.id, r.${scan.by} AS at`,
    ...pageRequest,
  });
}
