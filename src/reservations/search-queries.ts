/**
 * Reservations by words. The full-text index is asked for what it finds at once; what half of all
 * reservations have is looked for in the rows themselves, in the order in which they are listed: there it
 * turns up soon.
 */
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import { searchTerms } from "../places/rules";
import { type Course, type Place, rowsAlong } from "./list-course";
import { namesOf } from "./row-queries";

/** Of what was typed. */
const MOST_WORDS = 8;
/** The index holds beginnings of words up to this length; for longer ones it gathers all that have them. */
const INDEXED_LETTERS = 3;
/** From so many on the beginning of a word is common. */
const COMMON = 10_000;
/** Among so many of the newest with its beginning a common word turns up. */
const SAMPLE = 300;
/** As many as these are looked at one by one; more are looked for along the list. */
const FEW = 6_000;
/** So many rows of a list are read before the index is asked for whatever it costs. */
const MOST_READ = 20_000;
const FIRST_READ = 150;
const THEN_READ = 2_000;

/** What words mean for a list. */
export type Sought = {
  /** Each begins a word of the reservation. */
  words: string[];
  /** The same for the full-text index, whatever it costs. */
  match: string;
  /** The numbers that it may be, null where they are many; all of them are, unless `loose`. */
  numbers: number[] | null;
  loose: boolean;
};

/** What was typed, as it is looked for; null where that is nothing to look for. */
export function seek(db: Db, typed: string): Sought | null {
  const raw = (typed.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS);
  if (raw.length === 0) return null;
  let loose = false;
  const terms = raw.map((word) => {
    const beginning = [...word].slice(0, INDEXED_LETTERS).join("");
    if (beginning === word || !isCommon(db, word, beginning)) return term(word);
    loose = true;
    return term(beginning);
  });
  const numbers = db.$client
    .query<{ rowid: number }, [string, number]>(
      `SELECT rowid FROM reservation_search WHERE reservation_search MATCH ?
       ORDER BY rowid DESC LIMIT ?`,
    )
    .all(terms.join(" "), FEW + 1)
    .map(({ rowid }) => rowid);
  return {
    words: raw.flatMap((word) => searchTerms(word)),
    match: raw.map(term).join(" "),
    numbers: numbers.length > FEW ? null : numbers,
    loose,
  };
}

function term(word: string): string {
  return `"${word}"*`;
}

const common = prepared(() => new Map<string, boolean>());
const MOST_KNOWN = 2_000;

/**
 * Whether so many have a word that the index would take long to gather them. It is a guess from the newest,
 * and nothing but speed hangs on it.
 */
function isCommon(db: Db, word: string, beginning: string): boolean {
  const known = common(db);
  const before = known.get(word);
  if (before !== undefined) return before;
  const [found] = db.$client
    .query<{ n: number }, [string, number]>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM reservation_search
       WHERE reservation_search MATCH ? LIMIT ?)`,
    )
    .all(term(beginning), COMMON);
  // What is rare today may be common next year: that is asked again.
  if ((found?.n ?? 0) < COMMON) return false;
  const folded = searchTerms(word);
  const is = db.$client
    .query<{ texts: string }, [string, number]>(
      `SELECT number || ' ' || passenger || ' ' || phone || ' ' || pickup || ' ' || dropoff
         || ' ' || driver || ' ' || plate AS texts
       FROM reservation_search WHERE reservation_search MATCH ? ORDER BY rowid DESC LIMIT ?`,
    )
    .all(term(beginning), SAMPLE)
    .some(({ texts }) => hasWords(folded, texts));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(word, is);
  return is;
}

function hasWords(words: readonly string[], texts: string): boolean {
  const terms = searchTerms(texts);
  return words.every((word) => terms.some((each) => each.startsWith(word)));
}

type Read = {
  id: string;
  at: number;
  texts: string;
  driver_id: string | null;
  vehicle_id: string | null;
};

/**
 * The ids and times of at most `limit` reservations with the words, in the order of the course and after a
 * place of it.
 */
export function findAlong(
  db: Db,
  course: Course,
  sought: Sought,
  { after, limit }: { after: Place | null; limit: number },
): { id: string; at: number }[] {
  const { numbers, loose, words } = sought;
  const among = numbers && amongNumbers(course, numbers);
  if (among && !loose)
    return rowsAlong(db, among, { columns: `r.id, r.${course.by} AS at`, after, limit });
  const names = namesOf(db);
  const has = ({ texts, driver_id, vehicle_id }: Read) => {
    const driver = driver_id === null ? null : names.driver(driver_id);
    const plate = vehicle_id === null ? "" : names.vehicle(vehicle_id).plate;
    return hasWords(words, `${texts} ${driver?.firstName} ${driver?.lastName} ${plate}`);
  };
  const found: Read[] = [];
  let place = after;
  let size = FIRST_READ;
  for (let read = 0; read < MOST_READ || among; read += size) {
    size = read === 0 ? FIRST_READ : THEN_READ;
    const rows = rowsAlong<Read>(db, among ?? course, {
      columns: `r.id, r.${course.by} AS at, r.number || ' ' || r.passenger_name || ' '
        || coalesce(r.passenger_phone, '') || ' ' || r.pickup_name || ' ' || r.dropoff_name AS texts,
        r.driver_id, r.vehicle_id`,
      after: place,
      limit: size,
    });
    for (const row of rows) {
      if (has(row)) found.push(row);
      if (found.length === limit) return found;
    }
    const last = rows.at(-1);
    if (!last || rows.length < size) return found;
    place = [last.at, last.id];
  }
  return rowsAlong(
    db,
    withCondition(course, {
      conditions: [
        "r.number IN (SELECT rowid FROM reservation_search WHERE reservation_search MATCH ?)",
      ],
      values: [sought.match],
    }),
    { columns: `r.id, r.${course.by} AS at`, after, limit },
  );
}

/** The course over these numbers alone: its heads are conditions then, and no way to the rows. */
function amongNumbers(course: Course, numbers: readonly number[]): Course {
  const heads = course.heads.filter(({ conditions }) => conditions.length > 0);
  const any = heads.map(({ conditions }) => `(${conditions.join(" AND ")})`).join(" OR ");
  const { conditions, values } = course.filter;
  return {
    ...course,
    index: "reservations_number",
    heads: [],
    filter: {
      conditions: [
        "r.number IN (SELECT value FROM json_each(?))",
        ...(any ? [`(${any})`] : []),
        ...conditions,
      ],
      values: [JSON.stringify(numbers), ...heads.flatMap((head) => head.values), ...values],
    },
  };
}

function withCondition(course: Course, { conditions, values }: Course["filter"]): Course {
  const { filter } = course;
  return {
    ...course,
    filter: {
      conditions: [...filter.conditions, ...conditions],
      values: [...filter.values, ...values],
    },
  };
}
