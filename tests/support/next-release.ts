/**
 * The database changes of a next release. Preloaded, this adds a migration to those of this release, so that tests try
 * an upgrade whichever migrations exist.
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

/** The migrations of the next release. This release's own list is not changed. */
export const nextMigrations = [...migrations, nextMigration];

// Only in a separate process that preloads this file with --preload.
if (process.env.NEXT_RELEASE === "true") Array.prototype.push.call(migrations, nextMigration);
