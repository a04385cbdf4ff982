import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { drivers } from "./drivers";
import { reservations } from "./reservations";
import { vehicles } from "./vehicles";

/** The kinds of incident. */
const incidentKinds = [
  "accident",
  "injury",
  "illness",
  "damage",
  "breakdown",
  "dispute",
  "safety",
  "other",
] as const;

/** Incidents that drivers report to dispatch. Kept for three years after they are closed. */
export const incidents = sqliteTable(
  "incidents",
  {
    id: text().primaryKey(),
    /** The number that people use for the incident. It counts from 1. */
    number: integer().notNull(),
    state: text({ enum: ["open", "closed"] }).notNull(),
    /** Increases with every write. A caller who saw another version gets 409. */
    version: integer().notNull(),
    driverId: text()
      .notNull()
      .references(() => drivers.id),
    reservationId: text().references(() => reservations.id),
    vehicleId: text().references(() => vehicles.id),
    /** A key that the phone chose. The same report sent twice is stored once. */
    sendKey: text().notNull(),
    kind: text({ enum: incidentKinds }).notNull(),
    hurt: integer({ mode: "boolean" }).notNull(),
    what: text().notNull(),
    happenedAt: integer().notNull(),
    place: text().notNull(),
    /** All three are null if the phone gave no position. */
    latitude: real(),
    longitude: real(),
    accuracyMeters: real(),
    policeNumber: text().notNull(),
    /** The member of staff who handles it. */
    assignedId: text(),
    assignedName: text().notNull().default(""),
    outcome: text().notNull().default(""),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    closedAt: integer(),
  },
  (t) => [
    uniqueIndex("incidents_number").on(t.number),
    uniqueIndex("incidents_key").on(t.driverId, t.sendKey),
    index("incidents_created").on(t.createdAt, t.id),
    index("incidents_state").on(t.state, t.createdAt, t.id),
    index("incidents_driver").on(t.driverId, t.createdAt, t.id),
    index("incidents_reservation").on(t.reservationId, t.createdAt, t.id),
    index("incidents_closed").on(t.closedAt),
  ],
);
export type StoredIncident = typeof incidents.$inferSelect;

/** Photos of incidents, up to six for each. */
export const incidentPhotos = sqliteTable(
  "incident_photos",
  {
    id: text().primaryKey(),
    incidentId: text()
      .notNull()
      .references(() => incidents.id),
    /** A key that the phone chose. The same photo sent twice is stored once. */
    sendKey: text().notNull(),
    fileId: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex("incident_photos_key").on(t.incidentId, t.sendKey)],
);

/** The log of an incident: each action, and who did it. */
export const incidentEvents = sqliteTable(
  "incident_events",
  {
    id: text().primaryKey(),
    incidentId: text()
      .notNull()
      .references(() => incidents.id),
    at: integer().notNull(),
    actorKind: text({ enum: ["driver", "admin"] }).notNull(),
    actorId: text(),
    actorName: text().notNull(),
    act: text({ enum: ["reported", "note", "taken_on", "closed", "reopened"] }).notNull(),
    words: text().notNull(),
  },
  (t) => [index("incident_events_incident").on(t.incidentId, t.at, t.id)],
);
