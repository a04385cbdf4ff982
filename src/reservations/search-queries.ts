/**
 * Reservations by words. The full-text index finds in the order of pickups (`db/search-key.ts`), as far as a
 * page goes; what has hardly any of a list's rows in it, and what is listed by the time of booking, is looked
 * for in the rows themselves. Both go on at once until one of them has the page.
 */
import { numberOf } from "../accounts/caller-queries";
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import {
  firstKeyAt,
  lastKeyAt,
  minuteAt,
  minuteOfKey,
  numberIn,
  numberOfKey,
} from "../../db/search-key";
import type { Deps } from "../deps";
import { fold } from "../places/rules";
import { type Course, type Head, type Place, rowsAlong, type Value } from "./list-course";
import { namesOf } from "./row-queries";

/** Of what was typed. */
const MOST_WORDS = 8;
/** The index holds beginnings of words up to this length; for longer ones it gathers all that have them. */
const INDEXED_LETTERS = 3;
/** So many of the latest reservations tell what is common. */
const SAMPLE = 600;
/** A word that so many of them have takes the index long: it gathers all that have it first. */
const COMMON = 12;
/** To gather all that have such a word takes too long in any case. */
const HEAVY = 36;
/** Of a rare word the beginning is asked for if not more than so many times as many have that. */
const MOST_BESIDE = 3;
/** What so many have tells little beside another word. */
const EVERYWHERE = 300;
/** As many numbers as these are put into the order of booking; more are looked for along the list. */
const FEW = 4_000;
/** The same of those that need no look, for the index tells all of them. */
const FEW_SURE = 8_000;
/** What a report narrows by: so many are put into the order of booking. More turn up soon along the list. */
const FEW_NARROWED = 60_000;
/** The same where their rows have to be read for it. */
const FEW_ROWS = 1_000;
/** Rows are read a few at first, then twice as many each time. After the last the reader had better ask otherwise. */
const SLICES = [150, 300, 600, 1_200, 2_400];
/** Before the first of them, of what costs little to ask for again: most pages are no longer. */
const FIRST = 40;
/** The same where what would follow costs more. */
const MORE_SLICES = [...SLICES, 2_400, 2_400];
/** Of one rider's trips: whoever has more looks among the next 2,000 of them. */
const THEIR_SLICES = [50, 150, 300, 600, 900];

/** What words mean for a list. */
export type Sought = {
  /** Each begins a word of the reservation. */
  words: string[];
  /** The same for the full-text index, whatever it costs. */
  match: string;
  /** The same with the beginnings of common words, and without those that tell little: found at once. */
  quick: string;
  /** Whether the index tells too many by `quick`, so that each has to be looked at. */
  loose: boolean;
  /** Whether `quick` makes the index gather something, anew each time it is asked. */
  gathers: boolean;
  /** The same with common words whole where that takes no longer: told all at once, in no order. */
  gathered: string;
  /** Whether the index tells too many by that. */
  gatheredLoose: boolean;
};

/**
 * What was typed, as it is looked for: a phone number however it was typed. Null where that is nothing to
 * look for.
 */
export function seek(deps: Deps, typed: string): Sought | null {
  const raw = wordsTyped(deps, typed);
  if (raw.length === 0) return null;
  // A guess, and nothing but speed hangs on it.
  const counts = new Map(raw.map((word) => [word, countLatest(deps, fold(word))]));
  const had = (words: readonly string[], least: number, most = Number.POSITIVE_INFINITY) =>
    words.filter((word) => (counts.get(word) ?? 0) >= least && (counts.get(word) ?? 0) < most);
  const isShort = (word: string) => [...word].length <= INDEXED_LETTERS;
  const short = had(raw.filter(isShort), 0, EVERYWHERE);
  const long = raw.filter((word) => !isShort(word));
  const rare = had(long, 0, COMMON);
  const common = had(long, COMMON, EVERYWHERE);
  const heavy = had(common, HEAVY);
  const everywhere = had(raw, EVERYWHERE);
  // Figures begin alike, numbers of trips and of phones.
  const isAlone = (word: string) => {
    if (/\p{N}/u.test(word)) return false;
    const beside = countLatest(deps, fold(cutOff(word)));
    return beside <= MOST_BESIDE * (counts.get(word) ?? 0);
  };
  const whole = rare.filter((word) => !isAlone(word));
  const begun = [...rare.filter(isAlone), ...common];
  const quick = [...[...short, ...whole].map(term), ...begun.map(beginning)];
  const gathered = [
    ...[...short, ...rare].map(term),
    ...common.map((word) => (heavy.includes(word) ? beginning(word) : term(word))),
  ];
  // Of short words the beginning is all there is.
  const cut = everywhere.some((word) => quick.length > 0 || !isShort(word));
  const last = everywhere.map(beginning);
  return {
    words: raw.map(fold),
    match: raw.map(term).join(" "),
    quick: (quick.length > 0 ? quick : last).join(" "),
    loose: begun.length > 0 || cut,
    gathers: whole.length > 0,
    gathered: (gathered.length > 0 ? gathered : last).join(" "),
    gatheredLoose: heavy.length > 0 || cut,
  };
}

