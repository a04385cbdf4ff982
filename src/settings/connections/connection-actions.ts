/** Connects and disconnects external services for the owner. */
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
 * Connects a service at once, without a restart. 400 names the wrong fields, 409 if somebody else has changed it in the
 * meantime, 422 `settings.configured` if the environment defines it.
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
  await writeConnection(deps, actor, id, version, {
    action: "settings.provider_connected",
    summary: `Connected ${kind.name}`,
    // Only names: the log contains no typed value.
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

/** Returns the fields with null for empty and missing values. */
function auditFields(fields: ConnectionFields): Record<string, string | null> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value || null]));
}

/** Disconnects a service and deletes its secrets. Errors as `saveConnection`, and 409 if it is not connected. */
export async function endConnection(
  deps: Deps,
  actor: Actor,
  id: ConnectionId,
  version: number,
): Promise<void> {
  refuseLockedConnection(deps, id);
  if (!findRow(deps.db, connections, { id })?.fields) throw new AppError("provider.not_configured");
  await writeConnection(deps, actor, id, version, {
    action: "settings.provider_disconnected",
    summary: `Disconnected ${connectionKinds[id].name}`,
    changed: "",
    values: { fields: null, secrets: null },
  });
}

/**
 * Returns the configuration that the typed fields would give, to test it before it is saved. Errors as
 * `saveConnection`.
 */
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
    // The variables count as given by the environment, so that stored settings do not override the typed ones.
    setVariables: new Set([...deps.config.setVariables, ...variables]),
  };
}

/** Returns the typed fields, with the stored secrets for those left empty. Throws 400 that names the wrong fields. */
async function readEnteredFields(
  deps: Deps,
  id: ConnectionId,
  typed: ConnectionFields,
): Promise<ConnectionFields> {
  const kind = connectionKinds[id];
  const reading = kind.read(typed);
  if ("faults" in reading) throw new AppError("request.invalid", { fields: reading.faults });
  const storedFields = storedConnection(deps, id).fields;
  const hasRecipientChanged = kind.recipient.some(
    (name) => reading.fields[name] && reading.fields[name] !== storedFields?.[name],
  );
  const neededFields = kind.needs(reading.fields);
  const faults: ConnectionFields = {};
  const fields = { ...reading.fields };
  for (const name of kind.secrets) {
    const storedValue = storedFields?.[name] ?? "";
    if (!neededFields.includes(name)) fields[name] = "";
    else if (fields[name]) continue;
    else if (storedValue !== "" && !hasRecipientChanged) fields[name] = storedValue;
    else faults[name] = storedValue === "" ? "This field is required." : ENTER_AGAIN_MESSAGE;
  }
  const hostField = kind.host(fields);
  if (hostField && !deps.config.allowsLoopback && (await isBlockedHost(hostField.host)))
    faults[hostField.field] =
      `This is an address of the server itself, or looking it up takes too long. You can only set it in the environment: ${kind.variables[0]}.`;
  if (Object.keys(faults).length > 0) throw new AppError("request.invalid", { fields: faults });
  return fields;
}

/** Writes the next version of a connection. Every page that may show it is then rendered again. */
async function writeConnection(
  deps: Deps,
  actor: Actor,
  id: ConnectionId,
  seenVersion: number,
  connectionChange: {
    action: AuditAction;
    summary: string;
    changed: string;
    values: { fields: ConnectionFields | null; secrets: string | null };
  },
): Promise<void> {
  const { action, summary, changed, values } = connectionChange;
  const version = await deps.write((tx) => {
    const nextVersion = requireSeenConnection(tx, id, seenVersion) + 1;
    const row = { ...values, version: nextVersion, updatedAt: deps.now() };
    tx.insert(connections)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: connections.id, set: row })
      .run();
    appendAudit(tx, deps, {
      actor,
      action,
      subject: { kind: "settings", id: `providers/${id}` },
      summary,
      detail: { changed, version: nextVersion },
    });
    return raiseSettingsVersion(tx, deps.now());
  });
  deps.bus.publish({ type: "settings", version });
}

/** Returns the version of a connection. 409 unless the caller saw it. */
function requireSeenConnection(db: Db, id: ConnectionId, seenVersion: number): number {
  const version = findRow(db, connections, { id })?.version ?? 0;
  requireSeenRecord(db, { kind: "settings", id: `providers/${id}` }, { version }, seenVersion);
  return version;
}

/** Throws 422 with the variables' names if the environment defines the connection. */
function refuseLockedConnection(deps: Deps, id: ConnectionId): void {
  const locked = lockingVariables(deps, id);
  if (locked.length > 0)
    throw new AppError("settings.configured", {
      message: `The server’s environment sets this service: ${locked.join(", ")}. Remove the setting there to connect the service here.`,
    });
}
