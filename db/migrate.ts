/** Applies the embedded migrations at start. */
import type { Db } from "./open";
import { migrations } from "./migrations/list";

/** The database was written by a newer Livery: this one leaves it alone. */
export class NewerDatabaseError extends Error {}

/** The database was written by a Livery whose migrations were not these. */
export class ForeignDatabaseError extends Error {}

/** How many migrations the database has had; 0 for a new one. */
export function migrationsOf(db: Db): number {
  const has = db.$client
    .query<{ n: number }, []>(
      "SELECT count(*) AS n FROM sqlite_master WHERE name = 'schema_migrations'",
    )
    .get();
  if (!has?.n) return 0;
  const known = db.$client
    .query<{ n: number }, []>("SELECT count(*) AS n FROM schema_migrations")
    .get();
  return known?.n ?? 0;
}

/**
 * Brings the database to the newest schema, all missing migrations in one immediate transaction:
 * a kill in the middle leaves the old schema whole. Returns the names of the applied migrations.
 * Throws `NewerDatabaseError` when the file knows migrations this executable doesn't. Tests hand over a `list`
 * of other migrations than this executable's.
 */
export function migrate(db: Db, list = migrations): string[] {
  const client = db.$client;
  client.run(
    "CREATE TABLE IF NOT EXISTS schema_migrations (position INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL)",
  );
  const applied: string[] = [];
  client
    .transaction(() => {
      const appliedMigrations = client
        .query<{ position: number; name: string }, []>(
          "SELECT position, name FROM schema_migrations ORDER BY position",
        )
        .all();
      if (appliedMigrations.length > list.length)
        throw new NewerDatabaseError(
          `The database has ${appliedMigrations.length} migrations, this Livery knows ${list.length}: start the newer executable.`,
        );
      for (const row of appliedMigrations)
        if (list[row.position]?.name !== row.name)
          throw new ForeignDatabaseError(`Migration ${row.position} is "${row.name}" in the file.`);
      for (const [position, migration] of list.entries()) {
        if (position < appliedMigrations.length) continue;
        migration.before?.(client);
        for (const statement of migration.sql.split("--> statement-breakpoint"))
          if (statement.trim()) client.run(statement);
        client
          .query("INSERT INTO schema_migrations (position, name, applied_at) VALUES (?, ?, ?)")
          .run(position, migration.name, Date.now());
        applied.push(migration.name);
      }
    })
    .immediate();
  return applied;
}
