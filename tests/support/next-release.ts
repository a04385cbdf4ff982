/**
 * What the next release would do to the database: preloaded, it adds a migration to those of this one, so
 * that an upgrade is tried whichever migrations there are.
 */
import { migrations } from "../../db/migrations/list";

export const nextMigration = {
  name: "9000_next_release",
  sql: [
    "ALTER TABLE riders ADD COLUMN next_release TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE next_release (id TEXT PRIMARY KEY)",
    "INSERT INTO next_release SELECT id FROM riders",
    "CREATE INDEX riders_next_release ON riders (next_release)",
  ].join("--> statement-breakpoint\n"),
};

/** The migrations that the next release has; those of this one are left alone. */
export const nextMigrations = [...migrations, nextMigration];

// In a process of its own, by --preload.
if (process.env.NEXT_RELEASE === "true") Array.prototype.push.call(migrations, nextMigration);
