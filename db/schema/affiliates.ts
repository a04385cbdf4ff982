/**
 * Affiliates, which are other businesses that drive trips for the operator, and the trips they were offered.
 */
import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { reservations } from "./reservations";

export const affiliates = sqliteTable(
  "affiliates",
  {
    id: text().primaryKey(),
    /** Increases with every write. A caller who saw another version gets 409. */
    version: integer().notNull(),
    name: text().notNull(),
    email: text(),
    phone: text(),
    /** The language of messages and of the page that a link opens. */
    language: text({ enum: languageCodes }).notNull(),
    /**
     * How the cost of a trip is computed: a share of its fare, the same for each trip, or prices of the
     * affiliate in the price list.
     */
    rateKind: text({ enum: ["percent", "fixed", "price_list"] }).notNull(),
    ratePercent: real().notNull(),
    rateMinor: integer().notNull(),
    /** Where the affiliate drives, in words. */
    zones: text().notNull().default(""),
    note: text().notNull().default(""),
    /**
     * The address of the affiliate's own Livery, and the encrypted key that they made for us there. Null if they have
     * none.
     */
    peerUrl: text(),
    peerKey: text(),
    /** A paused affiliate gets no offers. */
    active: integer({ mode: "boolean" }).notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("affiliates_name").on(t.name, t.id)],
);
export type StoredAffiliate = typeof affiliates.$inferSelect;

/** An offer of a trip to an affiliate, and its outcome. */
export const farmOuts = sqliteTable(
  "farm_outs",
  {
    /** The token of its link is an HMAC of it, with a key outside the database. */
    id: text().primaryKey(),
    /** SHA-256 of the token, by which a request finds this row. */
    tokenHash: text().notNull(),
    reservationId: text()
      .notNull()
      .references(() => reservations.id),
    affiliateId: text()
      .notNull()
      .references(() => affiliates.id),
    /**
     * `withdrawn`: by dispatch, or because the trip changed, was cancelled or was assigned to somebody else.
     */
    state: text({ enum: ["open", "accepted", "declined", "expired", "withdrawn"] }).notNull(),
    /** The amount that the affiliate gets for the trip. It is fixed when they accept. */
    costMinor: integer().notNull(),
    /**
     * The fee that the affiliate gets for a trip that was withdrawn after they accepted it. Null until it is
     * agreed.
     */
    feeMinor: integer(),
    currency: text().notNull(),
    createdAt: integer().notNull(),
    createdBy: text().notNull(),
    expiresAt: integer().notNull(),
    openedAt: integer(),
    answeredAt: integer(),
    endedAt: integer(),
    /** The reason that the affiliate typed for declining or returning the trip. */
    reason: text().notNull().default(""),
    /** The driver and the car. Empty until the affiliate enters them. */
    driverName: text().notNull().default(""),
    driverPhone: text().notNull().default(""),
    plate: text().notNull().default(""),
    model: text().notNull().default(""),
    color: text().notNull().default(""),
    /** When the affiliate's Livery is called next. Null if it is not involved in the trip, or no longer. */
    peerDueAt: integer(),
    /**
     * The booking request that was sent to the affiliate's Livery, until its answer is known. Sent again, it
     * does not book twice.
     */
    peerRequest: text({ mode: "json" }).$type<unknown>(),
    /** The id of the booking in the affiliate's Livery. */
    peerId: text(),
    peerNumber: integer(),
    /** The amount that the affiliate bills for the booking, as last seen. */
    peerMinor: integer(),
    /**
     * A hash of the facts of the trip that the affiliate knows. A different hash means a change that they do
     * not know yet.
     */
    peerFacts: text(),
    /** Why the last call to the affiliate's Livery failed. Empty if it answered. */
    peerAway: text().notNull().default(""),
    /** A refusal of the affiliate's Livery. */
    peerNote: text().notNull().default(""),
  },
  (t) => [
    uniqueIndex("farm_outs_token").on(t.tokenHash),
    // A trip has at most one offer in force, even if two transactions race.
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

/**
 * The last position of an affiliate's car, from the phone of its driver. Kept as long as drivers' positions.
 */
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
