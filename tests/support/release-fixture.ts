/**
 * Data folders as releases left them, small enough to keep: the schema and rows of the database, the key, and the name
 * and length of each upload. `make-release-fixture.ts` makes one.
 */
import { Database } from "bun:sqlite";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** A value as JSON stores it, with bytes in base64. */
type Kept = string | number | null | { base64: string };
type Row = Record<string, string | number | Uint8Array | null>;

interface Fixture {
  /** The content of `sqlite_schema`, in its order. */
  schema: { type: string; name: string; sql: string }[];
  /** The columns of each table. Values packed by column take half the space. */
  rows: Record<string, Record<string, Kept[]>>;
  secret: string;
  uploads: Record<string, number>;
}

export const releasesFolder = join(import.meta.dir, "../fixtures/releases");

/** Returns the names of all releases that have a fixture, oldest first. */
export function releases(): string[] {
  return readdirSync(releasesFolder)
    .flatMap((name) => /^(.+)\.json\.zst$/.exec(name)?.[1] ?? [])
    .toSorted(Intl.Collator("en", { numeric: true }).compare);
}

/** Packs a data folder that no server is using. */
export function packFolder(dataDir: string): Uint8Array {
  const db = new Database(join(dataDir, "livery.sqlite"), { readwrite: true });
  try {
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    const schema = db
      .query<Fixture["schema"][number], []>(
        "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
      )
      .all();
    const rows: Fixture["rows"] = {};
    for (const one of schema.filter(isTable)) {
      if (isSearchTable(one.name, schema)) continue;
      const columns: Record<string, Kept[]> = {};
      // A full-text index does not list its rowid among its columns, but an R*Tree does.
      const what = isFullText(one) ? "rowid, *" : "*";
      for (const row of db.query<Row, []>(`SELECT ${what} FROM "${one.name}"`).all())
        for (const [column, value] of Object.entries(row)) {
          const values = columns[column] ?? [];
          values.push(keep(value));
          columns[column] = values;
        }
      rows[one.name] = columns;
    }
    const folder = join(dataDir, "uploads");
    const uploads = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]);
    const fixture: Fixture = {
      schema,
      rows,
      secret: readFileSync(join(dataDir, "secret")).toString("base64"),
      uploads: Object.fromEntries(uploads),
    };
    return zstdCompressSync(JSON.stringify(fixture), {
      params: {
        [constants.ZSTD_c_compressionLevel]: 22,
        [constants.ZSTD_c_windowLog]: 24,
      },
    });
  } finally {
    db.close();
  }
}

/**
 * Creates the data folder of a release, with uploads of the right length but no content. Returns the number of rows of
 * each table.
 */
export function unpackRelease(name: string, dataDir: string): Record<string, number> {
  const bytes = readFileSync(join(releasesFolder, `${name}.json.zst`));
  const { schema, rows, secret, uploads } = JSON.parse(
    zstdDecompressSync(bytes).toString(),
  ) as Fixture;
  const db = new Database(join(dataDir, "livery.sqlite"), { create: true, strict: true });
  try {
    db.run("PRAGMA foreign_keys = OFF");
    db.transaction(() => {
      // A virtual table creates and fills its own tables.
      for (const one of schema.filter(isTable))
        if (!isSearchTable(one.name, schema)) db.run(one.sql);
      for (const [table, columns] of Object.entries(rows)) {
        const names = Object.keys(columns);
        if (names.length === 0) continue;
        const add = db.query(
          `INSERT INTO "${table}" (${names.map((column) => `"${column}"`).join()}) VALUES (${names.map(() => "?").join()})`,
        );
        const count = columns[names[0] ?? ""]?.length ?? 0;
        for (let at = 0; at < count; at++)
          add.run(...names.map((column) => decodeValue(columns[column]?.[at] ?? null)));
      }
      for (const one of schema) if (!isTable(one)) db.run(one.sql);
    })();
    db.run("PRAGMA journal_mode = WAL");
  } finally {
    db.close();
  }
  writeFileSync(join(dataDir, "secret"), Buffer.from(secret, "base64"), { mode: 0o600 });
  mkdirSync(join(dataDir, "uploads"), { recursive: true, mode: 0o700 });
  for (const [id, size] of Object.entries(uploads))
    writeFileSync(join(dataDir, "uploads", id), Buffer.alloc(size), { mode: 0o600 });
  return Object.fromEntries(
    Object.entries(rows).map(([table, columns]) => [table, Object.values(columns)[0]?.length ?? 0]),
  );
}

const isTable = ({ type }: { type: string }) => type === "table";
const isVirtual = ({ sql }: { sql: string }) => /^CREATE VIRTUAL/i.test(sql);
const isFullText = ({ sql }: { sql: string }) => /^CREATE VIRTUAL.*USING fts5/is.test(sql);
const isSearchTable = (table: string, schema: Fixture["schema"]) =>
  schema.some((one) => isVirtual(one) && table.startsWith(`${one.name}_`));

function keep(value: Row[string] | undefined): Kept {
  return value instanceof Uint8Array
    ? { base64: Buffer.from(value).toString("base64") }
    : (value ?? null);
}

function decodeValue(value: Kept): string | number | Uint8Array | null {
  return typeof value === "object" && value !== null ? Buffer.from(value.base64, "base64") : value;
}
