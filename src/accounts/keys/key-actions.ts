/** Creates, renames and revokes API keys, and records their use. */
import { isNull } from "drizzle-orm";
import type { z } from "zod";
import { apiKeys } from "../../../db/schema/api-keys";
import { companies } from "../../../db/schema/companies";
import { settings } from "../../../db/schema/settings";
import { findRow, insertRow, updateRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { AuditAction } from "../../audit/contract";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { hashToken, newToken } from "../../process/keys";
import { requireRow } from "../../rows";
import { readNetwork } from "../../server/addresses";
import { localDay } from "../../settings/local-time";
import { readOperator } from "../../settings/queries";
import type { CreatedApiKey, MakeApiKey } from "./key-contract";
import { type AcceptedKey, KEY_PREFIX, readKey } from "./key-queries";

const MAX_KEYS = 100;
const VISIBLE_CHARACTERS = 6;
const KEY_USE_INTERVAL_MS = 60_000;

/** Creates a key. Throws 400 for an invalid address, a past day or an unknown company, 422 above the limit. */
export async function createApiKey(
  deps: Deps,
  actor: Actor,
  input: z.output<typeof MakeApiKey>,
): Promise<CreatedApiKey> {
  const now = deps.now();
  const { name, scopes, companyId } = input;
  const networks = [...new Set(input.networks.filter(Boolean).map(requireNetwork))];
  const expiresAt =
    input.expiresOn === null ? null : localDay(input.expiresOn, readOperator(deps).timeZone).until;
  if (expiresAt !== null && expiresAt <= now)
    throw new AppError("request.invalid", { fields: { expiresOn: "This day has passed." } });
  const id = Bun.randomUUIDv7();
  const token = `${KEY_PREFIX}${newToken()}`;
  if (scopes.includes("website") && companyId !== null)
    throw new AppError("request.invalid", {
      fields: { companyId: "A key for a web page cannot bill a company." },
    });
  await deps.write((tx) => {
    const company = companyId === null ? null : findRow(tx, companies, { id: companyId });
    if (company === undefined)
      throw new AppError("request.invalid", {
        fields: { companyId: "This company no longer exists." },
      });
    const unrevokedKeys = tx.select().from(apiKeys).where(isNull(apiKeys.revokedAt)).all();
    if (unrevokedKeys.length >= MAX_KEYS) throw new AppError("key.too_many");
    insertRow(tx, apiKeys, {
      id,
      name,
      tokenHash: hashToken(token),
      prefix: token.slice(0, KEY_PREFIX.length + VISIBLE_CHARACTERS),
      scopes,
      companyId,
      networks,
      createdAt: now,
      createdBy: actor.name,
      expiresAt,
    });
    const detail = { scopes: scopes.join(", "), ...(company && { company: company.name }) };
    appendKeyAudit(tx, deps, actor, "key.made", `Added the API key ${name}`, { id, detail });
  });
  return { key: readKey(deps, id), token };
}

function requireNetwork(typed: string): string {
  const network = readNetwork(typed);
  if (network === null)
    throw new AppError("request.invalid", {
      fields: {
        networks: `“${typed}” is not an address. Enter it like 203.0.113.7 or 203.0.113.0/24.`,
      },
    });
  return network;
}

/** Renames a key. Throws 404 if there is no such key. */
export async function renameKey(deps: Deps, actor: Actor, id: string, name: string): Promise<void> {
  await deps.write((tx) => {
    const before = requireRow(tx, apiKeys, { id });
    if (before.name === name) return;
    updateRow(tx, apiKeys, id, { name });
    appendKeyAudit(
      tx,
      deps,
      actor,
      "key.renamed",
      `Renamed the API key ${before.name} to ${name}`,
      { id },
    );
  });
}

/**
 * Revokes a key: the next call with it is refused. Does nothing if it is already revoked. Throws 404 if there is no
 * such key.
 */
export async function revokeKey(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.write((tx) => {
    const { name, revokedAt } = requireRow(tx, apiKeys, { id });
    if (revokedAt !== null) return;
    updateRow(tx, apiKeys, id, { revokedAt: deps.now() });
    appendKeyAudit(tx, deps, actor, "key.revoked", `Revoked the API key ${name}`, { id });
  });
}

/** Publishes or hides the page with the calls. */
export async function publishDeveloperPage(
  deps: Deps,
  actor: Actor,
  developersPublic: boolean,
): Promise<void> {
  await deps.write((tx) => {
    if (readOperator({ ...deps, db: tx }).developersPublic === developersPublic) return;
    tx.update(settings).set({ developersPublic }).run();
    appendAudit(tx, deps, {
      actor,
      action: "settings.developers_changed",
      subject: { kind: "settings", id: "developers" },
      summary: developersPublic
        ? "Published the page for developers"
        : "Hid the page for developers",
    });
  });
}

function appendKeyAudit(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  action: AuditAction,
  summary: string,
  { id, detail }: { id: string; detail?: Record<string, string> },
): void {
  appendAudit(tx, deps, {
    actor,
    action,
    subject: { kind: "key", id },
    summary,
    ...(detail && { detail }),
  });
}

/** Records that a key was used, at most once a minute. Returns null if there is nothing to record. Never rejects. */
export function recordKeyUse(deps: Deps, key: AcceptedKey): Promise<void> | null {
  const now = deps.now();
  if (key.lastUsedAt !== null && now - key.lastUsedAt < KEY_USE_INTERVAL_MS) return null;
  return deps
    .write((tx) => updateRow(tx, apiKeys, key.id, { lastUsedAt: now }))
    .catch((error) =>
      deps.log.warning("The last use of an API key could not be saved: {error}", {
        error: String(error),
      }),
    );
}
