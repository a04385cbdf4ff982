import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { languageCodes } from "../../src/settings/languages/languages-contract";

/** The kind of account of a session, a code or a notification. A driver's code never signs a rider in. */
export const audiences = ["rider", "driver", "admin"] as const;

export const riders = sqliteTable(
  "riders",
  {
    id: text().primaryKey(),
    firstName: text(),
    lastName: text(),
    /** Whether the person has only one name. It is stored as the first name, and no last name is missing. */
    hasOneName: integer({ mode: "boolean" }).notNull().default(false),
    email: text(),
    phone: text(),
    /** A new contact that waits for its code. Until then the old contact applies. */
    pendingEmail: text(),
    pendingPhone: text(),
    pictureFileId: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** The language that the browser requested at the first sign-in, until the rider chooses one. */
    language: text({ enum: languageCodes }).notNull().default("en"),
    /** A note of dispatch for calls of the rider. It is part of the copy of the rider's data. */
    dispatchNote: text().notNull().default(""),
  },
  (t) => [
    uniqueIndex("riders_email").on(t.email),
    uniqueIndex("riders_phone").on(t.phone),
    index("riders_created").on(t.createdAt, t.id),
  ],
);
export type StoredRider = typeof riders.$inferSelect;

/** Riders who may not book online. They can still sign in and see their trips. */
export const riderBlocks = sqliteTable("rider_blocks", {
  riderId: text()
    .primaryKey()
    .references(() => riders.id, { onDelete: "cascade" }),
  reason: text().notNull(),
  /** Name of the member of staff who did it. */
  byName: text().notNull(),
  at: integer().notNull(),
});
export type StoredRiderBlock = typeof riderBlocks.$inferSelect;

/**
 * Which account another rider's account was merged into, so that old links lead there and dispatch finds the
 * rider by the former name. Deleted with the rider.
 */
