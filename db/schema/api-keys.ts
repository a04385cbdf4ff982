import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { companies } from "./companies";

/** Keys with which other programs make partner calls. Revoked ones stay, so that the list tells of them. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** SHA-256 of the key, which is shown once and kept nowhere. */
    tokenHash: text().notNull(),
    /** The first characters of the key, by which its owner recognises it. */
    prefix: text().notNull(),
    /** `KeyScope[]`: which calls it may make. */
    scopes: text({ mode: "json" }).$type<string[]>().notNull(),
    /** The company whose trips it reaches, and that pays for them; null for all trips of the operator. */
    companyId: text().references(() => companies.id),
    /** Networks that it may be used from; none for anywhere. */
    networks: text({ mode: "json" }).$type<string[]>().notNull(),
    createdAt: integer().notNull(),
    createdBy: text().notNull(),
    expiresAt: integer(),
    /** Written at most once a minute. */
    lastUsedAt: integer(),
    revokedAt: integer(),
  },
  (t) => [uniqueIndex("api_keys_token").on(t.tokenHash), index("api_keys_company").on(t.companyId)],
);
export type StoredApiKey = typeof apiKeys.$inferSelect;
