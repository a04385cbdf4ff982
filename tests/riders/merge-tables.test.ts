/** When two riders are merged, no column that names a person is left out. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { riderReferences } from "../../src/riders/merge-tables";

const folder = join(import.meta.dir, "../../db/schema");

async function schemaTables(): Promise<SQLiteTable[]> {
  const found: SQLiteTable[] = [];
  for (const file of readdirSync(folder))
    for (const value of Object.values(await import(join(folder, file))))
      if (is(value, SQLiteTable)) found.push(value);
  return found;
}

/** Returns the columns that name a person: by a reference to riders, or by their name. */
function personColumnsOf(table: SQLiteTable): string[] {
  const columns = getTableColumns(table);
  const columnsReferringTo = (to: (name: string) => boolean) =>
    new Set(
      getTableConfig(table).foreignKeys.flatMap((key) => {
        const { columns: own, foreignTable } = key.reference();
        return to(getTableName(foreignTable)) ? own : [];
      }),
    );
  const columnsReferringToRiders = columnsReferringTo((name) => name === "riders");
  const foreignReferences = columnsReferringTo((name) => name !== "riders");
  return Object.entries(columns)
    .filter(
      ([name, column]) =>
        columnsReferringToRiders.has(column) ||
        (!foreignReferences.has(column) &&
          /(?:rider|account|owner|actor|sender|person|user|merged)Id$/i.test(name)),
    )
    .map(([name]) => `${getTableName(table)}.${name}`);
}

/** Columns whose name matches but that never contain a rider. */
const COLUMNS_NEVER_MERGED = [
  // In a log, a rider's id is only the object of an action, and that id leads to the remaining account.
  "audit_log.actorId",
  "driver_application_events.actorId",
  "driver_availability_changes.actorId",
  "incident_events.actorId",
];

test("each column that may name a rider has a merge rule", async () => {
  const all = (await schemaTables()).flatMap(personColumnsOf);
  expect(all.length).toBeGreaterThan(25);
  const known = riderReferences.map(({ table, column }) => `${getTableName(table)}.${column}`);
  expect(
    all.filter((name) => !known.includes(name) && !COLUMNS_NEVER_MERGED.includes(name)),
  ).toEqual([]);
  expect(known.filter((name) => !all.includes(name))).toEqual([]);
  expect(COLUMNS_NEVER_MERGED.filter((name) => !all.includes(name))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test("each merge rule that keeps a column gives a reason", () => {
  for (const { mergeRule } of riderReferences)
    if (typeof mergeRule !== "string") expect(mergeRule.stays.length).toBeGreaterThan(20);
});
