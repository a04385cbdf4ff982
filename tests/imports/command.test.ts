/** A fleet moves in with files of three systems: every row is checked, undone and imported again. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { imports } from "../../db/schema/imports";
import { payments } from "../../db/schema/payments";
import { reservationEvents } from "../../db/schema/reservations";
import { readArguments, runImportCommand, undoFromCommand } from "../../src/imports/command";
import { exportAsCsv } from "../../src/imports/queries";
import { expectImported, rowCounts } from "../support/imported-fleet";
import {
  toFrenchFiles,
  toLimousineFiles,
  toTaxiFiles,
  counts,
  fleetOf,
  importOrder,
  type SystemFiles,
} from "../support/other-systems";
import { createTestServer, START, type TestServer } from "../support/server";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

let output: string[] = [];
/** Runs the command on a text, and returns its exit code. */
async function run(kind: string, text: string, ...options: string[]): Promise<number> {
  const path = join(server.folder, `${kind}.csv`);
  writeFileSync(path, text);
  const command = readArguments([kind, path, ...options]);
  if (!command) throw new Error(`No such command: ${kind} ${options.join(" ")}`);
  output = [];
  return runImportCommand(server.deps, command, (line) => output.push(line));
}

const searchIndexBytes = () =>
  server.deps.db.$client
    .query<{ n: number }, []>("SELECT sum(length(block)) AS n FROM reservation_search_data")
    .get()?.n;

let fleet = fleetOf(START);

/** Imports all files of a system, with the payments from their own file. */
async function importAll(files: SystemFiles): Promise<void> {
  for (const kind of importOrder) {
    const more = kind === "reservations" ? ["--unpaid"] : [];
    expect([kind, await run(kind, files[kind], ...more), output.slice(-30)]).toEqual([
      kind,
      0,
      expect.anything(),
    ]);
  }
}

async function undoAll(): Promise<void> {
  const done = server.deps.db
    .select()
    .from(imports)
    .all()
    .filter(({ state }) => state === "applied");
  for (const { id } of done.toReversed()) await undoFromCommand(server.deps, id, () => {});
}

describe("the import of a whole fleet", () => {
  // The systems write their files in different formats.
  for (const [name, write, past] of [
    ["a limousine system", toLimousineFiles, 5_000],
    ["a taxi system", toTaxiFiles, 300],
    ["a French office", toFrenchFiles, 300],
  ] as const)
    test(`from ${name} can be undone and repeated`, async () => {
      fleet = fleetOf(START, past);
      const before = rowCounts(server.deps);
      await importAll(write(fleet));
      await expectImported((kind) => [...exportAsCsv(server.deps, kind)].join(""), fleet);
      expect(rowCounts(server.deps)).toMatchObject({
        vehicles: counts.vehicles,
        members: counts.companies * 2,
        centres: counts.companies * 2,
        trips: past + counts.upcoming,
        messages: before.messages,
      });
      await undoAll();
      expect(rowCounts(server.deps)).toEqual(before);
      // The search index keeps no word of the trips, not even marked as deleted.
      expect(searchIndexBytes()).toBeLessThan(100);
      await importAll(write(fleet));
      await expectImported((kind) => [...exportAsCsv(server.deps, kind)].join(""), fleet);
    }, 240_000);
});

test("only undoing an import of reservations can delete rows of the log and the ledger", async () => {
  fleet = fleetOf(START, 10);
  await importAll(toLimousineFiles(fleet));
  const { db } = server.deps;
  db.update(imports).set({ state: "undoing" }).where(eq(imports.kind, "riders")).run();
  for (const table of [reservationEvents, payments])
    expect(() => db.delete(table).run()).toThrow("append-only");
  db.update(imports).set({ state: "undoing" }).where(eq(imports.kind, "reservations")).run();
  for (const table of [payments, reservationEvents]) db.delete(table).run();
  expect(rowCounts(server.deps)).toMatchObject({ events: 0, payments: 0 });
});
