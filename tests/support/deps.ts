/** The dependencies of the server's code, opened on a folder for tests, races and benchmarks. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getLogger } from "@logtape/logtape";
import { migrate } from "../../db/migrate";
import { openDatabase } from "../../db/open";
import { createWriter } from "../../db/writer";
import { readConfig } from "../../src/config";
import type { Deps } from "../../src/deps";
import { loadKeys } from "../../src/process/keys";
import { createEventBus } from "../../src/live-events";
import { openConnectedMap } from "../../src/maps/connected-map";
import { emptyMap } from "../../src/maps/operator-map";
import { emptyGazetteer } from "../../src/places/gazetteer";
import { createRecentLogLines } from "../../src/process/recent-log-lines";
import { openStreets } from "../../src/streets/streets";
import { createTally } from "../../src/server/tally";

/** A new database with the newest schema, as bytes, made once for each process and copied for each test. */
let migratedDatabase: Uint8Array | undefined;

function writeMigratedDatabase(path: string): void {
  if (!migratedDatabase) {
    const db = openDatabase(":memory:");
    migrate(db);
    migratedDatabase = db.$client.serialize();
    db.$client.close();
  }
  writeFileSync(path, migratedDatabase);
}

/** Opens the folder with its database at the newest schema. `environment` has an operator's variables. */
export function openDeps(folder: string, environment: Record<string, string> = {}): Deps {
  const path = join(folder, "livery.sqlite");
  if (!existsSync(path)) writeMigratedDatabase(path);
  const db = openDatabase(path);
  migrate(db);
  const config = readConfig({ DATA_DIR: folder, ...environment }, folder);
  const deps: Deps = {
    config,
    db,
    write: createWriter(db),
    readers: null,
    now: Date.now,
    keys: loadKeys(folder),
    bus: createEventBus(),
    gazetteer: emptyGazetteer,
    map: emptyMap,
    streets: openStreets(folder, () => {}),
    log: getLogger("livery"),
    tally: createTally(),
    lines: createRecentLogLines(),
    shutdown: new AbortController().signal,
  };
  return { ...deps, map: openConnectedMap(deps, () => {}) };
}
