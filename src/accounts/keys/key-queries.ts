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

/** Every key begins like this, so that people and scanners of leaked secrets recognise one. */
export const KEY_PREFIX = "livery_";

/** A key in force, as the guard of partner calls hands it on. */
export type AcceptedKey = Pick<StoredApiKey, "id" | "name" | "companyId" | "lastUsedAt">;

/** Another program: its key as the logs and timelines name it, with the company whose rows it reaches. */
export type Partner = ReturnType<typeof partnerOf>;

/** The actor of a key. */
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
 * The key of a request. 401 when there is no such key or it is no longer in force, 403 when it may not be used
 * from this address or lacks the scope. The lookup by hash takes the same time for a wrong key as for a right one.
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

/** All keys, the newest first, and the companies that a key can be bound to. */
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

/** One key; 404 when there is none. */
export function readKey(deps: Deps, id: string): ApiKey {
  const foundKey = listKeys(deps).keys.find((key) => key.id === id);
  if (!foundKey) throw new AppError("request.not_found");
  return foundKey;
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
