/** What the server's code is handed instead of reaching for it. */
import type { Logger } from "@logtape/logtape";
import type { Db } from "../db/open";
import type { Tx, Write } from "../db/writer";
import type { Config } from "./config";
import type { Keys } from "./process/keys";
import type { Bus } from "./live";
import type { OperatorMap } from "./maps/operator-map";
import type { Gazetteer } from "./places/gazetteer";
import type { RecentLines } from "./process/recent-lines";
import type { Tally } from "./server/tally";

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
  /**
   * Address at which somebody without an account follows a trip, for the message that its driver is
   * on the way; null when the rider revoked it. `trackingUrl` of the tracking slice, which comes
   * after the one that writes the message. Runs in the caller's transaction.
   */
  trackingUrl: (deps: Deps, tx: Tx, reservationId: string) => string | null;
  /**
   * A trip's receipt as its rider gets it, for the message that brings it: `receiptOf` of the reservations
   * slice, which comes after the one that sends it. Null where there is none any more.
   */
  receiptOf: (
    deps: Deps,
    reservationId: string,
  ) => Promise<{ name: string; bytes: Uint8Array } | null>;
  /** The streets beneath pins and routes: `openMap` of the maps slice. */
  map: OperatorMap;
  log: Logger;
  /** What the server counts of itself. */
  tally: Tally;
  /** The last errors and warnings of `log`. */
  lines: RecentLines;
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

/** The server itself. */
export const SYSTEM: Actor = { kind: "system", id: null, name: "Livery" };
