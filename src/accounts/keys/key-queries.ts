import { desc, eq, sql } from "drizzle-orm";
import { prepared } from "../../../db/prepared";
import { apiKeys, type StoredApiKey } from "../../../db/schema/api-keys";
import { companies } from "../../../db/schema/companies";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { iso } from "../../formats/instants";
import { hashToken } from "../../process/keys";
import { isWithin } from "../../server/addresses";
import { readOperator } from "../../settings/queries";
import { ApiKey, type ApiKeyList, type KeyScope } from "./key-contract";

/** The prefix of every key, so that people and scanners of leaked secrets recognise it. */
export const KEY_PREFIX = "livery_";

/** A key in force, as the guard of partner calls passes it on. */
export type AcceptedKey = Pick<StoredApiKey, "id" | "name" | "companyId" | "lastUsedAt">;

/** Another program: its key as logs and timelines name it, with the company whose rows it reaches. */
export type Partner = ReturnType<typeof partnerOf>;

/** Returns the actor of a key. */
export function partnerOf({ id, name, companyId }: AcceptedKey) {
  return { kind: "partner" as const, id, name, companyId };
}

const keyByHash = prepared((db) =>
  db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.tokenHash, sql.placeholder("tokenHash")))
    .prepare(),
);

/**
 * Returns the key of a request. Throws 401 if there is no such key or it is not in force, 403 if it may not be used
 * from this address or lacks the scope. The lookup by hash takes the same time for wrong and right keys.
 */
export function acceptKey(
  deps: Deps,
  token: string,
  request: { scope: KeyScope; address: string },
): AcceptedKey {
  const key = keyByHash(deps.db).get({ tokenHash: hashToken(token) });
  if (!key || stateOf(key, deps.now()) !== "active") throw new AppError("key.refused");
  if (key.networks.length > 0 && !isWithin(request.address, key.networks))
    throw new AppError("key.address");
  if (!key.scopes.includes(request.scope))
    throw new AppError("key.scope", {
      message: `This API key does not have the scope “${request.scope}”.`,
    });
  return key;
}

/** Returns all keys, active ones first and then newest first, and the companies to which a key can be bound. */
export function listKeys(deps: Deps): ApiKeyList {
  const now = deps.now();
  const keys = deps.db
    .select({ key: apiKeys, company: { id: companies.id, name: companies.name } })
    .from(apiKeys)
    .leftJoin(companies, eq(companies.id, apiKeys.companyId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .all()
    .map(({ key, company }) => toApiKey(key, company, now));
  const isActive = ({ state }: ApiKey) => state === "active";
  return {
    keys: [...keys.filter(isActive), ...keys.filter((key) => !isActive(key))],
    developersPublic: readOperator(deps).developersPublic,
    companies: deps.db
      .select({ id: companies.id, name: companies.name })
      .from(companies)
      .orderBy(companies.name)
      .all(),
  };
}

/** Returns one key. Throws 404 if there is no such key. */
export function readKey(deps: Deps, id: string): ApiKey {
  const apiKey = listKeys(deps).keys.find((key) => key.id === id);
  if (!apiKey) throw new AppError("request.not_found");
  return apiKey;
}

function toApiKey(key: StoredApiKey, company: ApiKey["company"], now: number): ApiKey {
  return ApiKey.parse({
    ...key,
    company,
    createdAt: iso(key.createdAt),
    expiresAt: iso(key.expiresAt),
    lastUsedAt: iso(key.lastUsedAt),
    state: stateOf(key, now),
  });
}

function stateOf(key: StoredApiKey, now: number): ApiKey["state"] {
  if (key.revokedAt !== null) return "revoked";
  return key.expiresAt !== null && key.expiresAt <= now ? "expired" : "active";
}
