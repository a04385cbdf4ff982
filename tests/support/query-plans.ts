import type { Database } from "bun:sqlite";

/**
 * Keeps the text of every statement that is prepared on a connection from now on. `stop` puts the
 * connection back as it was.
 */
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

/** SQLite's plan of a statement, a step a line. */
export function planOf($client: Database, sql: string): string {
  const statement = $client.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`);
  const steps = statement.all().map(({ detail }) => detail);
  // The plan of a write stays open else, and no other write could begin.
  statement.finalize();
  return steps.join("\n");
}
