/** What the server's code receives as parameters instead of importing it. */
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
  /** For reads. Writes use `write`. */
  db: Db;
  write: Write;
  /** Answer calls that are marked as heavy. If null, heavy calls are answered like all others. */
  readers: Readers | null;
  /** Milliseconds since 1970, UTC. */
  now: () => number;
  keys: Keys;
  bus: EventBus;
  /** Airports and cities: `createGazetteer` of the places slice, or `emptyGazetteer` in tests. */
  gazetteer: Gazetteer;
  /** The streets under pins and routes: `openMap` of the maps slice. */
  map: OperatorMap;
  /** Streets, addresses and routes from an imported extract: `openStreets`, or `noStreets` in most tests. */
  streets: Streets;
  log: Logger;
  /** The server's counters of its own work. */
  tally: Tally;
  /** The last errors and warnings of `log`. */
  lines: RecentLines;
  /** Aborted when the server drains, which ends event streams. */
  shutdown: AbortSignal;
};

/** The person or program that takes an action, as logs and timelines name them. */
export type Actor = {
  /** `partner`: another program, with an API key. */
  kind: "rider" | "driver" | "admin" | "system" | "partner";
  /** Null for the system. */
  id: string | null;
  name: string;
  /** For a partner, the company whose rows it is limited to. Null for all rows. */
  companyId?: string | null;
};

/** The server itself. */
export const SYSTEM_ACTOR: Actor = { kind: "system", id: null, name: "Livery" };
