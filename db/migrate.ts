/** Applies the embedded migrations at start. */
import type { Db } from "./open";
import { migrations } from "./migrations/list";
import { migrationSteps } from "./migrations/steps";

/** The database was written by a newer Livery, so this one does not open it. */
export class NewerDatabaseError extends Error {}

/** The database was written by a Livery with other migrations. */
export class ForeignDatabaseError extends Error {}

/** The number of migrations that were applied to the database; 0 for a new one. */
export function countMigrations(db: Db): number {
  const tableCount = db.$client
    .query<{ n: number }, []>(
      "SELECT count(*) AS n FROM sqlite_master WHERE name = 'schema_migrations'",
    )
    .get();
  if (!tableCount?.n) return 0;
  const appliedCount = db.$client
    .query<{ n: number }, []>("SELECT count(*) AS n FROM schema_migrations")
    .get();
  return appliedCount?.n ?? 0;
}

/**
 * Applies all missing migrations in one immediate transaction, so a killed migration leaves the old schema
 * intact. Returns the names of the applied migrations. Throws `NewerDatabaseError` if the file has migrations
 * that this executable does not know. Tests pass a `list` of other migrations.
 */
export function migrate(db: Db, list = migrations): string[] {
  const client = db.$client;
  client.run(
    "CREATE TABLE IF NOT EXISTS schema_migrations (position INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL)",
  );
  const appliedMigrationNames: string[] = [];
  client
    .transaction(() => {
      const appliedMigrations = client
        .query<{ position: number; name: string }, []>(
          "SELECT position, name FROM schema_migrations ORDER BY position",
        )
        .all();
      if (appliedMigrations.length > list.length)
        throw new NewerDatabaseError(
          `The database has ${appliedMigrations.length} migrations, but this version of Livery knows only ${list.length}. Start the newer executable.`,
        );
      for (const row of appliedMigrations)
        if (list[row.position]?.name !== row.name)
          throw new ForeignDatabaseError(
            `This version of Livery does not know migration ${row.position} of the database, "${row.name}".`,
          );
      for (const [position, migration] of list.entries()) {
        if (position < appliedMigrations.length) continue;
        migrationSteps[migration.name]?.(client);
        for (const statement of migration.sql.split("--> statement-breakpoint"))
          if (statement.trim()) client.run(statement);
        client
          .query("INSERT INTO schema_migrations (position, name, applied_at) VALUES (?, ?, ?)")
          .run(position, migration.name, Date.now());
        appliedMigrationNames.push(migration.name);
      }
    })
    .immediate();
  return appliedMigrationNames;
}
