import { sql } from "drizzle-orm";
import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type Language, languageCodes } from "../../src/settings/languages/languages-contract";

/**
 * The opening hours of each day, Monday first, from `08:00` to at most `24:00`. A day without hours is closed.
 */
type OpeningHours = { from: string; until: string }[][];

/** The zones in which trips must begin, or begin and end. */
type ServedArea = { zoneIds: string[]; ends: "pickup" | "both" };

/** When reminders of a trip are sent, and to whom. An empty list sends none. */
type Reminder = { hours: number; to: ("rider" | "passenger" | "driver")[] };

/** A picture under `uploads/` with its size in pixels, so that pages reserve its space before it loads. */
export type StoredLogo = { fileId: string; width: number; height: number };

/** The operator's settings: exactly one row, id 1, created on the first start from the configuration. */
export const settings = sqliteTable("settings", {
  id: integer().primaryKey(),
  /** The name of the business on every page. */
  brand: text().notNull().default("Livery"),
  /**
   * The segment of `/{brandSlug}Client` and `/{brandSlug}Driver`, and earlier segments, which redirect to it.
   */
  brandSlug: text().notNull().default("livery"),
  formerSlugs: text({ mode: "json" })
    .$type<string[]>()
    .notNull()
    .default(sql`'[]'`),
  /** `#rrggbb`. Null for Livery's own accent. */
  accent: text(),
  /** The operator's logo. Null shows Livery's mark and the brand. */
  logo: text({ mode: "json" }).$type<StoredLogo>(),
  /** The logo for dark pages. Null if the other one is used there too. */
  darkLogo: text({ mode: "json" }).$type<StoredLogo>(),
  town: text().notNull(),
  phone: text(),
  email: text(),
  /** The lines of the office's address. This and the next two are on invoices and statements. "" for none. */
  address: text().notNull().default(""),
  taxNumber: text().notNull().default(""),
  /** How invoices are paid: a bank and an account. */
  payment: text().notNull().default(""),
  /** Whether companies get reminders of overdue invoices, and how many days after the due day. */
  remindInvoices: integer({ mode: "boolean" }).notNull().default(false),
  invoiceReminderDays: text({ mode: "json" })
    .$type<number[]>()
    .notNull()
    .default(sql`'[7,14,30]'`),
  /** The language of riders whose browser requests no language that we have. */
  riderLanguage: text({ enum: languageCodes }).notNull().default("en"),
  /** Languages in which pages and messages are not offered. The main language is always offered. */
  disabledLanguages: text({ mode: "json" })
    .$type<Language[]>()
    .notNull()
    .default(sql`'[]'`),
  /** The kinds of service besides rides from one place to another. */
  services: text({ mode: "json" })
    .$type<("airport" | "hourly" | "care" | "roadside" | "interpreter" | "companies")[]>()
    .notNull()
    .default(sql`'["airport","hourly","care","roadside","interpreter","companies"]'`),
  /** Steps of the setup that the owner postponed. */
  postponedSetupSteps: text({ mode: "json" })
    .$type<string[]>()
    .notNull()
    .default(sql`'[]'`),
  /** When the office answers, Monday first. Null if the operator does not say. */
  openingHours: text({ mode: "json" }).$type<OpeningHours>(),
  /** When the owner opened the site for business. Null before. */
  openedAt: integer(),
  /** Whether riders may book online, and the text that they read if not. "" for our own text. */
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
  /** The mean speed for estimated routes, when no router is configured. */
  estimateSpeedKmh: real().notNull(),
  /**
   * How long a route takes by hour, in per cent of its time without traffic, and since when this applies. Null
   * for no traffic.
   */
  trafficPercents: text({ mode: "json" }).$type<number[]>(),
  trafficChangedAt: integer(),
  /** How long a driver has to answer an offer. */
  offerSeconds: integer().notNull(),
  /**
   * A trip must be booked this many minutes before its pickup. Some kinds of service may have their own lead
   * time.
   */
  leadMinutes: integer().notNull().default(30),
  leadMinutesByService: text({ mode: "json" })
    .$type<Record<string, number>>()
    .notNull()
    .default(sql`'{}'`),
  /**
   * How long a driver waits before a no-show, for kinds of service with their own wait. Others use the free
   * time of the price list.
   */
  noShowMinutesByService: text({ mode: "json" })
    .$type<Record<string, number>>()
    .notNull()
    .default(sql`'{}'`),
  /** How many minutes before the pickup a driver may set off at the earliest. */
  setOffMinutes: integer().notNull().default(120),
  /** When reminders of a trip are sent, and to whom. Some kinds of service may have their own reminder. */
  reminder: text({ mode: "json" })
    .$type<Reminder>()
    .notNull()
    .default(sql`'{"hours":3,"to":["passenger"]}'`),
  reminderByService: text({ mode: "json" })
    .$type<Record<string, Reminder>>()
    .notNull()
    .default(sql`'{}'`),
  /** How many days ahead a trip can be booked. */
  maxDaysAhead: integer().notNull().default(365),
  /** Whether the driver asks the passenger for the boarding code. */
  boardingCodes: text({ enum: ["off", "offered", "required"] })
    .notNull()
    .default("offered"),
  /** Whether the rider sees the driver's number while the trip is under way. Otherwise calls go to dispatch. */
  showDriverPhone: integer({ mode: "boolean" }).notNull().default(false),
  /** Whether the driver sees the passenger's number while the trip is under way. */
  showRiderPhone: integer({ mode: "boolean" }).notNull().default(false),
  /** Whether drivers see what riders pay for a trip, in addition to their own pay. */
  showFareToDrivers: integer({ mode: "boolean" }).notNull().default(false),
  /** Kinds of document that are required: without a valid one, a driver or vehicle cannot be assigned. */
  requiredDocuments: text({ mode: "json" })
    .$type<string[]>()
    .notNull()
    .default(sql`'["driving_licence","vehicle_insurance","vehicle_registration"]'`),
  /** Whether all staff must have a second factor to work. */
  secondFactorRequired: integer({ mode: "boolean" }).notNull().default(false),
  /** The area in which riders may book. Null for everywhere. */
  serviceArea: text({ mode: "json" }).$type<ServedArea>(),
  /**
   * How many days each kind of record is kept, if the owner has chosen it. Other kinds use Livery's own
   * periods.
   */
  retentionDays: text({ mode: "json" })
    .$type<Record<string, number>>()
    .notNull()
    .default(sql`'{}'`),
  /** Whether the folder was filled by `livery demo`. Every page then shows this. */
  demo: integer({ mode: "boolean" }).notNull().default(false),
  /** Increases with every change, so that cached pages are rendered again. */
  version: integer().notNull().default(1),
  updatedAt: integer().notNull(),
});
