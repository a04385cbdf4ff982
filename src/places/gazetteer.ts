/**
 * Airports and cities of the world, in a read-only SQLite file of their own. The executable
 * carries it compressed and unpacks it into the data folder once, in the background, when somebody
 * first searches. Until that is done, a fraction of a second, the operator's places answer alone.
 */
import { Database } from "bun:sqlite";
import { createWriteStream, existsSync } from "node:fs";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Place, Point } from "./contract";
import {
  abbreviationsOf,
  otherSpellings,
  searchTerms,
  type SpelledWord,
  spellingsOf,
} from "./rules";

/** An entry with what its rank depends on. */
export interface GazetteerEntry {
  place: Place;
  /** Its names in other languages and spellings; of an airport its city's too. */
  others: SpelledWord;
  /** The city of an airport; for a city, where it needs one to be told apart, its state. */
  region: string;
  country: string;
  /** From 1: of cities the lower the more people live there, of airports the place in the list. */
  row: number;
}

export interface Gazetteer {
  /** Resolves when there is as much to find as there will ever be. Never rejects. */
  ready(): Promise<void>;
  /** Airports with words that begin with each of these, the more important of a city first. */
  airports(words: readonly string[]): GazetteerEntry[];
  /** All airports, some hundreds; the same list with every call. */
  allAirports(): readonly GazetteerEntry[];
  /**
   * Cities with words that begin with each of these, the first one in the name: the biggest first,
   * at most `limit` of the world, as many of `country` again, and as many within 50 km of `near`.
   */
  cities(
    words: readonly string[],
    options: { country: string; near: Point | null; limit: number },
  ): GazetteerEntry[];
  /** The biggest cities within a box (west, south, east, north in degrees). */
  citiesWithin(box: readonly [number, number, number, number], limit: number): GazetteerEntry[];
  close(): void;
}

/** Half the side of the square around a point that counts as near, in degrees of latitude. */
const NEAR_DEGREES = 0.5;
const RETRY_MS = 60_000;

/** Of the packed gazetteer: the cities, column by column. */
export const PACKED_CITIES = "cities.txt.zst";
const NEWLINE = 10;

type Row = {
  id: number;
  code: string;
  name: string;
  region: string;
  country: string;
  latitude: number;
  longitude: number;
};

const noSpellings = spellingsOf();
/** Names in other languages are kept of so many places. */
const MAX_CACHED_NAMES = 20_000;

const nothing: readonly GazetteerEntry[] = [];

/** A gazetteer that knows nothing, until the real one is there. */
export const emptyGazetteer: Gazetteer = {
  ready: async () => {},
  airports: () => [],
  allAirports: () => nothing,
  cities: () => [],
  citiesWithin: () => [],
  close: () => {},
};

