/** What the server's code is handed instead of reaching for it. */
import type { Logger } from "@logtape/logtape";
import type { Db } from "../db/open";
import type { Write } from "../db/writer";
import type { Config } from "./config";
import type { Keys } from "./keys";
import type { Bus } from "./live";
import type { Gazetteer } from "./places/gazetteer";

export type Deps = {
  config: Config;
  /** Reads. Writes go through `write`. */
  db: Db;
  write: Write;
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  keys: Keys;
  bus: Bus;
  /** Airports and cities: `createGazetteer` of the places slice, `emptyGazetteer` in tests. */
  gazetteer: Gazetteer;
  log: Logger;
  /** Aborted when the server drains: event streams end then. */
  draining: AbortSignal;
};

/** Who does something, as the logs and timelines name them. */
export type Actor = {
  kind: "rider" | "driver" | "admin" | "system";
  /** Null for the system. */
  id: string | null;
  name: string;
};
