/**
 * Airports and cities of the world, in a separate read-only SQLite file. The executable contains it compressed, and
 * unpacks it into the data folder once, in the background, at the first search. Until then, for a fraction of a second,
 * only the operator's places are found.
 */
import { Database } from "bun:sqlite";
import { createWriteStream, existsSync } from "node:fs";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Place, Point } from "./contract";
import { abbreviationsOf, otherSpellings, searchTerms, type Spellings, spellingsOf } from "./rules";

/** An entry with the facts for its rank. */
export interface GazetteerEntry {
  place: Place;
  /** Its names in other languages and spellings. For an airport, also those of its city. */
  otherNames: Spellings;
  /** The city of an airport, or the state of a city that has namesakes. */
  region: string;
  country: string;
  /** The row number from 1. Cities with more people have lower numbers; airports are in list order. */
  row: number;
}

export interface Gazetteer {
  /** Resolves when the gazetteer is as complete as it will ever be. Never rejects. */
  ready(): Promise<void>;
  /** Returns airports with words that begin with each of these, the more important one of a city first. */
  airports(words: readonly string[]): GazetteerEntry[];
  /** Returns all airports, some hundreds. Every call returns the same list. */
  allAirports(): readonly GazetteerEntry[];
  /**
   * Returns cities with words that begin with each of these, the first word in the name. The biggest come first: at
   * most `limit` of the world, another `limit` of `country`, and another `limit` within 50 km of `near`.
   */
  cities(
    words: readonly string[],
    options: { country: string; near: Point | null; limit: number },
  ): GazetteerEntry[];
  /** Returns the biggest cities within a box (west, south, east, north in degrees). */
  citiesWithin(box: readonly [number, number, number, number], limit: number): GazetteerEntry[];
  close(): void;
}

/** Half the side of the square around a point that counts as near, in degrees of latitude. */
const NEAR_DEGREES = 0.5;
const RETRY_MS = 60_000;

/** The file of the packed gazetteer with the cities, column by column. */
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
/** For how many places names in other languages are cached. */
const MAX_CACHED_NAMES = 20_000;

const noEntries: readonly GazetteerEntry[] = [];

/** An empty gazetteer, used until the real one is ready. */
export const emptyGazetteer: Gazetteer = {
  ready: async () => {},
  airports: () => [],
  allAirports: () => noEntries,
  cities: () => [],
  citiesWithin: () => [],
  close: () => {},
};