/** Opens an unpacked gazetteer; throws when the file is none. */
export function openGazetteer(path: string): Gazetteer {
  const db = new Database(path, { readonly: true, strict: true });
  db.run("PRAGMA cache_size = -1024");
  const countryNames = new Intl.DisplayNames("en", { type: "region" });
  const detailOf = (row: Row) =>
    [row.region, countryNames.of(row.country)].filter(Boolean).join(", ");
  // Kept, for a place is found again with every letter that is typed of it.
  const cachedOtherNames = new Map<number, SpelledWord>();
  const others = db.query<{ name: string }, [number]>("SELECT name FROM others WHERE rowid = ?");
  const otherNamesOf = (id: number): SpelledWord => {
    const cachedNames = cachedOtherNames.get(id);
    if (cachedNames) return cachedNames;
    if (cachedOtherNames.size >= MAX_CACHED_NAMES) cachedOtherNames.clear();
    const [foundRow] = others.all(id);
    const names = foundRow ? spellingsOf(...foundRow.name.split("\n")) : noSpellings;
    cachedOtherNames.set(id, names);
    return names;
  };
  // Kept, for fares ask for all of them and a word of some for hundreds. Their rows come before
  // those of the cities, from 1.
  const airports = db
    .query<Row, []>("SELECT * FROM airports ORDER BY id")
    .all()
    .map((row): GazetteerEntry => {
      const { id, code, name, region, country, latitude, longitude } = row;
      const detail = detailOf(row);
      const of = { source: "airport" as const, kind: "airport" as const };
      const place = { ...of, name, detail, latitude, longitude, iata: code };
      const airport = { id: `airport:${code}`, ...place };
      return { place: airport, others: otherNamesOf(id), region, country, row: id };
    });
  const lastAirportRow = airports.length;
  // Two indexes: the names as they are written, which are packed, and the other names.
  const searchIndices = (["words", "others"] as const).map((index) => ({
    // Of those that are only called so elsewhere the biggest are enough.
    share: index === "others" ? 1 / 3 : 1,
    airports: db.query<{ rowid: number }, [string, number]>(
      `SELECT rowid FROM ${index} WHERE ${index} MATCH ?1 AND rowid <= ?2 ORDER BY rowid`,
    ),
    cities: db.query<Row, [string, number, number]>(
      `SELECT c.* FROM ${index} w JOIN cities c ON c.id = w.rowid
       WHERE w.${index} MATCH ?1 AND w.rowid > ?2 ORDER BY w.rowid LIMIT ?3`,
    ),
  }));
  const placesByArea = db.query<Row, [string, number, number, number, number, number]>(
    `SELECT c.* FROM cities c WHERE c.id IN (
       SELECT n.id FROM cities n
       WHERE n.longitude BETWEEN ?2 AND ?3 AND n.latitude BETWEEN ?4 AND ?5
       INTERSECT
       SELECT rowid FROM (
         SELECT w.rowid FROM words w WHERE w.words MATCH ?1
         UNION ALL SELECT o.rowid FROM others o WHERE o.others MATCH ?1
       )
     ) ORDER BY c.id LIMIT ?6`,
  );
  const placesInBox = db.query<Row, [number, number, number, number, number]>(
    // Sorted separately: in the order of the rows all cities of the world would be looked at.
    `SELECT c.* FROM cities c WHERE c.longitude BETWEEN ?1 AND ?3 AND c.latitude BETWEEN ?2 AND ?4
     ORDER BY +c.id LIMIT ?5`,
  );
  const cityOf = (row: Row): GazetteerEntry => {
    const { id, code, name, region, country, latitude, longitude } = row;
    const of = { source: "city" as const, kind: "city" as const };
    const place = { ...of, name, detail: detailOf(row), latitude, longitude };
    const city = { id: `city:${code}`, ...place };
    return { place: city, others: otherNamesOf(id), region, country, row: id - lastAirportRow };
  };
  const placesAround = (query: string, near: Point, limit: number) => {
    // A degree of longitude shrinks towards the poles.
    const wide = NEAR_DEGREES / Math.max(0.1, Math.cos((near.latitude * Math.PI) / 180));
    const [west, east] = [near.longitude - wide, near.longitude + wide];
    const [south, north] = [near.latitude - NEAR_DEGREES, near.latitude + NEAR_DEGREES];
    return placesByArea.all(query, west, east, south, north, limit);
  };
  return {
    ready: async () => {},
    airports(words) {
      if (words.length === 0) return [];
      const query = matchExpression(words);
      const rows = new Set(
        searchIndices.flatMap((index) =>
          index.airports.all(query, lastAirportRow).map((row) => row.rowid),
        ),
      );
      return [...rows].sort((a, b) => a - b).flatMap((row) => airports[row - 1] ?? []);
    },
    allAirports: () => airports,
    cities(words, { country, near, limit }) {
      if (words.length === 0) return [];
      const query = matchExpression(words, "name");
      const gazetteerMatches = (ftsQuery: string) =>
        searchIndices.flatMap((index) =>
          index.cities.all(ftsQuery, lastAirportRow, Math.ceil(limit * index.share)),
        );
      const rows = [
        ...gazetteerMatches(query),
        ...gazetteerMatches(filterByCountry(query, country)),
        ...(near ? placesAround(query, near, limit) : []),
      ];
      if (rows.length === 0 && words.length > 1)
        rows.push(...gazetteerMatches(matchExpression(words)));
      const uniqueRows = new Map(rows.map((row) => [row.id, row]));
      return [...uniqueRows.values()].sort((a, b) => a.id - b.id).map(cityOf);
    },
    citiesWithin: (box, limit) => placesInBox.all(...box, limit).map(cityOf),
    close: () => db.close(),
  };
}

/**
 * The words as a full-text query in which each must begin a word of the entry or be one in another form, the
 * first one (when `first` says so) of its name. Words are letters and digits, so quoting makes them safe.
 */
