/** When the last good backup was made and sent away, and what went wrong since: for whoever watches it. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Backup, listBackups } from "./queries";
import { dayOf } from "./rules";

const Kept = z.object({
  sent: z.object({ name: z.string(), bytes: z.number(), at: z.number() }).nullable(),
  failure: z
    .object({ of: z.enum(["backup", "store"]), at: z.number(), reason: z.string() })
    .nullable(),
});
type Kept = z.infer<typeof Kept>;

interface LastBackup extends Kept {
  /** The youngest backup by the clock in the data folder; `at` in ms, as in the others. */
  made: Backup | null;
}

const NAME = "last-backup.json";
const nothing: Kept = { sent: null, failure: null };

/** What is known of a data folder's backups by the clock. A failure stands until the same succeeds. */
export function lastBackup(dataDir: string): LastBackup {
  return {
    made: listBackups(dataDir).find(({ name }) => dayOf(name) !== null) ?? null,
    ...readKept(dataDir),
  };
}

/** Notes that one was sent to the store. */
export function noteSent(dataDir: string, sent: NonNullable<Kept["sent"]>): void {
  const { failure } = readKept(dataDir);
  write(dataDir, { sent, failure: failure?.of === "store" ? null : failure });
}

/** Notes that one was made. */
export function noteMade(dataDir: string): void {
  const kept = readKept(dataDir);
  if (kept.failure?.of === "backup") write(dataDir, { ...kept, failure: null });
}

/** Notes what hindered one. */
export function noteFailure(dataDir: string, failure: NonNullable<Kept["failure"]>): void {
  write(dataDir, { ...readKept(dataDir), failure });
}

function readKept(dataDir: string): Kept {
  const path = join(dataDir, NAME);
  if (!existsSync(path)) return nothing;
  try {
    return Kept.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // Cut short by a power cut: the next backup writes it anew.
    return nothing;
  }
}

function write(dataDir: string, kept: Kept): void {
  const path = join(dataDir, NAME);
  writeFileSync(`${path}.new`, JSON.stringify(kept), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
