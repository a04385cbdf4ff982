/** Reads the connections, defined by the environment or on the screen. */
import { connections } from "../../../db/schema/connections";
import { prepared } from "../../../db/prepared";
import { findRow } from "../../../db/rows";
import type { Config } from "../../config";
import type { Deps } from "../../deps";
import { type Connection, type ConnectionFields, ConnectionId } from "./connection-contract";
import { connectionKinds } from "./connection-kinds";

type Source = Pick<Deps, "config" | "db" | "keys" | "log">;
type StoredConnection = typeof connections.$inferSelect;

// Needed for each message and each typed address. Rows are read each time, but decrypted only if one of them has
// changed.
const connectionCache = prepared((db) => ({
  statement: db.select().from(connections).prepare(),
  rows: "",
  base: null as Config | null,
  config: null as Config | null,
}));

/**
 * Returns the configuration with the owner's connections from the screen. The environment overrides them. Read it at
 * each use, because it changes while the server runs.
 */
export function connectedConfig(deps: Source): Config {
  const cache = connectionCache(deps.db);
  const storedRows = cache.statement.values() as unknown[][];
  if (storedRows.length === 0) return deps.config;
  const rows = JSON.stringify(storedRows);
  if (cache.config && cache.rows === rows && cache.base === deps.config) return cache.config;
  const config = { ...deps.config };
  for (const row of cache.statement.all()) Object.assign(config, connectionConfig(deps, row));
  cache.rows = rows;
  cache.base = deps.config;
  cache.config = config;
  return config;
}

/**
 * Returns the part of the configuration that a row gives. Empty if the environment defines it, or if the row cannot be
 * read.
 */
function connectionConfig(deps: Source, row: StoredConnection): Partial<Config> {
  const id = ConnectionId.safeParse(row.id).data;
  if (!id || row.fields === null || lockingVariables(deps, id).length > 0) return {};
  const { read, config } = connectionKinds[id];
  const fields = readAllFields(deps, row);
  const parsedFields = fields && read(fields);
  return parsedFields && "fields" in parsedFields ? config(parsedFields.fields, deps.config) : {};
}

/** Returns the fields with the secrets. Null if they were encrypted with another key, which is logged. */
function readAllFields(deps: Source, row: StoredConnection): ConnectionFields | null {
  try {
    const secrets = row.secrets === null ? {} : JSON.parse(deps.keys.decrypt(row.secrets));
    return { ...row.fields, ...(secrets as ConnectionFields) };
  } catch {
    deps.log.error("The connection {id} was encrypted with another key. Connect it again.", {
      id: row.id,
    });
    return null;
  }
}

/** Returns the environment variables that define a connection. */
export function lockingVariables({ config }: Pick<Deps, "config">, id: ConnectionId): string[] {
  return connectionKinds[id].variables.filter((name) => config.setVariables.has(name));
}

/** Whether a service is connected on the screen, or once was. */
export function wasConnected(deps: Pick<Deps, "db">, id: ConnectionId): boolean {
  return findRow(deps.db, connections, { id }) !== undefined;
}

/** Returns a connection with its secrets, for use within the server. */
export function storedConnection(deps: Source, id: ConnectionId) {
  const row = findRow(deps.db, connections, { id });
  const fields = row?.fields ? readAllFields(deps, row) : null;
  return { version: row?.version ?? 0, fields };
}

/** Returns a connection as the screen shows it. Of the secrets it has only the names. */
export function readConnection(deps: Source, id: ConnectionId): Connection {
  const locked = lockingVariables(deps, id);
  const { version, fields } = storedConnection(deps, id);
  if (locked.length > 0 || fields === null) return { locked, fields: null, secrets: [], version };
  const { secrets } = connectionKinds[id];
  const entries = Object.entries(fields);
  return {
    locked,
    fields: Object.fromEntries(entries.filter(([name]) => !secrets.includes(name))),
    secrets: entries.flatMap(([name, value]) =>
      secrets.includes(name) && value !== "" ? [name] : [],
    ),
    version,
  };
}
