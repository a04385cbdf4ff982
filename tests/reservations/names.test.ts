/** The names beside a trip are looked up once, and never shown after they have changed. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { eq } from "drizzle-orm";
import { drivers } from "../../db/schema/drivers";
import { namesOf } from "../../src/reservations/list/row-queries";
import { createDriver } from "../support/fleet";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;
let id: string;
beforeAll(async () => {
  server = await createTestServer();
  id = createDriver(server, { firstName: "Eric" }).id;
});
afterAll(() => server.close());

const first = () => namesOf(server.deps.db).driver(id).firstName;
const rename = (firstName: string) =>
  server.deps.write((tx) => tx.update(drivers).set({ firstName }).where(eq(drivers.id, id)).run());

test("a changed name is shown at the next read", async () => {
  expect(first()).toBe("Eric");
  expect(namesOf(server.deps.db)).toBe(namesOf(server.deps.db));
  await rename("Erica");
  expect(first()).toBe("Erica");
});

test("a name changed by another process is shown too", () => {
  expect(first()).toBe("Erica");
  const other = new Database(server.deps.db.$client.filename);
  other.run("PRAGMA busy_timeout = 1000");
  other.run("UPDATE drivers SET first_name = 'Elsewhere' WHERE id = ?", [id]);
  other.close();
  expect(first()).toBe("Elsewhere");
});

test("a name whose change was rolled back is not shown", async () => {
  await rename("Eric");
  expect(first()).toBe("Eric");
  const failed = server.deps.write((tx) => {
    tx.update(drivers).set({ firstName: "Nobody" }).where(eq(drivers.id, id)).run();
    expect(first()).toBe("Nobody");
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect(first()).toBe("Eric");
});
