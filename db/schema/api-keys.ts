import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { companies } from "./companies";

/** API keys with which other programs make partner calls. Revoked keys are kept. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** SHA-256 of the key. The key itself is shown once and never stored. */
    tokenHash: text().notNull(),
    /** The first characters of the key, so that people can recognise it. */
    prefix: text().notNull(),
    /** `KeyScope[]`: which calls the key may make. */
    scopes: text({ mode: "json" }).$type<string[]>().notNull(),
    /**
     * The company whose trips the key can reach, and that pays for them. Null for all trips of the operator.
     */
    companyId: text().references(() => companies.id),
    /** Networks from which the key may be used. Empty for all. */
    networks: text({ mode: "json" }).$type<string[]>().notNull(),
    createdAt: integer().notNull(),
    createdBy: text().notNull(),
    expiresAt: integer(),
    /** Updated at most once a minute. */
    lastUsedAt: integer(),
    revokedAt: integer(),
  },
  (t) => [uniqueIndex("api_keys_token").on(t.tokenHash), index("api_keys_company").on(t.companyId)],
);
export type StoredApiKey = typeof apiKeys.$inferSelect;
