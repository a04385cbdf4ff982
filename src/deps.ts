/** What the server's code is handed instead of reaching for it. */
import type { Logger } from "@logtape/logtape";
import type { Db } from "../db/open";
import type { Write } from "../db/writer";
import type { Config } from "./config";
import type { Keys } from "./process/keys";
import type { EventBus } from "./live-events";
import type { OperatorMap } from "./maps/operator-map";
import type { Gazetteer } from "./places/gazetteer";
import type { Streets } from "./streets/streets";
import type { Readers } from "./process/readers";
import type { RecentLines } from "./process/recent-log-lines";
import type { Tally } from "./server/tally";

export type Deps = {
  config: Config;
  /** Reads. Writes go through `write`. */
  db: Db;
  write: Write;
  /** Answer the calls that say that they are heavy; null where they are answered like all others. */
  readers: Readers | null;
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  keys: Keys;
  bus: EventBus;
  /** Airports and cities: `createGazetteer` of the places slice, `emptyGazetteer` in tests. */
  gazetteer: Gazetteer;
  /** The streets beneath pins and routes: `openMap` of the maps slice. */
  map: OperatorMap;
  /** Streets, addresses and ways from an imported extract: `openStreets`, `noStreets` in most tests. */
  streets: Streets;
  log: Logger;
  /** What the server counts of itself. */
  tally: Tally;
  /** The last errors and warnings of `log`. */
  lines: RecentLines;
  /** Aborted when the server drains: event streams end then. */
  shutdown: AbortSignal;
};

/** Who does something, as the logs and timelines name them. */
export type Actor = {
  /** `partner`: another program, with an API key. */
  kind: "rider" | "driver" | "admin" | "system" | "partner";
  /** Null for the system. */
  id: string | null;
  name: string;
  /** Of a partner: the company whose rows alone it reaches; null for all rows. */
  companyId?: string | null;
};

/** The server itself. */
export const SYSTEM_ACTOR: Actor = { kind: "system", id: null, name: "Livery" };
