/** A statement is planned when it is compiled, and not again when its parameters change. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type Db, openDatabase } from "../../db/open";

let db: Db;
beforeEach(() => {
  db = openDatabase(":memory:");
  db.$client.run("CREATE TABLE trips (id TEXT, state TEXT)");
  db.$client.run("CREATE INDEX trips_open ON trips (id) WHERE state = 'open'");
});
afterEach(() => db.$client.close());

function planOf(condition: string, ...bound: string[]): string {
  const sql = `EXPLAIN QUERY PLAN SELECT * FROM trips WHERE id = 'a' AND ${condition}`;
  const [step] = db.$client.query<{ detail: string }, string[]>(sql).all(...bound);
  return step?.detail ?? "";
}

test("a bound parameter does not decide the plan of a query, and a literal does", () => {
  expect(planOf("state = ?", "open")).not.toContain("trips_open");
  expect(planOf("state = 'open'")).toContain("trips_open");
});

test("a parameter is bound by its number and its name, and not inside quotes or comments", () => {
  const query = (sql: string) => db.$client.query<unknown, never[]>(sql);
  const values = (sql: string, ...bound: unknown[]) => query(sql).values(...(bound as never[]));
  expect(values("SELECT ?2, ?1, '?', '''?', \"?\" FROM (SELECT 'named' AS \"?\")", "a", 2)).toEqual(
    [[2, "a", "?", "'?", "named"]],
  );
  expect(values("SELECT $a + 1, $b -- what of $c?", { a: 1, b: "x" })).toEqual([[2, "x"]]);
  const bytes = Uint8Array.of(1, 2);
  expect(values("SELECT ?, typeof(?)", bytes, null)).toEqual([[bytes, "null"]]);
});