/** Opens an unpacked gazetteer. Throws if the file isn't one. */
export function openGazetteer(path: string): Gazetteer {
  const db = new Database(path, { readonly: true, strict: true });
  db.run("PRAGMA cache_size = -1024");
  const countryNames = new Intl.DisplayNames("en", { type: "region" });
  const detailOf = (row: Row) =>
    [row.region, countryNames.of(row.country)].filter(Boolean).join(", ");
  // The names are cached, because a place is found again with every letter that is typed.
  const cachedOtherNames = new Map<number, Spellings>();
  const otherNamesQuery = db.query<{ name: string }, [number]>(
    "SELECT name FROM others WHERE rowid = ?",
  );
  const otherNamesOf = (id: number): Spellings => {
    const cachedNames = cachedOtherNames.get(id);
    if (cachedNames) return cachedNames;
    if (cachedOtherNames.size >= MAX_CACHED_NAMES) cachedOtherNames.clear();
    const [otherNamesRow] = otherNamesQuery.all(id);
    const names = otherNamesRow ? spellingsOf(...otherNamesRow.name.split("\n")) : noSpellings;
    cachedOtherNames.set(id, names);
    return names;
  };
  // Airports stay in memory, because fares need all of them, and some words match hundreds. Their rows precede those of
  // the cities, starting from 1.
  const airports = db
    .query<Row, []>("SELECT * FROM airports ORDER BY id")
    .all()
    .map((row): GazetteerEntry => {
      const { id, code, name, region, country, latitude, longitude } = row;
      const detail = detailOf(row);
      const of = { source: "airport" as const, kind: "airport" as const };
      const place = { ...of, name, detail, latitude, longitude, iata: code };
      const airport = { id: `airport:${code}`, ...place };
      return { place: airport, otherNames: otherNamesOf(id), region, country, row: id };
    });
  const lastAirportRow = airports.length;
  // There are two indexes: one of the original names, which is packed, and one of the other names.
  const searchIndices = (["words", "others"] as const).map((index) => ({
    // For matches by another name, the biggest cities are enough.
    share: index === "others" ? 1 / 3 : 1,
    airports: db.query<{ rowid: number }, [string, number]>(
      `SELECT rowid FROM ${index} WHERE ${index} MATCH ?1 AND rowid <= ?2 ORDER BY rowid`,
    ),
    cities: db.query<Row, [string, number, number]>(
      `SELECT c.* FROM ${index} w JOIN cities c ON c.id = w.rowid
       WHERE w.${index} MATCH ?1 AND w.rowid > ?2 ORDER BY w.rowid LIMIT ?3`,
    ),
  }));
  const citiesByAreaQuery = db.query<Row, [string, number, number, number, number, number]>(
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
  const citiesInBoxQuery = db.query<Row, [number, number, number, number, number]>(
    // Sorted separately, because in row order SQLite would check all cities of the world.
    `SELECT c.* FROM cities c WHERE c.longitude BETWEEN ?1 AND ?3 AND c.latitude BETWEEN ?2 AND ?4
     ORDER BY +c.id LIMIT ?5`,
  );
  const cityOf = (row: Row): GazetteerEntry => {
    const { id, code, name, region, country, latitude, longitude } = row;
    const of = { source: "city" as const, kind: "city" as const };
    const place = { ...of, name, detail: detailOf(row), latitude, longitude };
    const city = { id: `city:${code}`, ...place };
    return { place: city, otherNames: otherNamesOf(id), region, country, row: id - lastAirportRow };
  };
  const citiesAround = (query: string, near: Point, limit: number) => {
    // A degree of longitude shrinks towards the poles.
    const longitudeDegrees =
      NEAR_DEGREES / Math.max(0.1, Math.cos((near.latitude * Math.PI) / 180));
    const [west, east] = [near.longitude - longitudeDegrees, near.longitude + longitudeDegrees];
    const [south, north] = [near.latitude - NEAR_DEGREES, near.latitude + NEAR_DEGREES];
    return citiesByAreaQuery.all(query, west, east, south, north, limit);
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
      const cityMatches = (ftsQuery: string) =>
        searchIndices.flatMap((index) =>
          index.cities.all(ftsQuery, lastAirportRow, Math.ceil(limit * index.share)),
        );
      const rows = [
        ...cityMatches(query),
        ...cityMatches(filterByCountry(query, country)),
        ...(near ? citiesAround(query, near, limit) : []),
      ];
      if (rows.length === 0 && words.length > 1) rows.push(...cityMatches(matchExpression(words)));
      const uniqueRows = new Map(rows.map((row) => [row.id, row]));
      return [...uniqueRows.values()].sort((a, b) => a.id - b.id).map(cityOf);
    },
    citiesWithin: (box, limit) => citiesInBoxQuery.all(...box, limit).map(cityOf),
    close: () => db.close(),
  };
}

/**
 * Returns the words as a full-text query: each must begin a word of the entry or be another form of one. `first`
 * restricts the first word to the name. Words are letters and digits, so quoting makes them safe.
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

/** Returns the folder of the packed gazetteer for the executable or a build from source, or null if there is none. */
function findPackedGazetteer(): string | null {
  const folders = [
    join(import.meta.dir, "gazetteer"),
    join(import.meta.dir, "../gazetteer"),
    join(import.meta.dir, "../../dist/gazetteer"),
  ];
  return folders.find((folder) => existsSync(join(folder, "stamp"))) ?? null;
}

/** How many cities are added at once. That takes some milliseconds, in which no request is served. */
const ROWS_PER_SLICE = 2_000;

/**
 * Unpacks the packed gazetteer into the data folder, unless the same version is already there, and removes older ones.
 * Returns the path of the file. Takes a second and little memory, in small steps.
 */
export async function unpackGazetteer(packedFolder: string, dataDir: string): Promise<string> {
  const stamp = (await readFile(join(packedFolder, "stamp"), "utf8")).trim();
  const name = `gazetteer-${stamp}.sqlite`;
  const path = join(dataDir, name);
  if (existsSync(path)) return path;
  const draftPath = `${path}.draft`;
  // Loaded here, because a start doesn't need Node's streams.
  const { pipeline } = await import("node:stream/promises");
  const { createZstdDecompress } = await import("node:zlib");
  try {
    await pipeline(
      // `createReadStream` cannot read files inside the executable.
      slicesOfFile(Bun.file(join(packedFolder, "gazetteer.sqlite.zst"))),
      createZstdDecompress(),
      createWriteStream(draftPath),
    );
    await addCities(
      draftPath,
      await Bun.zstdDecompress(await readFile(join(packedFolder, PACKED_CITIES))),
    );
    await rename(draftPath, path);
  } catch (error) {
    await rm(draftPath, { force: true });
    throw error;
  }
  for (const other of await readdir(dataDir)) {
    if (/^gazetteer-[0-9a-f]+\.sqlite(?:\.draft)?$/.test(other) && other !== name) {
      await rm(join(dataDir, other), { force: true });
    }
  }
  return path;
}

