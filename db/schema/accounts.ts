import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { languageCodes } from "../../src/settings/languages/languages-contract";

/** Who a session, a code or a notification is for. A driver's code never signs a rider in. */
export const audiences = ["rider", "driver", "admin"] as const;

export const riders = sqliteTable(
  "riders",
  {
    id: text().primaryKey(),
    firstName: text(),
    lastName: text(),
    /** They said that they have one name: it is the first one, and no last name is missing. */
    hasOneName: integer({ mode: "boolean" }).notNull().default(false),
    email: text(),
    phone: text(),
    /** A new contact counts only once its own code came back. */
    pendingEmail: text(),
    pendingPhone: text(),
    pictureFileId: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** What the browser asked for at the first sign-in, until the rider chooses. */
    language: text({ enum: languageCodes }).notNull().default("en"),
    /** What dispatch wants to know when they call. They read it in the copy of their data. */
    dispatchNote: text().notNull().default(""),
  },
  (t) => [
    uniqueIndex("riders_email").on(t.email),
    uniqueIndex("riders_phone").on(t.phone),
    index("riders_created").on(t.createdAt, t.id),
  ],
);
export type StoredRider = typeof riders.$inferSelect;

/** Riders who may not book online. They sign in and see their trips as before. */
export const riderBlocks = sqliteTable("rider_blocks", {
  riderId: text()
    .primaryKey()
    .references(() => riders.id, { onDelete: "cascade" }),
  reason: text().notNull(),
  /** The member of staff who did it. */
  byName: text().notNull(),
  at: integer().notNull(),
});
export type StoredBlock = typeof riderBlocks.$inferSelect;

/**
 * The account that another rider's account was merged into: old links lead there. Dispatch still finds the
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
    /** The member of staff who did it. */
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
    /** argon2id; null until the invited person has chosen one. */
    passwordHash: text(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** They said that they have one name: it is the first one, and no last name is missing. */
    hasOneName: integer({ mode: "boolean" }).notNull().default(false),
    role: text({ enum: ["owner", "dispatcher", "accountant"] }).notNull(),
    /** Encrypted base32 secret of the second factor; null when it is off. */
    totpSecret: text(),
    /** The last time step a second-factor code was accepted for: no code counts twice. */
    totpLastStep: integer(),
    /** Encrypted secret that is being set up: it counts once a code of it came back. */
    totpOffered: text(),
    totpOfferedAt: integer(),
    /** Since when the second factor is on. */
    totpSince: integer(),
    /** Since when they may no longer sign in; null while they may. */
    deactivatedAt: integer(),
    /** Goes up when an owner changes role or access. */
    version: integer().notNull().default(1),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [uniqueIndex("admins_email").on(t.email)],
);
export type StoredAdmin = typeof admins.$inferSelect;

/** Recovery codes of staff: each replaces the second factor once, when the phone is lost. */
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

/** One-time links to choose a password: the first owner's setup and `livery admin add`. */
export const adminInvites = sqliteTable(
  "admin_invites",
  {
    id: text().primaryKey(),
    tokenHash: text().notNull(),
    /** `setup` makes the first owner; `password` belongs to the admin named. */
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
    /** Dispatch only: set while the session is locked. */
    lockedAt: integer(),
    failedUnlocks: integer().notNull().default(0),
    /** Riders only: when they last proved by a code that it is them. */
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

/** Browsers that once signed in to an account: they get more tries at a code. */
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

/** One sent code or one-tap link. Kept for 24 hours. */
export const codes = sqliteTable(
  "codes",
  {
    id: text().primaryKey(),
    audience: text({ enum: audiences }).notNull(),
    purpose: text({ enum: ["sign_in", "contact", "confirm"] }).notNull(),
    /** The account whose contact changes, or that is asked whether it is them; null at sign-in. */
    accountId: text(),
    identifier: text().notNull(),
    /** SHA-256 of the cookie of the browser that asked. */
    browserHash: text().notNull(),
    /** HMAC with a key outside the database; null when a link was sent instead. */
    codeHash: text(),
    /** SHA-256 of the link's token; null when a code was sent. */
    linkHash: text(),
    /** Asked for by a browser that had signed in to this account before. */
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

/** Messages sent, by contact: the sending limits count these rows. Kept for 24 hours. */
export const codeSends = sqliteTable(
  "code_sends",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    channel: text({ enum: ["email", "sms"] }).notNull(),
    address: text().notNull(),
    /** The number's first 7 digits after the plus; null for e-mail. */
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

/** Tries at codes, counted before the comparison and uncounted when the code was right. */
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

/** Failed dispatch sign-ins: five in 15 minutes per account and device. */
export const loginFailures = sqliteTable(
  "login_failures",
  {
    id: text().primaryKey(),
    email: text().notNull(),
    device: text().notNull(),
    createdAt: integer().notNull(),
    /** Whether the audit log tells of it: never, not yet, or already. */
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

/** Sign-in providers that riders may come by. */
export const providers = ["google", "apple"] as const;

/** A rider's account at a provider. Issuer and subject name it; the e-mail is only what the provider reported. */
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

/** One way to a provider and back. Good once, for 10 minutes, in the browser that set out. */
export const providerAttempts = sqliteTable(
  "provider_attempts",
  {
    id: text().primaryKey(),
    /** SHA-256 of the state; nonce and PKCE verifier are derived from the state itself. */
    stateHash: text().notNull(),
    provider: text({ enum: providers }).notNull(),
    /** SHA-256 of the cookie of the browser that set out. */
    browserHash: text().notNull(),
    /** The rider who links an account, and the session they do it in; null for a sign-in. */
    riderId: text(),
    sessionId: text(),
    /** What came by a cross-site POST, sealed, until the browser fetches it with its cookies. */
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
export type StoredAttempt = typeof providerAttempts.$inferSelect;

/** How and when riders signed in, for themselves to see. Kept for 30 days. */
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
    /** ISO 3166, by the network address, which is not kept here; null where it does not tell. */
    country: text(),
  },
  (t) => [
    index("rider_sign_ins_rider").on(t.riderId, t.createdAt),
    index("rider_sign_ins_created").on(t.createdAt),
  ],
);