function wordsTyped(deps: Deps, typed: string): string[] {
  // So few figures are a reservation's number.
  const phone = /^\s*#?\d{1,8}\s*$/.test(typed) ? null : numberOf(deps, typed);
  const text = phone?.replace(/\D/g, "") ?? typed.normalize("NFC");
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS);
}

function beginning(word: string): string {
  return term(cutOff(word));
}

function cutOff(word: string): string {
  return [...word].slice(0, INDEXED_LETTERS).join("");
}

function term(word: string): string {
  return `"${word}"*`;
}

/** What the index holds of a reservation. */
const INDEXED = `number || ' ' || passenger || ' ' || phone || ' ' || pickup || ' ' || dropoff || ' ' || driver
  || ' ' || plate AS texts`;

const SAMPLE_MS = 60_000;
/** Words of which it is known how many of the sample have them. */
const MOST_COUNTED = 1_000;
const samples = prepared(() => ({
  at: Number.NaN,
  texts: new Array<string>(),
  counts: new Map<string, number>(),
}));

/** How many of the sample have a word, folded. */
function countLatest(deps: Deps, word: string): number {
  const { texts, counts } = sampleOf(deps);
  const known = counts.get(word);
  if (known !== undefined) return known;
  const count = texts.filter((text) => beginsIn(word, text)).length;
  if (counts.size >= MOST_COUNTED) counts.clear();
  counts.set(word, count);
  return count;
}

/** The texts of reservations whose pickups were of late, folded; read once a minute. */
function sampleOf({ db, now }: Deps) {
  const sample = samples(db);
  const at = now();
  if (Math.abs(at - sample.at) < SAMPLE_MS) return sample;
  sample.at = at;
  sample.counts.clear();
  sample.texts = db.$client
    .query<{ texts: string }, [number, number]>(
      `SELECT ${INDEXED} FROM reservation_search WHERE rowid <= ? ORDER BY rowid DESC LIMIT ?`,
    )
    .all(lastKeyAt(at), SAMPLE)
    .map(({ texts }) => folded(texts));
  return sample;
}

const PLAIN = /^[\0-\x7f]*$/;
const letterOrFigure = /[\p{L}\p{N}]/u;

/** Whether each word, folded, begins a word of the texts. */
function hasWords(words: readonly string[], texts: string): boolean {
  const text = folded(texts);
  return words.every((word) => beginsIn(word, text));
}

/** Most texts have no accent, and to fold those costs more than all the rest. */
function folded(texts: string): string {
  return PLAIN.test(texts) ? texts.toLowerCase() : fold(texts);
}

function beginsIn(word: string, text: string): boolean {
  let at = text.indexOf(word);
  while (at > 0 && letterOrFigure.test(text[at - 1] ?? "")) at = text.indexOf(word, at + 1);
  return at !== -1;
}

type Found = { id: string; at: number };

/** What of a row the words are looked for in. */
export type Texts = { texts: string; driver_id: string | null; vehicle_id: string | null };
type Read = Found & Texts;

/** The columns of `Texts`, of `reservations r`. */
export const TEXTS = `r.number || ' ' || r.passenger_name || ' ' || coalesce(r.passenger_phone, '') || ' '
  || r.pickup_name || ' ' || r.dropoff_name AS texts, r.driver_id, r.vehicle_id`;

/**
 * The ids and times of at most `limit` reservations with the words, in the order of the course and after a
 * place of it.
 */
export function findAlong(db: Db, course: Course, sought: Sought, wanted: Wanted): Found[] {
  if (course.by === "created_at") return findByBooking(db, course, sought, wanted);
  const { after, limit } = wanted;
  return (
    firstOf([alongIndex(db, course, sought, after), alongList(db, course, sought, after)], limit) ??
    // What is neither rare nor turns up soon: the index gathers all that have the words.
    firstOf(
      [
        alongIndex(
          db,
          course,
          { ...sought, quick: sought.match, loose: false, gathers: true },
          after,
        ),
      ],
      limit,
    ) ??
    []
  );
}

type Wanted = { after: Place | null; limit: number };

/** Gives what it finds a slice at a time, in order. At the end: whether that was all. */
type Way = Generator<Found[], boolean>;

