import type { Database } from "bun:sqlite";

/** Records the text of every statement that is prepared on a connection from now on. `stop` restores the connection. */
export function recordStatements($client: Database): {
  statements: Set<string>;
  stop: () => void;
} {
  const statements = new Set<string>();
  const { prepare, query } = $client;
  $client.prepare = ((sql: string, ...rest: never[]) => {
    statements.add(sql);
    return prepare.call($client, sql, ...rest);
  }) as typeof prepare;
  $client.query = ((sql: string) => {
    statements.add(sql);
    return query.call($client, sql);
  }) as typeof query;
  const stop = () => Object.assign($client, { prepare, query });
  return { statements, stop };
}

/** Returns SQLite's plan of a statement, one step per line. */
export function planOf($client: Database, sql: string): string {
  const statement = $client.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`);
  const steps = statement.all().map(({ detail }) => detail);
  // An open plan of a write would block all other writes.
  statement.finalize();
  return steps.join("\n");
}
