import { sql } from "drizzle-orm";
import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type Language, languageCodes } from "../../src/settings/languages/languages-contract";

/** The hours of each day, Monday first, as `08:00` to at most `24:00`; a day without any is closed. */
type OpeningHours = { from: string; until: string }[][];

/** Zones within which trips begin, or begin and end. */
type ServedArea = { zoneIds: string[]; ends: "pickup" | "both" };

/** When and whom to remind of a trip; nobody is reminded where the list is empty. */
type Reminder = { hours: number; to: ("rider" | "passenger" | "driver")[] };

/** A picture under `uploads/`, with its pixels: pages leave the room before it is there. */
export type StoredLogo = { fileId: string; width: number; height: number };

/** The operator's settings: exactly one row, id 1, written on first start from the configuration. */
export const settings = sqliteTable("settings", {
  id: integer().primaryKey(),
  /** The business, as everybody reads it. */
  brand: text().notNull().default("Livery"),
  /** The segment of `/{brandSlug}Client` and `/{brandSlug}Driver`; and what it was before: those lead there. */
  brandSlug: text().notNull().default("livery"),
  formerSlugs: text({ mode: "json" })
    .$type<string[]>()
    .notNull()
    .default(sql`'[]'`),
  /** `#rrggbb`, or null for Livery's own accent. */
  accent: text(),
  /** The operator's logo; null for the mark and the name. */
  logo: text({ mode: "json" }).$type<StoredLogo>(),
  /** Another one for dark pages; null where the one above serves there too. */
  darkLogo: text({ mode: "json" }).$type<StoredLogo>(),
  town: text().notNull(),
  phone: text(),
  email: text(),
  /** Of the office, in its own lines; on invoices and statements, as are the two below. "" for none. */
  address: text().notNull().default(""),
  taxNumber: text().notNull().default(""),
  /** How invoices are paid: a bank and an account. */
  payment: text().notNull().default(""),
  /** Whether companies are reminded of overdue invoices, and how many days after the due day. */
  remindInvoices: integer({ mode: "boolean" }).notNull().default(false),
  invoiceReminderDays: text({ mode: "json" })
    .$type<number[]>()
    .notNull()
    .default(sql`'[7,14,30]'`),
  /** Of riders whose browser asks for no language of ours. */
  riderLanguage: text({ enum: languageCodes }).notNull().default("en"),
  /** Languages that pages and messages are not offered in. The usual one is always offered. */
  disabledLanguages: text({ mode: "json" })
    .$type<Language[]>()
    .notNull()
    .default(sql`'[]'`),
  /** What is offered besides rides from one place to another. */
  services: text({ mode: "json" })
    .$type<("airport" | "hourly" | "care" | "roadside" | "interpreter" | "companies")[]>()
    .notNull()
    .default(sql`'["airport","hourly","care","roadside","interpreter","companies"]'`),
  /** Steps of the setup that the owner left for later. */
  postponedSetupSteps: text({ mode: "json" })
    .$type<string[]>()
    .notNull()
    .default(sql`'[]'`),
  /** When the office answers, Monday first; null when the operator does not say. */
  openingHours: text({ mode: "json" }).$type<OpeningHours>(),
  /** Since when the site is open for business; null until the owner opens it. */
  openedAt: integer(),
  /** Whether riders may book online; and what they are told when not, "" for our own words. */
  bookingOpen: integer({ mode: "boolean" }).notNull().default(true),
  bookingClosedText: text().notNull().default(""),
  /** Whether everybody may read the page with the partner calls. */
  developersPublic: integer({ mode: "boolean" }).notNull().default(false),
  /** Origins of the websites that may show the booking widget. */
  widgetSites: text({ mode: "json" })
    .$type<string[]>()
    .notNull()
    .default(sql`'[]'`),
  timeZone: text().notNull(),
  currency: text().notNull(),
  country: text().notNull(),
  distanceUnit: text({ enum: ["km", "mi"] }).notNull(),
  /** Mean speed behind the estimate of a route when no router is configured. */
  estimateSpeedKmh: real().notNull(),
  /** What of its time without traffic a way takes, in per cent, by hour; null for none. And since when that holds. */
  trafficPercents: text({ mode: "json" }).$type<number[]>(),
  trafficChangedAt: integer(),
  /** How long an offer waits for the driver's answer. */
  offerSeconds: integer().notNull(),
  /** So many minutes before its pickup a trip must be booked; and otherwise for some kinds of service. */
  leadMinutes: integer().notNull().default(30),
  leadMinutesByService: text({ mode: "json" })
    .$type<Record<string, number>>()
    .notNull()
    .default(sql`'{}'`),
  /**
   * So long a driver waits before a no-show, for the kinds of service that have a wait of their own; for
   * others the grace period of the prices holds.
   */
  noShowMinutesByService: text({ mode: "json" })
    .$type<Record<string, number>>()
    .notNull()
    .default(sql`'{}'`),
  /** So many minutes before its pickup a driver may set off to it at the earliest. */
  setOffMinutes: integer().notNull().default(120),
  /** How long before the pickup, and who, is reminded of a trip; and otherwise for some kinds of service. */
  reminder: text({ mode: "json" })
    .$type<Reminder>()
    .notNull()
    .default(sql`'{"hours":3,"to":["passenger"]}'`),
  reminderByService: text({ mode: "json" })
    .$type<Record<string, Reminder>>()
    .notNull()
    .default(sql`'{}'`),
  /** So many days ahead a trip can be booked. */
  maxDaysAhead: integer().notNull().default(365),
  /** Whether a driver asks the passenger for the trip's code before they ride. */
  boardingCodes: text({ enum: ["off", "offered", "required"] })
    .notNull()
    .default("offered"),
  /** While a trip is under way its rider sees the driver's number; otherwise calls go to dispatch. */
  showDriverPhone: integer({ mode: "boolean" }).notNull().default(false),
  /** The same for the driver and the passenger's number. */
  showRiderPhone: integer({ mode: "boolean" }).notNull().default(false),
  /** Whether drivers see what riders pay for a trip, beside what they earn by it. */
  showFareToDrivers: integer({ mode: "boolean" }).notNull().default(false),
  /** Kinds of documents whose end ends assignments. */
  requiredDocuments: text({ mode: "json" })
    .$type<string[]>()
    .notNull()
    .default(sql`'["driving_licence","vehicle_insurance","vehicle_registration"]'`),
  /** Whether all staff must have a second factor to work. */
  secondFactorRequired: integer({ mode: "boolean" }).notNull().default(false),
  /** Where riders may book; null for everywhere. */
  serviceArea: text({ mode: "json" }).$type<ServedArea>(),
  /** Days that kinds of records are kept, where the owner has said; for others Livery's own periods. */
  retentionDays: text({ mode: "json" })
    .$type<Record<string, number>>()
    .notNull()
    .default(sql`'{}'`),
  /** A folder filled by `livery demo` says so on every page. */
  demo: integer({ mode: "boolean" }).notNull().default(false),
  /** Goes up with every change: pages rendered once are rendered again. */
  version: integer().notNull().default(1),
  updatedAt: integer().notNull(),
});