function matchExpression(words: readonly string[], first?: "name"): string {
  const column = (index: number) => (index === 0 && first ? first : "{name rest}");
  const forms = (word: string) =>
    [`"${word}"*`, ...abbreviationsOf(word).map((form) => `"${form}"`)].join(" OR ");
  return words.map((word, index) => `${column(index)} : (${forms(word)})`).join(" AND ");
}

function filterByCountry(query: string, country: string): string {
  return `${query} AND country : "country${country.toLowerCase().replace(/[^a-z]/g, "")}"`;
}

/** Where the executable, or a build from source, has its packed gazetteer; null when nowhere. */
function findPackedGazetteer(): string | null {
  const folders = [
    join(import.meta.dir, "gazetteer"),
    join(import.meta.dir, "../gazetteer"),
    join(import.meta.dir, "../../dist/gazetteer"),
  ];
  return folders.find((folder) => existsSync(join(folder, "stamp"))) ?? null;
}

/** Cities that are added at once: some milliseconds, in which nobody else is served. */
const ROWS_PER_SLICE = 2_000;

/**
 * Unpacks the packed gazetteer into the data folder, unless this very one is there already, and
 * removes older ones. Returns the path of the file. Takes a second and little memory, in small steps.
 */
export async function unpackGazetteer(packedFolder: string, dataDir: string): Promise<string> {
  const stamp = (await readFile(join(packedFolder, "stamp"), "utf8")).trim();
  const name = `gazetteer-${stamp}.sqlite`;
  const path = join(dataDir, name);
  if (existsSync(path)) return path;
  const draft = `${path}.draft`;
  // Node's streams are no part of a start.
  const { pipeline } = await import("node:stream/promises");
  const { createZstdDecompress } = await import("node:zlib");
  try {
    await pipeline(
      // Not createReadStream, which cannot read files inside the executable.
      slicesOfFile(Bun.file(join(packedFolder, "gazetteer.sqlite.zst"))),
      createZstdDecompress(),
      createWriteStream(draft),
    );
    await addCities(
      draft,
      await Bun.zstdDecompress(await readFile(join(packedFolder, PACKED_CITIES))),
    );
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  for (const other of await readdir(dataDir)) {
    if (/^gazetteer-[0-9a-f]+\.sqlite(?:\.draft)?$/.test(other) && other !== name) {
      await rm(join(dataDir, other), { force: true });
    }
  }
  return path;
}

/** Adds the cities' rows, behind the airports', and the index of other names to a gazetteer that nobody uses yet. */
async function addCities(path: string, packed: Uint8Array): Promise<void> {
  const db = new Database(path, { readwrite: true, strict: true });
  try {
    // One that was broken off is made again.
    db.run("PRAGMA journal_mode = OFF");
    db.run("PRAGMA synchronous = OFF");
    // The rank of what is found wants the names themselves: unlike that of words this index keeps them.
    db.run(`CREATE VIRTUAL TABLE others USING fts5(
      name, rest, country, detail = column, columnsize = 0, tokenize = 'ascii', prefix = '1 2'
    )`);
    const add = db.query(
      "INSERT INTO cities VALUES (?, ?, ?, ?, ?, CAST(? AS REAL), CAST(? AS REAL))",
    );
    const insertOtherNames = db.query(
      "INSERT INTO others (rowid, name, rest, country) VALUES (?, ?, ?, ?)",
    );
    const countryNames = new Intl.DisplayNames("en", { type: "region" });
    const addOtherNames = (id: number, names: string[], rest: string, country: string) => {
      if (names.length === 0) return;
      const more = searchTerms(`${rest} ${countryNames.of(country) ?? ""}`).join(" ");
      insertOtherNames.run(id, names.join("\n"), more, `country${country.toLowerCase()}`);
    };
    const airports = db.query<Row, []>("SELECT * FROM airports").all();
    const addAirportNames = ({ id, code, name, region, country }: Row, cityNames: string[]) =>
      addOtherNames(
        id,
        [...otherSpellingsOf(name), ...cityNames],
        `${name} ${code} ${region}`,
        country,
      );
    const airportsByCity = Map.groupBy(airports, (row) => row.region);
    let id = airports.length;
    for (const columns of slicesOfColumns(packed)) {
      const [codes = [], ...rest] = columns;
      const [
        named = [],
        regions = [],
        countries = [],
        latitudes = [],
        longitudes = [],
        others = [],
      ] = rest;
      db.transaction(() => {
        for (const [row, code] of codes.entries()) {
          const name = named[row] ?? "";
          const region = regions[row] ?? "";
          const country = countries[row] ?? "";
          const joinedNames = others[row] ?? "";
          add.run(++id, code, name, region, country, latitudes[row] ?? "", longitudes[row] ?? "");
          const ways = otherSpellingsOf(name);
          const all = joinedNames === "" ? ways : [...ways, ...joinedNames.split("|")];
          addOtherNames(id, all, region, country);
          // The first city of a name in a country is the biggest: the airport is there.
          const airportsWithName = airportsByCity.get(name);
          if (!airportsWithName) continue;
          for (const airport of airportsWithName)
            if (airport.country === country) addAirportNames(airport, all);
          airportsByCity.set(
            name,
            airportsWithName.filter((airport) => airport.country !== country),
          );
        }
      })();
      await Bun.sleep(0);
    }
    for (const airport of [...airportsByCity.values()].flat()) addAirportNames(airport, []);
    db.run("INSERT INTO others (others) VALUES ('optimize')");
    db.run("CREATE INDEX cities_by_place ON cities (latitude, longitude)");
  } finally {
    db.close();
  }
}

/** The ways to type a name but for that in which it is written, which the index of words has. */
function otherSpellingsOf(name: string): string[] {
  const ways = otherSpellings(name).map((way) => searchTerms(way).join(" "));
  return [...new Set(ways)];
}

/** Packed columns, some rows of each at a time: a line has their sizes, then each has a line a row. */
function* slicesOfColumns(packed: Uint8Array): Generator<string[][]> {
  const text = new TextDecoder();
  const head = packed.indexOf(NEWLINE);
  const sizes = text.decode(packed.subarray(0, head)).split(" ").map(Number);
  let end = head + 1;
  const columns = sizes.map((size) => {
    end += size;
    return packed.subarray(end - size, end);
  });
  const at = columns.map(() => 0);
  const take = (column: Uint8Array, index: number): string[] => {
    const from = at[index] ?? 0;
    let until = from;
    for (let row = 0; row < ROWS_PER_SLICE && until < column.length; row++)
      until = column.indexOf(NEWLINE, until) + 1;
    at[index] = until;
    return text.decode(column.subarray(from, Math.max(from, until - 1))).split("\n");
  };
  while ((at[0] ?? 0) < (columns[0]?.length ?? 0)) yield columns.map(take);
}

/** A file in pieces of 256 KB. Its own stream would read all of an embedded file at once. */
async function* slicesOfFile(file: Blob): AsyncGenerator<Uint8Array> {
  const size = 256 * 1024;
  for (let at = 0; at < file.size; at += size) yield await file.slice(at, at + size).bytes();
}

/** A damaged file must not block a new one. */
async function openOrDelete(path: string): Promise<Gazetteer> {
  try {
    return openGazetteer(path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * The gazetteer that the executable carries. It begins empty and fills itself when `ready` is first
 * asked for: a start pays neither the time nor the memory. When it can't, `failed` is told why, and it
 * is tried again after a minute (a full disk may have room by then).
 */
export function createGazetteer(dataDir: string, onFailure: (reason: unknown) => void): Gazetteer {
  let current = emptyGazetteer;
  let isClosed = false;
  let fillPromise: Promise<void> | undefined;
  let tryAgainAt = 0;
  async function fill(): Promise<void> {
    try {
      const packedGazetteer = findPackedGazetteer();
      if (packedGazetteer === null) throw new Error("This build has no gazetteer");
      const path = await unpackGazetteer(packedGazetteer, dataDir);
      if (!isClosed) current = await openOrDelete(path);
    } catch (reason) {
      tryAgainAt = performance.now() + RETRY_MS;
      fillPromise = undefined;
      onFailure(reason);
    }
  }
  return {
    async ready() {
      if (performance.now() >= tryAgainAt) fillPromise ??= fill();
      await fillPromise;
    },
    airports: (words) => current.airports(words),
    allAirports: () => current.allAirports(),
    cities: (words, options) => current.cities(words, options),
    citiesWithin: (box, limit) => current.citiesWithin(box, limit),
    close() {
      isClosed = true;
      current.close();
      current = emptyGazetteer;
    },
  };
}
