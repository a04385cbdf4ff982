/** Rows are found by their columns; the statements that write them are cached, and few. */
import type { Statement } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { getTableColumns } from "drizzle-orm";
import { migrate } from "../../db/migrate";
import { type Db, openDatabase } from "../../db/open";
import { riders } from "../../db/schema/accounts";
import { assignments } from "../../db/schema/dispatch";
import { places } from "../../db/schema/places";
import { findRow, findRows, insertReturning, insertRow, updateRow } from "../../db/rows";

let db: Db;
let compiledStatements: Set<Statement>;
beforeEach(() => {
  db = openDatabase(":memory:");
  migrate(db);
  compiledStatements = new Set();
  const { $client } = db;
  const prepare = $client.prepare;
  $client.prepare = ((sql: string) => {
    const statement = prepare.call($client, sql) as Statement;
    compiledStatements.add(statement);
    return statement;
  }) as typeof prepare;
});
afterEach(() => db.$client.close());

/** Returns a rider with some of the optional columns, chosen by the bits of a number. */
function rider(bits: number) {
  const optional = ["firstName", "lastName", "pendingEmail", "pendingPhone", "email"] as const;
  const given = optional.filter((_, bit) => (bits >> bit) & 1);
  const values = Object.fromEntries(given.map((name) => [name, `${name}${bits}`]));
  return { id: `rider-${bits}`, ...values, createdAt: 1, updatedAt: 1 };
}
const isLive = (statement: Statement & { isFinalized?: boolean }) => !statement.isFinalized;

test("inserting a row with the same columns uses the same statement", () => {
  for (const name of ["firstName", "lastName", "pendingEmail", "pendingPhone", "email"])
    expect(getTableColumns(riders)).toHaveProperty(name);
  insertRow(db, riders, rider(0));
  const once = compiledStatements.size;
  insertRow(db, riders, { ...rider(0), id: "another", phone: null });
  expect(compiledStatements.size).toBe(once);
});

test("statements for only a few combinations of columns stay compiled, and every row is written", () => {
  const read = () => db.select().from(riders).all();
  for (let bits = 0; bits < 32; bits++) {
    if (bits % 2 === 0) insertRow(db, riders, rider(bits));
    else expect(insertReturning(db, riders, rider(bits))).toMatchObject(rider(bits));
  }
  expect([...compiledStatements].filter(isLive).length).toBeLessThanOrEqual(12);
  // A statement that was dropped from the cache is compiled again.
  expect(insertReturning(db, riders, { ...rider(1), id: "later" })).toMatchObject({ id: "later" });
  expect(read()).toHaveLength(33);
  expect(read().find(({ id }) => id === "rider-3")).toMatchObject(rider(3));
});

test("a row with its columns in another order is written after the first statements are dropped", () => {
  insertRow(db, riders, rider(31));
  const reorderedRow = (id: string) => ({
    email: `${id}@example.com`,
    pendingPhone: "1",
    pendingEmail: "2",
    lastName: "3",
    firstName: "4",
    id,
    createdAt: 1,
    updatedAt: 1,
  });
  insertRow(db, riders, reorderedRow("first"));
  for (let bits = 0; bits < 11; bits++) insertRow(db, riders, rider(bits));
  insertRow(db, riders, reorderedRow("second"));
  expect(findRow(db, riders, { id: "second" })).toMatchObject({ email: "second@example.com" });
});

const place = (name: string, active = true) => ({
  id: name,
  kind: "hotel" as const,
  name,
  address: "KN 4 Ave",
  latitude: -1.95,
  longitude: 30.06,
  active,
  createdAt: 1,
});

test("findRow and findRows match a row by all columns that are named", () => {
  insertRow(db, places, place("Blue gate"));
  insertRow(db, places, place("Red gate", false));
  expect(findRow(db, places, { id: "Blue gate" })).toMatchObject(place("Blue gate"));
  expect(findRow(db, places, { id: "Green gate" })).toBeUndefined();
  const found = (active: boolean) =>
    findRows(db, places, { kind: "hotel", active }).map(({ id }) => id);
  expect(found(true)).toContain("Blue gate");
  expect(found(false)).toEqual(["Red gate"]);
  expect(findRow(db, places, { active: false, id: "Blue gate" })).toBeUndefined();
});

test("a null or missing value matches no row, and naming no column throws", () => {
  const nobody: string | undefined = undefined;
  expect(findRow(db, assignments, { driverId: nobody })).toBeUndefined();
  expect(findRows(db, places, { zoneId: undefined })).toEqual([]);
  expect(() => findRows(db, places, {})).toThrow("by a column");
});

test("updateRow changes the row with the given id, and no other", () => {
  insertRow(db, places, place("Blue gate"));
  insertRow(db, places, place("Red gate"));
  updateRow(db, places, "Red gate", { keywords: "rouge" });
  expect(findRow(db, places, { id: "Red gate" })?.keywords).toBe("rouge");
  expect(findRow(db, places, { id: "Blue gate" })?.keywords).toBe("");
});
