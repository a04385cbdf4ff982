/** Opens a data folder, for the server and for commands that run beside it. */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "@logtape/logtape";
import { lockFolder } from "../../db/lock";
import {
  ForeignDatabaseError,
  migrate,
  countMigrations,
  NewerDatabaseError,
} from "../../db/migrate";
import { migrations } from "../../db/migrations/list";
import { openDatabase } from "../../db/open";
import { createWriter } from "../../db/writer";
import type { Config } from "../config";
import type { Deps } from "../deps";
import { createEventBus } from "../live-events";
import { openConnectedMap } from "../maps/connected-map";
import { emptyMap } from "../maps/operator-map";
import { MapFileError } from "../maps/tile-file";
import { emptyGazetteer, type Gazetteer, createGazetteer } from "../places/gazetteer";
import { createTally } from "../server/tally";
import { noStreets, openStreets } from "../streets/streets";
import { changeOwnerToFolder, notOpenedMessage } from "./folder-owner";
import { loadKeys } from "./keys";
import { openLog } from "./log";
import { createReaders } from "./readers";
import { createRecentLogLines } from "./recent-log-lines";
import { withReadableErrors, StartError } from "./start-error";
import { version } from "./version";

/** Opens the data folder: takes the lock (when serving), loads the keys, migrates the database. */
export async function openFolder(config: Config, options: { lock: boolean }) {
  // An existing folder may be readable by others. New files in it must not be.
  process.umask(0o077);
  withReadableErrors(config.dataDir, () => {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    for (const folder of ["uploads", "backups"])
      mkdirSync(join(config.dataDir, folder), { recursive: true, mode: 0o700 });
    if (options.lock) lockFolder(join(config.dataDir, "lock"));
  });
  if (existsSync(join(config.dataDir, "restoring")))
    throw new StartError(
      "A restore was interrupted, so the data folder is incomplete. Run the restore again: livery restore FILE",
    );
  const tally = createTally();
  const lines = createRecentLogLines();
  const log = await openLog(config, (line) => {
    lines.add(line);
    tally.count("livery_log_lines_total", `level="${line.level}"`);
  });
  const path = join(config.dataDir, "livery.sqlite");
  const shutdown = new AbortController();
  // The secret is created after the database, so a secret means that there was a database.
  const databaseStats = statSync(path, { throwIfNoEntry: false });
  if (databaseStats?.size === 0 && existsSync(join(config.dataDir, "secret")))
    throw new StartError(
      `${path} is empty but has held data before. Restore a backup: livery restore FILE`,
    );
  try {
    const db = openDatabase(path);
    const appliedCount = countMigrations(db);
    if (appliedCount > 0 && appliedCount < migrations.length) {
      const { copyBeforeUpgrade } = await import("../backup/pre-upgrade-copy");
      const copy = await copyBeforeUpgrade(db.$client, config.dataDir, appliedCount);
      log.info(
        "Livery {version} upgrades the database. A copy from before the upgrade is in {copy}",
        {
          version,
          copy,
        },
      );
    }
    // A running server checkpoints the write-ahead log, so commands beside it do not.
    if (!options.lock) db.$client.run("PRAGMA wal_autocheckpoint = 0");
    const appliedMigrationNames = migrate(db);
    if (appliedMigrationNames.length > 0)
      log[appliedCount > 0 ? "info" : "debug"]("Applied the migrations {names}", {
        names: appliedMigrationNames.join(", "),
      });
    const deps: Deps = {
      config,
      db,
      write: createWriter(db),
      readers: options.lock ? createReaders(config, log) : null,
      now: Date.now,
      keys: loadKeys(config.dataDir),
      bus: createEventBus(),
      log,
      tally,
      lines,
      shutdown: shutdown.signal,
      gazetteer: options.lock ? createFolderGazetteer(config, log) : emptyGazetteer,
      map: emptyMap,
      streets: options.lock
        ? openStreets(config.dataDir, (reason) =>
            log.error("The streets cannot be used: {reason}", { reason }),
          )
        : noStreets,
    };
    if (options.lock)
      deps.map = openConnectedMap(deps, (reason) =>
        log.warning(
          "The map style cannot be used: {reason}. Maps stay plain until this is fixed.",
          {
            reason,
          },
        ),
      );
    changeOwnerToFolder(config.dataDir);
    return { deps, shutdown };
  } catch (error) {
    if (error instanceof MapFileError) throw new StartError(error.message);
    if (error instanceof NewerDatabaseError || error instanceof ForeignDatabaseError)
      throw new StartError(error.message);
    if (error instanceof Error && "code" in error && /CORRUPT|NOTADB/.test(String(error.code)))
      throw new StartError(
        `${path} is damaged (${error.message}). It was not changed. Restore a backup: livery restore FILE`,
      );
    const why = notOpenedMessage(error, path);
    throw why ? new StartError(why) : error;
  }
}

function createFolderGazetteer(config: Config, log: Logger): Gazetteer {
  return createGazetteer(config.dataDir, (reason) =>
    log.error("Searching for airports and cities does not work: {reason}", { reason }),
  );
}
