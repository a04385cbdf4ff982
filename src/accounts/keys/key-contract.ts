/** API keys: the calls that they may make, and the facts that the owner sees. Browser-safe. */
import { z } from "zod";
import { line } from "../../settings/text-contract";

/**
 * What a key may do: request prices, book and cancel, read trips, receive events. `website` is for a key that is
 * visible in a public page: it allows nothing else and cannot be combined with another scope.
 */
export const KeyScope = z.enum(["quotes", "bookings", "read", "events", "website"]);
export type KeyScope = z.infer<typeof KeyScope>;

/** A key as the owner sees it. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters of the key. */
  prefix: z.string(),
  scopes: z.array(KeyScope),
  /** The company whose trips the key can reach; null if it reaches all trips. */
  company: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Addresses and networks from which it may be used; empty for anywhere. */
  networks: z.array(z.string()),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  state: z.enum(["active", "expired", "revoked"]),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** All keys, those in force first, and the companies to which a new key can be bound. */
export const ApiKeyList = z.object({
  keys: z.array(ApiKey),
  /** Whether everybody may read the page with the calls, `/developers`. */
  developersPublic: z.boolean(),
  companies: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ApiKeyList = z.infer<typeof ApiKeyList>;

const name = line.min(1, "Enter a name.").max(80);

export const MakeApiKey = z.object({
  name,
  scopes: z
    .array(KeyScope)
    .min(1, "Choose at least one permission.")
    .transform((scopes) => [...new Set(scopes)])
    .refine(
      (scopes) => scopes.length === 1 || !scopes.includes("website"),
      "A key for a web page can have no other permission, because everybody can read the key there.",
    ),
  companyId: z.string().max(64).nullable().default(null),
  /** The key's last day, on the operator's calendar. */
  expiresOn: z.iso.date().nullable().default(null),
  /** Addresses or networks such as `203.0.113.0/24`. */
  networks: z.array(line.max(60)).max(20, "Enter at most 20 addresses.").default([]),
});
export type MakeApiKey = z.input<typeof MakeApiKey>;

export const RenameApiKey = z.object({ name });

/** The new key. `token` is shown only this once. */
export const CreatedApiKey = z.object({ key: ApiKey, token: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const PublishDeveloperPage = z.object({ developersPublic: z.boolean() });