export const riderMerges = sqliteTable(
  "rider_merges",
  {
    mergedRiderId: text().primaryKey(),
    mergedIntoRiderId: text()
      .notNull()
      .references(() => riders.id, { onDelete: "cascade" }),
    /** The name of the merged account. */
    name: text().notNull(),
    /** Name of the member of staff who did it. */
    byName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [index("rider_merges_kept").on(t.mergedIntoRiderId)],
);

export const admins = sqliteTable(
  "admins",
  {
    id: text().primaryKey(),
    email: text().notNull(),
    /** argon2id. Null until the invited person has chosen a password. */
    passwordHash: text(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** Whether the person has only one name. It is stored as the first name, and no last name is missing. */
    hasOneName: integer({ mode: "boolean" }).notNull().default(false),
    role: text({ enum: ["owner", "dispatcher", "accountant"] }).notNull(),
    /** Encrypted base32 secret of the second factor; null when it is off. */
    totpSecret: text(),
    /** The last time step for which a second-factor code was accepted, so that no code is accepted twice. */
    totpLastStep: integer(),
    /**
     * The encrypted secret of a second factor that is being set up. It applies once a code from it has been
     * entered.
     */
    totpOffered: text(),
    totpOfferedAt: integer(),
    /** When the second factor was switched on. */
    totpSince: integer(),
    /** When the account was deactivated. Null while the person may sign in. */
    deactivatedAt: integer(),
    /** Increases when an owner changes the role or access. */
    version: integer().notNull().default(1),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [uniqueIndex("admins_email").on(t.email)],
);
export type StoredAdmin = typeof admins.$inferSelect;

/** Recovery codes of staff. Each replaces the second factor once, if the phone is lost. */
export const adminRecoveryCodes = sqliteTable(
  "admin_recovery_codes",
  {
    id: text().primaryKey(),
    adminId: text()
      .notNull()
      .references(() => admins.id, { onDelete: "cascade" }),
    /** HMAC with a key outside the database. */
    codeHash: text().notNull(),
    createdAt: integer().notNull(),
    usedAt: integer(),
  },
  (t) => [uniqueIndex("admin_recovery_codes_code").on(t.adminId, t.codeHash)],
);

/** One-time links to choose a password: for the first owner's setup and for `livery admin add`. */
export const adminInvites = sqliteTable(
  "admin_invites",
  {
    id: text().primaryKey(),
    tokenHash: text().notNull(),
    /** `setup` creates the first owner. `password` belongs to the named account. */
    kind: text({ enum: ["setup", "password"] }).notNull(),
    adminId: text(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    usedAt: integer(),
  },
  (t) => [uniqueIndex("admin_invites_token").on(t.tokenHash)],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    /** SHA-256 of the 256-bit token in the cookie, base64url. */
    tokenHash: text().notNull(),
    audience: text({ enum: audiences }).notNull(),
    accountId: text().notNull(),
    userAgent: text().notNull(),
    address: text().notNull(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** Dispatch only: when the session was locked. Null while it is not. */
    lockedAt: integer(),
    failedUnlocks: integer().notNull().default(0),
    /** Riders only: when they last confirmed their identity with a code. */
    confirmedAt: integer(),
  },
  (t) => [
    uniqueIndex("sessions_token").on(t.tokenHash),
    index("sessions_account").on(t.audience, t.accountId, t.lastSeenAt),
    index("sessions_expiry").on(t.expiresAt),
    index("sessions_addresses")
      .on(t.createdAt)
      .where(sql`address <> ''`),
  ],
);

/** Browsers that have signed in to an account. They get more tries at a code. */
export const devices = sqliteTable(
  "devices",
  {
    id: text().primaryKey(),
    tokenHash: text().notNull(),
    audience: text({ enum: audiences }).notNull(),
    accountId: text().notNull(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("devices_token").on(t.tokenHash, t.audience, t.accountId),
    index("devices_account").on(t.audience, t.accountId),
  ],
);

/** A code or link that was sent. Kept for 24 hours. */
export const codes = sqliteTable(
  "codes",
  {
    id: text().primaryKey(),
    audience: text({ enum: audiences }).notNull(),
    purpose: text({ enum: ["sign_in", "contact", "confirm"] }).notNull(),
    /** The account whose contact changes, or whose rider confirms their identity. Null at sign-in. */
    accountId: text(),
    identifier: text().notNull(),
    /** SHA-256 of the cookie of the browser that requested the code. */
    browserHash: text().notNull(),
    /** HMAC with a key outside the database. Null if a link was sent instead. */
    codeHash: text(),
    /** SHA-256 of the link's token. Null if a code was sent. */
    linkHash: text(),
    /** Whether the browser had signed in to this account before. */
    knownDevice: integer({ mode: "boolean" }).notNull(),
    tries: integer().notNull().default(0),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    usedAt: integer(),
  },
  (t) => [
    index("codes_identifier").on(t.audience, t.identifier, t.createdAt),
    uniqueIndex("codes_link").on(t.linkHash),
    index("codes_account").on(t.accountId),
    index("codes_created").on(t.createdAt),
  ],
);
export type StoredCode = typeof codes.$inferSelect;

/** Messages with codes that were sent, by contact. The sending limits count these rows. Kept for 24 hours. */
export const codeSends = sqliteTable(
  "code_sends",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    channel: text({ enum: ["email", "sms"] }).notNull(),
    address: text().notNull(),
    /** The first 7 digits of the number after the plus. Null for e-mail. */
    prefix: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("code_sends_identifier").on(t.identifier, t.createdAt),
    index("code_sends_address").on(t.address, t.createdAt),
    index("code_sends_prefix").on(t.prefix, t.createdAt),
    index("code_sends_channel").on(t.channel, t.createdAt),
  ],
);

/** Guesses at codes. A guess is counted before the comparison, and deleted again if it was right. */
export const codeGuesses = sqliteTable(
  "code_guesses",
  {
    id: text().primaryKey(),
    audience: text({ enum: audiences }).notNull(),
    identifier: text().notNull(),
    knownDevice: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("code_guesses_identifier").on(t.audience, t.identifier, t.knownDevice, t.createdAt),
    index("code_guesses_all").on(t.knownDevice, t.createdAt),
  ],
);

/** Failed sign-ins of staff: five in 15 minutes are allowed for each account and device. */
export const loginFailures = sqliteTable(
  "login_failures",
  {
    id: text().primaryKey(),
    email: text().notNull(),
    device: text().notNull(),
    createdAt: integer().notNull(),
    /** Whether the audit log has an entry for it: never, not yet, or already. */
    audit: text({ enum: ["never", "due", "done"] })
      .notNull()
      .default("never"),
  },
  (t) => [
    index("login_failures_email").on(t.email, t.device, t.createdAt),
    index("login_failures_due")
      .on(t.createdAt)
      .where(sql`${t.audit} = 'due'`),
  ],
);

/** Providers with which riders can sign in. */
export const providers = ["google", "apple"] as const;

/**
 * A rider's account at a provider, identified by issuer and subject. The e-mail address is the one that the
 * provider reported.
 */
export const riderIdentities = sqliteTable(
  "rider_identities",
  {
    id: text().primaryKey(),
    riderId: text()
      .notNull()
      .references(() => riders.id, { onDelete: "cascade" }),
    provider: text({ enum: providers }).notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text(),
    createdAt: integer().notNull(),
    lastUsedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("rider_identities_subject").on(t.issuer, t.subject),
    uniqueIndex("rider_identities_rider").on(t.riderId, t.issuer),
  ],
);
export type StoredIdentity = typeof riderIdentities.$inferSelect;

/** A sign-in in progress at a provider. Valid once, for 10 minutes, in the browser that started it. */
export const providerAttempts = sqliteTable(
  "provider_attempts",
  {
    id: text().primaryKey(),
    /** SHA-256 of the state. Nonce and PKCE verifier are derived from the state itself. */
    stateHash: text().notNull(),
    provider: text({ enum: providers }).notNull(),
    /** SHA-256 of the cookie of the browser that started it. */
    browserHash: text().notNull(),
    /** The rider who links an account, and their session. Null for a sign-in. */
    riderId: text(),
    sessionId: text(),
    /** The sealed answer of a cross-site POST, until the browser requests it with its cookies. */
    answer: text(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    usedAt: integer(),
  },
  (t) => [
    uniqueIndex("provider_attempts_state").on(t.stateHash),
    index("provider_attempts_expiry").on(t.expiresAt),
    index("provider_attempts_rider").on(t.riderId),
  ],
);
export type StoredProviderAttempt = typeof providerAttempts.$inferSelect;

/** How and when a rider signed in, for the rider to see. Kept for 30 days. */
export const riderSignIns = sqliteTable(
  "rider_sign_ins",
  {
    id: text().primaryKey(),
    riderId: text()
      .notNull()
      .references(() => riders.id, { onDelete: "cascade" }),
    method: text({ enum: ["email", "phone", "link", ...providers] }).notNull(),
    userAgent: text().notNull(),
    createdAt: integer().notNull(),
    /** ISO 3166 code of the network address, which is not stored. Null if it is unknown. */
    country: text(),
  },
  (t) => [
    index("rider_sign_ins_rider").on(t.riderId, t.createdAt),
    index("rider_sign_ins_created").on(t.createdAt),
  ],
);