/** Adds the cities' rows, after the airports', and the index of other names to a gazetteer that isn't in use yet. */
async function addCities(path: string, packed: Uint8Array): Promise<void> {
  const db = new Database(path, { readwrite: true, strict: true });
  try {
    // The file needs no journal, because an interrupted one is created again.
    db.run("PRAGMA journal_mode = OFF");
    db.run("PRAGMA synchronous = OFF");
    // Ranking needs the names themselves, so this index stores them, unlike the index of words.
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
      const restTerms = searchTerms(`${rest} ${countryNames.of(country) ?? ""}`).join(" ");
      insertOtherNames.run(id, names.join("\n"), restTerms, `country${country.toLowerCase()}`);
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
        names = [],
        regions = [],
        countries = [],
        latitudes = [],
        longitudes = [],
        others = [],
      ] = rest;
      db.transaction(() => {
        for (const [row, code] of codes.entries()) {
          const name = names[row] ?? "";
          const region = regions[row] ?? "";
          const country = countries[row] ?? "";
          const joinedNames = others[row] ?? "";
          add.run(++id, code, name, region, country, latitudes[row] ?? "", longitudes[row] ?? "");
          const spellings = otherSpellingsOf(name);
          const otherNames =
            joinedNames === "" ? spellings : [...spellings, ...joinedNames.split("|")];
          addOtherNames(id, otherNames, region, country);
          // The first city with a name in a country is the biggest, so the airport belongs to it.
          const airportsWithName = airportsByCity.get(name);
          if (!airportsWithName) continue;
          for (const airport of airportsWithName)
            if (airport.country === country) addAirportNames(airport, otherNames);
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

/** Returns the spellings of a name except the original one, which is in the index of words. */
function otherSpellingsOf(name: string): string[] {
  const spellings = otherSpellings(name).map((way) => searchTerms(way).join(" "));
  return [...new Set(spellings)];
}

/**
 * Yields packed columns, some rows of each at a time. The first line has the sizes of the columns; then each column has
 * a line per row.
 */
function* slicesOfColumns(packed: Uint8Array): Generator<string[][]> {
  const text = new TextDecoder();
  const head = packed.indexOf(NEWLINE);
  const sizes = text.decode(packed.subarray(0, head)).split(" ").map(Number);
  let end = head + 1;
  const columns = sizes.map((size) => {
    end += size;
    return packed.subarray(end - size, end);
  });
  const offsets = columns.map(() => 0);
  const take = (column: Uint8Array, index: number): string[] => {
    const from = offsets[index] ?? 0;
    let until = from;
    for (let row = 0; row < ROWS_PER_SLICE && until < column.length; row++)
      until = column.indexOf(NEWLINE, until) + 1;
    offsets[index] = until;
    return text.decode(column.subarray(from, Math.max(from, until - 1))).split("\n");
  };
  while ((offsets[0] ?? 0) < (columns[0]?.length ?? 0)) yield columns.map(take);
}

/** Yields a file in pieces of 256 KB. Its own stream would read all of an embedded file at once. */
async function* slicesOfFile(file: Blob): AsyncGenerator<Uint8Array> {
  const size = 256 * 1024;
  for (let at = 0; at < file.size; at += size) yield await file.slice(at, at + size).bytes();
}

/** Opens an unpacked gazetteer. If the file is damaged, deletes it, so that it doesn't block a new one, and throws. */
async function openOrDelete(path: string): Promise<Gazetteer> {
  try {
    return openGazetteer(path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * Creates the gazetteer of the executable. It is empty until the first call of `ready` fills it, so that a start needs
 * neither the time nor the memory. After a failure, `onFailure` receives the reason, and the gazetteer tries again
 * after a minute (a full disk may have room by then).
 */
export function createGazetteer(dataDir: string, onFailure: (reason: unknown) => void): Gazetteer {
  let current = emptyGazetteer;
  let isClosed = false;
  let fillPromise: Promise<void> | undefined;
  let tryAgainAt = 0;
  async function fill(): Promise<void> {
    try {
      const packedFolder = findPackedGazetteer();
      if (packedFolder === null) throw new Error("This build has no gazetteer");
      const path = await unpackGazetteer(packedFolder, dataDir);
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
