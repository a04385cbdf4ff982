/** Other businesses that drive trips for this one, and the trips they were offered. */
import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { reservations } from "./reservations";

export const affiliates = sqliteTable(
  "affiliates",
  {
    id: text().primaryKey(),
    /** Goes up with every write: a caller who saw another one gets 409. */
    version: integer().notNull(),
    name: text().notNull(),
    email: text(),
    phone: text(),
    /** Of messages and of the page that a link opens. */
    language: text({ enum: languageCodes }).notNull(),
    /** What a trip costs: a share of its fare, the same for each, or by prices of their own in the price list. */
    rateKind: text({ enum: ["percent", "fixed", "price_list"] }).notNull(),
    ratePercent: real().notNull(),
    rateMinor: integer().notNull(),
    /** Where they drive, in words. */
    zones: text().notNull().default(""),
    note: text().notNull().default(""),
    /** Where their own Livery is, and the key that they made for us there, encrypted; null for none. */
    peerUrl: text(),
    peerKey: text(),
    /** A paused one is offered nothing. */
    active: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("affiliates_name").on(t.name, t.id)],
);
export type StoredAffiliate = typeof affiliates.$inferSelect;

/** A trip that an affiliate was offered, and what came of it. */
export const farmOuts = sqliteTable(
  "farm_outs",
  {
    /** The token of its link is an HMAC of it, with a key outside the database. */
    id: text().primaryKey(),
    /** SHA-256 of the token: what a request is looked up by. */
    tokenHash: text().notNull(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    affiliateId: text()
      .notNull()
      .references(() => affiliates.id),
    /** `withdrawn`: by dispatch, or because the trip changed, was cancelled or went to somebody else. */
    state: text({ enum: ["open", "accepted", "declined", "expired", "withdrawn"] }).notNull(),
    /** What the affiliate gets for the trip: fixed once they accept. */
    costMinor: integer().notNull(),
    /** What they get for one that was withdrawn after they accepted it: their fee. Null while none is settled. */
    feeMinor: integer(),
    currency: text().notNull(),
    createdAt: integer().notNull(),
    createdBy: text().notNull(),
    expiresAt: integer().notNull(),
    openedAt: integer(),
    answeredAt: integer(),
    endedAt: integer(),
    /** Why it was declined or given back, as they typed it. */
    reason: text().notNull().default(""),
    /** Who drives, in which car; empty until the affiliate says so. */
    driverName: text().notNull().default(""),
    driverPhone: text().notNull().default(""),
    plate: text().notNull().default(""),
    model: text().notNull().default(""),
    color: text().notNull().default(""),
    /** When their Livery is to be asked next; null where it has nothing to do with the trip, any more or at all. */
    peerDueAt: integer(),
    /** The booking request that was sent there, until its answer is known: sent again, it books nothing twice. */
    peerRequest: text({ mode: "json" }).$type<unknown>(),
    /** The booking there. */
    peerId: text(),
    peerNumber: integer(),
    /** What they bill for it, as last seen. */
    peerMinor: integer(),
    /** A hash of what they were told about the trip: a different hash means a change that they do not know yet. */
    peerFacts: text(),
    /** Why their Livery could not be asked the last time; empty where it answered. */
    peerAway: text().notNull().default(""),
    /** What their Livery has refused. */
    peerNote: text().notNull().default(""),
  },
  (t) => [
    uniqueIndex("farm_outs_token").on(t.tokenHash),
    // One taker for a trip, whatever raced.
    uniqueIndex("farm_outs_in_force")
      .on(t.reservationId)
      .where(sql`state in ('open', 'accepted')`),
    index("farm_outs_reservation").on(t.reservationId, t.createdAt),
    index("farm_outs_affiliate").on(t.affiliateId, t.state, t.reservationId),
    index("farm_outs_due")
      .on(t.expiresAt)
      .where(sql`state = 'open'`),
    index("farm_outs_crew")
      .on(t.reservationId)
      .where(sql`driver_name <> ''`),
    index("farm_outs_peer")
      .on(t.peerDueAt)
      .where(sql`peer_due_at IS NOT NULL`),
  ],
);
export type StoredFarmOut = typeof farmOuts.$inferSelect;

/** Where an affiliate's car was last, from the phone of its driver. Kept as long as drivers' positions. */
export const farmOutPositions = sqliteTable("farm_out_positions", {
  farmOutId: text()
    .primaryKey()
    .references(() => farmOuts.id),
  latitude: real().notNull(),
  longitude: real().notNull(),
  accuracyMeters: real().notNull(),
  headingDegrees: real(),
  speedMps: real(),
  recordedAt: integer().notNull(),
  receivedAt: integer().notNull(),
});
