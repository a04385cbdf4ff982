/** The owner connects services of others, and disconnects them. */
import type { Db } from "../../../db/open";
import { connections } from "../../../db/schema/connections";
import { findRow } from "../../../db/rows";
import { appendAudit } from "../../audit/actions";
import type { AuditAction } from "../../audit/contract";
import { changedNames } from "../../audit/rules";
import { requireSeenRecord } from "../../audit/concurrent-change-queries";
import type { Config } from "../../config";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { raiseSettingsVersion } from "../actions";
import type { ConnectionFields, ConnectionId, SaveConnection } from "./connection-contract";
import { isBlockedHost } from "./connection-hosts";
import { connectionKinds } from "./connection-kinds";
import { lockingVariables, storedConnection } from "./connection-queries";

const ENTER_AGAIN_MESSAGE = "Enter this secret again, because the server or account has changed.";

/**
 * Connects a service, at once and without a restart. 400 with what is wrong by field, 409 when somebody else changed
 * it first, 422 `settings.configured` where the environment says it.
 */
export async function saveConnection(
  deps: Deps,
  actor: Actor,
  id: ConnectionId,
  { fields: typed, version }: SaveConnection,
): Promise<void> {
  refuseLockedConnection(deps, id);
  requireSeenConnection(deps.db, id, version);
  const fields = await readEnteredFields(deps, id, typed);
  const kind = connectionKinds[id];
  const part = (isSecret: boolean) =>
    Object.fromEntries(
      Object.entries(fields).filter(
        ([name, value]) => kind.secrets.includes(name) === isSecret && (!isSecret || value !== ""),
      ),
    );
  const secrets = part(true);
  await change(deps, actor, id, version, {
    action: "settings.provider_connected",
    summary: `Connected ${kind.name}`,
    // Names alone: no typed value is in the log.
    changed: changedNames(
      auditFields(storedConnection(deps, id).fields ?? {}),
      auditFields(fields),
    ),
    values: {
      fields: part(false),
      secrets:
        Object.keys(secrets).length === 0 ? null : deps.keys.encrypt(JSON.stringify(secrets)),
    },
  });
}

/** With null for what is empty or was never typed. */
function auditFields(fields: ConnectionFields): Record<string, string | null> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value || null]));
}

/** Disconnects a service and deletes its secrets. Refusals as of `saveConnection`; 409 where there is nothing. */
export async function endConnection(
  deps: Deps,
  actor: Actor,
  id: ConnectionId,
  version: number,
): Promise<void> {
  refuseLockedConnection(deps, id);
  if (!findRow(deps.db, connections, { id })?.fields) throw new AppError("provider.not_configured");
  await change(deps, actor, id, version, {
    action: "settings.provider_disconnected",
    summary: `Disconnected ${connectionKinds[id].name}`,
    changed: "",
    values: { fields: null, secrets: null },
  });
}

/** The configuration as it would be with what is typed: to try that out before it is saved. Refusals as above. */
export async function readEnteredConfig(
  deps: Deps,
  id: ConnectionId,
  typed: ConnectionFields,
): Promise<Config> {
  refuseLockedConnection(deps, id);
  const { config, variables } = connectionKinds[id];
  return {
    ...deps.config,
    ...config(await readEnteredFields(deps, id, typed), deps.config),
    // As if the environment said it: what is stored does not come over it.
    given: new Set([...deps.config.given, ...variables]),
  };
}

/** What is typed, with the stored secrets where they were left empty. Throws 400 with what is wrong by field. */
async function readEnteredFields(
  deps: Deps,
  id: ConnectionId,
  typed: ConnectionFields,
): Promise<ConnectionFields> {
  const kind = connectionKinds[id];
  const read = kind.read(typed);
  if ("faults" in read) throw new AppError("request.invalid", { fields: read.faults });
  const storedFields = storedConnection(deps, id).fields;
  const isMoved = kind.recipient.some(
    (name) => read.fields[name] && read.fields[name] !== storedFields?.[name],
  );
  const neededFields = kind.needs(read.fields);
  const faults: ConnectionFields = {};
  const fields = { ...read.fields };
  for (const name of kind.secrets) {
    const keptValue = storedFields?.[name] ?? "";
    if (!neededFields.includes(name)) fields[name] = "";
    else if (fields[name]) continue;
    else if (keptValue !== "" && !isMoved) fields[name] = keptValue;
    else faults[name] = keptValue === "" ? "This field is required." : ENTER_AGAIN_MESSAGE;
  }
  const hostField = kind.host(fields);
  if (hostField && !deps.config.allowsLoopback && (await isBlockedHost(hostField.host)))
    faults[hostField.field] =
      `This is an address of the server itself. You can only set it in the environment: ${kind.variables[0]}.`;
  if (Object.keys(faults).length > 0) throw new AppError("request.invalid", { fields: faults });
  return fields;
}

/** Writes the next version of a connection, and has every page rendered again that may show it. */
async function change(
  deps: Deps,
  actor: Actor,
  id: ConnectionId,
  seenVersion: number,
  what: {
    action: AuditAction;
    summary: string;
    changed: string;
    values: { fields: ConnectionFields | null; secrets: string | null };
  },
): Promise<void> {
  const { action, summary, changed, values } = what;
  const version = await deps.write((tx) => {
    const next = requireSeenConnection(tx, id, seenVersion) + 1;
    const row = { ...values, version: next, updatedAt: deps.now() };
    tx.insert(connections)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: connections.id, set: row })
      .run();
    appendAudit(tx, deps, {
      actor,
      action,
      subject: { kind: "settings", id: `providers/${id}` },
      summary,
      detail: { changed, version: next },
    });
    return raiseSettingsVersion(tx, deps.now());
  });
  deps.bus.publish({ type: "settings", version });
}

/** 409 unless the connection has the version that was seen; gives that. */
function requireSeenConnection(db: Db, id: ConnectionId, seenVersion: number): number {
  const version = findRow(db, connections, { id })?.version ?? 0;
  requireSeenRecord(db, { kind: "settings", id: `providers/${id}` }, { version }, seenVersion);
  return version;
}

/** 422 with the variables' names where the environment says the connection. */
function refuseLockedConnection(deps: Deps, id: ConnectionId): void {
  const locked = lockingVariables(deps, id);
  if (locked.length > 0)
    throw new AppError("settings.configured", {
      message: `The server’s environment sets this service: ${locked.join(", ")}. Remove the setting there to connect the service here.`,
    });
}
