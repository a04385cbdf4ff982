import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { reservations } from "./reservations";

/** The states of a flight. `unknown`: the provider knows no such flight around that time. */
const flightStates = [
  "waiting",
  "unknown",
  "scheduled",
  "departed",
  "landed",
  "cancelled",
  "diverted",
] as const;

/** A flight on a day, stored once for all trips to or from it. Times are in ms UTC. */
export const flights = sqliteTable(
  "flights",
  {
    id: text().primaryKey(),
    /** The flight number on the tickets, without spaces. */
    number: text().notNull(),
    /** Whether the trips are about the flight's arrival or its departure. */
    direction: text({ enum: ["arrival", "departure"] }).notNull(),
    /** The expected time at that end. Until it is known, a pickup time of the trips. */
    expectedAt: integer().notNull(),
    /** IATA code of the trips' airport. Null if it is unknown. */
    airport: text(),
    state: text({ enum: flightStates }).notNull().default("waiting"),
    /** The provider's id of the flight. */
    providerRef: text(),
    airline: text(),
    /** The operating airline's number, if it is different. */
    operatedAs: text(),
    originCode: text(),
    originName: text(),
    destinationCode: text(),
    destinationName: text(),
    divertedTo: text(),
    scheduledOut: integer(),
    estimatedOut: integer(),
    actualOut: integer(),
    scheduledIn: integer(),
    estimatedIn: integer(),
    /** The landing, or the arrival at the gate if only that is known. */
    actualIn: integer(),
    terminal: text(),
    gate: text(),
    belt: text(),
    /** Whether dispatch typed the times. The provider does not overwrite them. */
    isTyped: integer({ mode: "boolean" }).notNull().default(false),
    fetchedAt: integer(),
    /** When the provider is asked next. Null for never. */
    nextAskAt: integer(),
    failures: integer().notNull().default(0),
    /**
     * The time since which the provider has reported changes without being asked. 0 if reports were requested but it
     * sends none.
     */
    alertedSince: integer(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    index("flights_number").on(t.number, t.direction, t.expectedAt),
    index("flights_due")
      .on(t.nextAskAt)
      .where(sql`next_ask_at IS NOT NULL`),
    index("flights_ref")
      .on(t.providerRef)
      .where(sql`provider_ref IS NOT NULL`),
  ],
);
export type StoredFlight = typeof flights.$inferSelect;

/** The flight of a trip, and how its pickup followed the flight. Times are in ms UTC. */
export const flightTrips = sqliteTable(
  "flight_trips",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id, { onDelete: "cascade" }),
    flightId: text()
      .notNull()
      .references(() => flights.id),
    /** The flight number of the trip. */
    number: text().notNull(),
    /** The pickup time at the last check. If the trip now has another one, a person has changed it. */
    seenPickupAt: integer().notNull(),
    /** Minutes that people planned between flight and pickup. Null until the flight is known. */
    marginMinutes: integer(),
    /** A new pickup time that dispatch has yet to accept. */
    proposedPickupAt: integer(),
    /** A pickup time that dispatch declined. It is not proposed again. */
    declinedPickupAt: integer(),
    /** The state of the flight in the last notification. */
    toldState: text({ enum: flightStates }),
  },
  (t) => [index("flight_trips_flight").on(t.flightId)],
);
export type StoredFlightTrip = typeof flightTrips.$inferSelect;

/** The rules by which pickups follow flights, for an airport (by its IATA code) or for all others (""). */
export const flightRules = sqliteTable(
  "flight_rules",
  {
    id: text().primaryKey(),
    airport: text().notNull(),
    mode: text({ enum: ["off", "propose", "move"] }).notNull(),
    /** Minutes from the landing to the pickup. */
    domesticMinutes: integer().notNull(),
    internationalMinutes: integer().notNull(),
    /** Additional minutes for passengers with bags. */
    bagsMinutes: integer().notNull(),
    /** Whether surcharges by time of day change with the pickup time. */
    repricesHours: integer({ mode: "boolean" }).notNull(),
    /** How long before a departure passengers should be at the airport. */
    domesticCheckInMinutes: integer().notNull(),
    internationalCheckInMinutes: integer().notNull(),
    version: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [uniqueIndex("flight_rules_airport").on(t.airport)],
);

/** How many requests of a day's budget were sent to the provider. */
export const flightQuestions = sqliteTable("flight_questions", {
  /** `2026-11-20`, a day of the operator. */
  day: text().primaryKey(),
  count: integer().notNull(),
  /** When dispatch was notified that no requests are left. */
  notifiedAt: integer(),
});
