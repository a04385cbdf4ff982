/**
 * Reservations by words. The full-text index is asked for what it finds at once; what half of all
 * reservations have is looked for in the rows themselves, in the order in which they are listed: there it
 * turns up soon.
 */
import { numberOf } from "../accounts/caller-queries";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import type { Deps } from "../deps";
import { fold } from "../places/rules";
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
/** The same of what a report narrows by, whose rows are read twice. */
const FEW_NARROWED = 2_500;
/** Figures of a number or a phone: so many together few have. */
const RARE_FIGURES = 7;
/** So many rows of a list are read before the index is asked for whatever it costs. */
const MOST_READ = 20_000;
/** They are read a few at first, then ever more at once. */
const FIRST_READ = 150;
const LARGEST_READ = 2_400;

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

/**
 * What was typed, as it is looked for: a phone number however it was typed. Null where that is nothing to
 * look for.
 */
export function seek(deps: Deps, typed: string): Sought | null {
  const { db } = deps;
  // So few figures are a reservation's number.
  const phone = /^\s*#?\d{1,8}\s*$/.test(typed) ? null : numberOf(deps, typed);
  const text = phone?.replace(/\D/g, "") ?? typed.normalize("NFC");
  const raw = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS);
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
    words: raw.map(fold),
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
  if (word.length >= RARE_FIGURES && /^\d+$/.test(word)) return false;
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
  const folded = [fold(word)];
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

const PLAIN = /^[\0-\x7f]*$/;
const letterOrFigure = /[\p{L}\p{N}]/u;

/** Whether each word, folded, begins a word of the texts. */
function hasWords(words: readonly string[], texts: string): boolean {
  // Most texts have no accent, and to fold those costs more than all the rest.
  const folded = PLAIN.test(texts) ? texts.toLowerCase() : fold(texts);
  return words.every((word) => {
    let at = folded.indexOf(word);
    while (at > 0 && letterOrFigure.test(folded[at - 1] ?? "")) at = folded.indexOf(word, at + 1);
    return at !== -1;
  });
}

type Found = { id: string; at: number };
type Read = Found & { texts: string; driver_id: string | null; vehicle_id: string | null };

const TEXTS = `r.number || ' ' || r.passenger_name || ' ' || coalesce(r.passenger_phone, '') || ' '
  || r.pickup_name || ' ' || r.dropoff_name AS texts, r.driver_id, r.vehicle_id`;

/**
 * The ids and times of at most `limit` reservations with the words, in the order of the course and after a
 * place of it.
 */
export function findAlong(
  db: Db,
  course: Course,
  { numbers, loose, words, match }: Sought,
  { after, limit }: { after: Place | null; limit: number },
): Found[] {
  const columns = `r.id, r.${course.by} AS at`;
  if (numbers && !loose)
    return rowsAlong(db, amongNumbers(course, numbers), { columns, after, limit });
  const names = namesOf(db);
  const has = ({ texts, driver_id, vehicle_id }: Read) => {
    const driver = driver_id === null ? null : names.driver(driver_id);
    const plate = vehicle_id === null ? "" : names.vehicle(vehicle_id).plate;
    return hasWords(
      words,
      driver ? `${texts} ${driver.firstName} ${driver.lastName} ${plate}` : texts,
    );
  };
  const found: Found[] = [];
  const reading = numbers
    ? readAmong(db, amongNumbers(course, numbers), after)
    : readAlong(db, course, after);
  for (const rows of reading) {
    if (rows === "too many") return findByIndex(db, course, match, { after, limit });
    for (const row of rows) {
      if (has(row)) found.push(row);
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** The rows of a course in its order, some at a time; after very many the reader had better ask otherwise. */
function* readAlong(
  db: Db,
  course: Course,
  after: Place | null,
): Generator<Read[] | "too many", void> {
  const columns = `r.id, r.${course.by} AS at, ${TEXTS}`;
  let place = after;
  let limit = FIRST_READ;
  for (let read = 0; read < MOST_READ; read += limit) {
    limit = Math.min(LARGEST_READ, read + FIRST_READ);
    const rows = rowsAlong<Read>(db, course, { columns, after: place, limit });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    place = [last.at, last.id];
  }
  yield "too many";
}

/** The rows of a short course, put into order before their texts are read. */
function* readAmong(db: Db, course: Course, after: Place | null): Generator<Read[], void> {
  const columns = `r.id, r.${course.by} AS at`;
  const order = rowsAlong<Found>(db, course, { columns, after, limit: FEW });
  const read = db.$client.query<Read, [string]>(
    `SELECT r.id, r.${course.by} AS at, ${TEXTS} FROM reservations r
     WHERE r.id IN (SELECT value FROM json_each(?))`,
  );
  for (let from = 0; from < order.length; from += FIRST_READ) {
    const ids = order.slice(from, from + FIRST_READ).map(({ id }) => id);
    const rows = new Map(read.all(JSON.stringify(ids)).map((row) => [row.id, row]));
    yield ids.flatMap((id) => rows.get(id) ?? []);
  }
}

/** What is neither rare nor turns up along the list: the index gathers all that have the words. */
function findByIndex(
  db: Db,
  course: Course,
  match: string,
  wanted: { after: Place | null; limit: number },
): Found[] {
  const { conditions, values } = course.filter;
  const has = "r.number IN (SELECT rowid FROM reservation_search WHERE reservation_search MATCH ?)";
  return rowsAlong(
    db,
    { ...course, filter: { conditions: [...conditions, has], values: [...values, match] } },
    { columns: `r.id, r.${course.by} AS at`, ...wanted },
  );
}

/**
 * The ids and times of at most `limit` reservations of a list by the time of booking. To what a report
 * narrows by no index leads in that order: where they are few they are put into it. `byPickup` is the same
 * list by the pickup.
 */
export function findNarrowed(
  db: Db,
  course: Course,
  byPickup: Course,
  wanted: { after: Place | null; limit: number },
): Found[] {
  const found = rowsAlong<{ number: number }>(db, byPickup, {
    columns: "r.number",
    after: null,
    limit: FEW_NARROWED + 1,
  });
  const among =
    found.length > FEW_NARROWED
      ? course
      : amongNumbers(
          course,
          found.map(({ number }) => number),
        );
  return rowsAlong(db, among, { columns: `r.id, r.${course.by} AS at`, ...wanted });
}

/** The course over these numbers alone: its heads are conditions then, and no way to the rows. */
export function amongNumbers(course: Course, numbers: readonly number[]): Course {
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