/** What the first of some ways finds that has enough or comes to its end; null where none does. */
function firstOf(ways: readonly Way[], limit: number): Found[] | null {
  let going = ways.map((way) => ({ way, found: new Array<Found>() }));
  while (going.length > 0) {
    const next: typeof going = [];
    for (const each of going) {
      const { done, value } = each.way.next();
      if (done && value) return each.found;
      if (done) continue;
      each.found.push(...value);
      if (each.found.length >= limit) return each.found.slice(0, limit);
      next.push(each);
    }
    going = next;
  }
  return null;
}

/**
 * As `findAlong` among the trips of one rider, who sees of a driver the first name. `words` are those of
 * `searchWords`; without any nothing is found. The rows are read, never the index: a few letters are in
 * everybody's trips, and each of the rider's would be looked for among all of those.
 */
export function findTheirs(
  db: Db,
  course: Course,
  words: readonly string[],
  { after, limit }: Wanted,
): Found[] {
  if (words.length === 0) return [];
  const found: Found[] = [];
  for (const slice of alongList(db, course, { words, shows: "first name" }, after, THEIR_SLICES)) {
    found.push(...slice);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Tells rows with what was typed from others: of a short list, a day's say, whose rows are read anyway. */
export function matcher(deps: Deps, typed: string): (row: Texts) => boolean {
  const words = wordsTyped(deps, typed).map(fold);
  return words.length === 0 ? () => false : inRows(deps.db, { words });
}

/** Words to look for in the rows themselves, and what those who look see of a driver's name. */
type InRows = { words: readonly string[]; shows?: "first name" };

/** Whether a row has the words. */
function inRows(db: Db, { words, shows }: InRows): (row: Texts) => boolean {
  const names = namesOf(db);
  return ({ texts, driver_id, vehicle_id }) => {
    const driver = driver_id === null ? null : names.driver(driver_id);
    const plate = vehicle_id === null ? "" : names.vehicle(vehicle_id).plate;
    const lastName = shows === "first name" ? "" : driver?.lastName;
    return hasWords(
      words,
      driver ? `${texts} ${driver.firstName} ${lastName} ${plate}` : `${texts} ${plate}`,
    );
  };
}

/** The rows of a course in its order, those of them that have the words. */
function* alongList(
  db: Db,
  course: Course,
  sought: InRows,
  after: Place | null,
  slices: Iterable<number> = SLICES,
): Way {
  const has = inRows(db, sought);
  const columns = `r.id, r.${course.by} AS at, ${TEXTS}`;
  let place = after;
  for (const limit of slices) {
    const rows = rowsAlong<Read>(db, course, { columns, after: place, limit });
    yield rows.filter(has);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return true;
    place = [last.at, last.id];
  }
  return false;
}

/**
 * What the index finds of a course by pickups, in its order. Words of which it was asked for the beginnings
 * alone are looked at; unless there are such it goes on to the end.
 */
function* alongIndex(db: Db, course: Course, sought: Sought, after: Place | null): Way {
  const { quick, loose, words } = sought;
  const { descending } = course;
  const columns = `r.id, r.${course.by} AS at`;
  const { from = 0, until = Number.MAX_SAFE_INTEGER } = course.pickups ?? {};
  let low = firstKeyAt(descending ? from : Math.max(from, after?.[0] ?? 0));
  let high = descending && after ? Math.min(after[0], until) : until;
  high = high === Number.MAX_SAFE_INTEGER ? high : lastKeyAt(high);
  const read = db.$client.query<{ key: number; texts: string }, [string, number, number, number]>(
    `SELECT rowid AS key, ${loose ? INDEXED : "'' AS texts"} FROM reservation_search
     WHERE reservation_search MATCH ? AND rowid BETWEEN ? AND ?
     ORDER BY rowid ${descending ? "DESC" : "ASC"} LIMIT ?`,
  );
  // Of those in one minute their ids tell the order: they wait until all of them are there.
  let held: Found[] = [];
  for (const slice of slicesOf(sought)) {
    const rows = read.all(quick, low, high, slice);
    const numbers = rows
      .filter(({ texts }) => !loose || hasWords(words, texts))
      .map(({ key }) => numberIn(key));
    if (numbers.length > 0) {
      const among = amongNumbers(course, numbers);
      held.push(...rowsAlong<Found>(db, among, { columns, after, limit: numbers.length }));
      held.sort(descending ? (a, b) => byPlace(b, a) : byPlace);
    }
    const last = rows.at(-1);
    if (!last || rows.length < slice) {
      yield held;
      return true;
    }
    const minute = minuteOfKey(last.key);
    const open = held.findIndex(({ at }) => minuteAt(at) === minute);
    yield open === -1 ? held : held.slice(0, open);
    held = open === -1 ? [] : held.slice(open);
    if (descending) high = last.key - 1;
    else low = last.key + 1;
  }
  return false;
}

function* slicesOf({ gathers, loose }: Sought): Generator<number> {
  if (!gathers) yield FIRST;
  yield* loose ? SLICES : unending();
}

/** Ever larger slices: each asks the index anew, which may gather. */
function* unending(): Generator<number> {
  for (let slice = 150; ; slice *= 8) yield slice;
}

function byPlace(a: Found, b: Found): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

/** Of a list by the time of booking, in whose order the index finds nothing. */
function findByBooking(db: Db, course: Course, sought: Sought, wanted: Wanted): Found[] {
  const columns = `r.id, r.${course.by} AS at`;
  const numbers = numbersOf(db, sought);
  if (numbers && !sought.gatheredLoose)
    return rowsAlong(db, amongNumbers(course, numbers), { columns, ...wanted });
  const rows = numbers ? amongNumbers(course, numbers) : course;
  return (
    firstOf([alongList(db, rows, sought, wanted.after, MORE_SLICES)], wanted.limit) ??
    findByIndex(db, course, sought.match, wanted)
  );
}

/** The numbers of what may have the words, and has them unless it is gathered `loose`; null where they are many. */
function numbersOf(db: Db, { gathered, gatheredLoose }: Sought): number[] | null {
  const most = gatheredLoose ? FEW : FEW_SURE;
  const found = db.$client
    .query<{ rowid: number }, [string, number]>(
      `SELECT rowid FROM reservation_search WHERE reservation_search MATCH ? LIMIT ?`,
    )
    .all(gathered, most + 1);
  return found.length > most ? null : found.map(({ rowid }) => numberIn(rowid));
}

/** What is neither rare nor turns up along the list: the index gathers all that have the words. */
function findByIndex(db: Db, course: Course, match: string, wanted: Wanted): Found[] {
  const found = `SELECT ${numberOfKey("rowid")} FROM reservation_search WHERE reservation_search MATCH ?`;
  return rowsAlong(db, among(course, found, match), {
    columns: `r.id, r.${course.by} AS at`,
    ...wanted,
  });
}

/**
 * The ids and times of at most `limit` reservations of a list by the time of booking. To kinds of service and
 * to what a report narrows by no index leads in that order, but in the order of `byPickup`, the same list by
 * the pickup: up to some count they are read whole. A report's have the time of booking too.
 */
export function findNarrowed(
  db: Db,
  course: Course,
  byPickup: Course,
  wanted: { after: Place | null; limit: number },
): Found[] {
  let count = 0;
  const { filter } = byPickup;
  const heads = ofOneCompany(byPickup);
  const most = heads.some(({ index }) => index?.startsWith("reservations_over"))
    ? FEW_NARROWED
    : FEW_ROWS;
  for (const { conditions, values, index } of heads) {
    const [found] = db.$client
      .query<{ n: number }, Value[]>(
        `SELECT count(*) AS n FROM (SELECT 1 FROM reservations r ${index ? `INDEXED BY ${index}` : ""}
         WHERE ${[...conditions, ...filter.conditions].join(" AND ")} LIMIT ?)`,
      )
      .all(...values, ...filter.values, most + 1 - count);
    count += found?.n ?? 0;
    if (count > most) break;
  }
  const among = count > most ? course : { ...course, heads };
  return rowsAlong(db, among, { columns: `r.id, r.${course.by} AS at`, ...wanted });
}

/**
 * The heads of a list. Of one company its own index tells which trips are not over: a few, beside those of
 * the whole house.
 */
function ofOneCompany({ heads, filter }: Course): Head[] {
  const [open, over] = [
    heads.filter(({ index }) => index === "reservations_state"),
    heads.filter(({ index }) => index !== "reservations_state"),
  ];
  if (open.length < 2 || !filter.conditions.includes("r.company_id = ?")) return heads;
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

/** The course over these numbers alone: its heads are conditions then, and no way to the rows. */
export function amongNumbers(course: Course, numbers: readonly number[]): Course {
  return among(course, "SELECT value FROM json_each(?)", JSON.stringify(numbers));
}

/** `numbers` is a statement with one question mark. */
function among(course: Course, numbers: string, value: string): Course {
  const heads = course.heads.filter(({ conditions }) => conditions.length > 0);
  const any = heads.map(({ conditions }) => `(${conditions.join(" AND ")})`).join(" OR ");
  const { by, descending } = course;
  const { conditions, values } = course.filter;
  return {
    by,
    descending,
    index: "reservations_found",
    heads: [],
    filter: {
      conditions: [`r.number IN (${numbers})`, ...(any ? [`(${any})`] : []), ...conditions],
      values: [value, ...heads.flatMap((head) => head.values), ...values],
    },
  };
}
