/** Searches all data of a server for traces of a person: tables, messages and files. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { outbox } from "../../db/schema/notifications";
import { decryptBody } from "../../src/notifications/outbox";
import type { TestServer } from "./server";

/** Returns the traces in any file of the data folder, including the database's log. Ignores letter case. */
export function tracesOnDisk(
  { folder }: Pick<TestServer, "folder">,
  traces: readonly string[],
): string[] {
  const found: string[] = [];
  const walk = (within: string) => {
    for (const name of readdirSync(within)) {
      const path = join(within, name);
      if (statSync(path).isDirectory()) walk(path);
      else {
        const bytes = readFileSync(path).toString("latin1").toLowerCase();
        for (const trace of traces) if (bytes.includes(trace)) found.push(`${name}: ${trace}`);
      }
    }
  };
  walk(folder);
  return found;
}

/** Returns the traces in every row of every table, including virtual ones, and in the encrypted texts of messages. */
export function tracesInTables({ deps }: TestServer, traces: readonly string[]): string[] {
  const found: string[] = [];
  const look = (where: string, text: string) => {
    for (const trace of traces)
      if (text.toLowerCase().includes(trace)) found.push(`${where}: ${trace}`);
  };
  const { $client } = deps.db;
  const tables = $client
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all();
  if (tables.length < 40) throw new Error(`There are ${tables.length} tables only`);
  for (const { name } of tables)
    for (const row of $client.query<Record<string, unknown>, []>(`SELECT * FROM "${name}"`).all())
      look(
        name,
        Object.values(row)
          .map((value) =>
            value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
          )
          .join(" "),
      );
  for (const row of deps.db.select().from(outbox).all())
    if (row.body) look("message", JSON.stringify(decryptBody(deps.keys, row.body)));
  return found;
}
