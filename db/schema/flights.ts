import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { reservations } from "./reservations";

/** `unknown`: the provider was asked and knows no such flight around that time. */
const flightStates = [
  "waiting",
  "unknown",
  "scheduled",
  "departed",
  "landed",
  "cancelled",
  "diverted",
] as const;

/** A flight of a day that trips wait for or bring people to, asked about once for all of them. Times in ms UTC. */
export const flights = sqliteTable(
  "flights",
  {
    id: text().primaryKey(),
    /** As the tickets have it, without spaces. */
    number: text().notNull(),
    /** Which of its ends the trips are about. */
    direction: text({ enum: ["arrival", "departure"] }).notNull(),
    /** When it is expected at that end: a pickup of its trips until somebody knows better. */
    expectedAt: integer().notNull(),
    /** IATA code of the airport of the trips; null where it is not known. */
    airport: text(),
    state: text({ enum: flightStates }).notNull().default("waiting"),
    /** What the provider calls it. */
    providerRef: text(),
    airline: text(),
    /** The number under which it is operated, where that is another. */
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
    /** Touchdown, or the arrival at the gate where only that is known. */
    actualIn: integer(),
    terminal: text(),
    gate: text(),
    belt: text(),
    /** Whether the times were typed by dispatch: no provider writes over them. */
    isTyped: integer({ mode: "boolean" }).notNull().default(false),
    fetchedAt: integer(),
    /** When the provider is asked next; null for never again. */
    nextAskAt: integer(),
    failures: integer().notNull().default(0),
    /** Since when the provider tells us of changes itself; 0 where it was asked to and does not. */
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

/** Which flight a trip waits for, and what became of its pickup. Times in ms UTC. */
export const flightTrips = sqliteTable(
  "flight_trips",
  {
    reservationId: text()
      .primaryKey()
      .references(() => reservations.id, { onDelete: "cascade" }),
    flightId: text()
      .notNull()
      .references(() => flights.id),
    /** The number under which the trip was found to wait for it. */
    number: text().notNull(),
    /** The pickup when the flight was last looked at: another one was chosen by people since. */
    seenPickupAt: integer().notNull(),
    /** Minutes that people left between flight and pickup; null until the flight is known. */
    marginMinutes: integer(),
    /** A pickup that waits for dispatch to accept it. */
    proposedPickupAt: integer(),
    /** One that dispatch declined: it is not proposed again. */
    declinedPickupAt: integer(),
    /** The state of the flight that people were last notified of. */
    toldState: text({ enum: flightStates }),
  },
  (t) => [index("flight_trips_flight").on(t.flightId)],
);
export type StoredFlightTrip = typeof flightTrips.$inferSelect;

/** How pickups follow flights, for an airport by its IATA code, or all others: "". */
export const flightRules = sqliteTable(
  "flight_rules",
  {
    id: text().primaryKey(),
    airport: text().notNull(),
    mode: text({ enum: ["off", "propose", "move"] }).notNull(),
    /** Minutes from the landing to the pickup. */
    domesticMinutes: integer().notNull(),
    internationalMinutes: integer().notNull(),
    /** As many more for passengers with bags. */
    bagsMinutes: integer().notNull(),
    /** Whether surcharges of the hour follow the pickup. */
    repricesHours: integer({ mode: "boolean" }).notNull(),
    /** How long before a departure passengers should be there. */
    domesticCheckInMinutes: integer().notNull(),
    internationalCheckInMinutes: integer().notNull(),
    version: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [uniqueIndex("flight_rules_airport").on(t.airport)],
);

/** How many questions a day's budget has paid. */
export const flightQuestions = sqliteTable("flight_questions", {
  /** `2026-11-20` on the operator's clocks. */
  day: text().primaryKey(),
  count: integer().notNull(),
  /** When dispatch was told that none are left. */
  notifiedAt: integer(),
});
