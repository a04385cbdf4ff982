import { z } from "zod";
import { OpeningHours } from "./hours-contract";
import { languageCodes } from "./languages/languages-contract";
import { landscapes } from "./look/landscape-contract";
import { OfferedServices } from "./services-contract";

/** A picture of the operator, with its size in pixels. */
const Logo = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});

/** The settings of the operator that every page may read. Public. */
export const Settings = z.object({
  brand: z.string(),
  /** Lower-case letters and digits of the brand: the segment of `/{brandSlug}Client`. */
  brandSlug: z.string(),
  /** Former segments. Addresses with them lead to the new one. */
  formerSlugs: z.array(z.string()),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
  /** Shown instead of the mark and the name. `dark` is null if one logo is for both day and night. */
  logo: z.object({ light: Logo, dark: Logo.nullable() }).nullable(),
  /** Drawn behind the text of the home page and beside the sign-in. */
  landscape: z.enum(landscapes),
  town: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  timeZone: z.string(),
  currency: z.string(),
  country: z.string(),
  distanceUnit: z.enum(["km", "mi"]),
  /**
   * The main language of the public site, whose pages have plain addresses. Addresses in other languages begin with
   * their code.
   */
  language: z.enum(languageCodes),
  /** All languages in which pages and messages are offered, including the main one. */
  languages: z.array(z.enum(languageCodes)),
  /** The services that are offered besides rides from one place to another. */
  services: OfferedServices,
  /** The number of digits of a one-time code: 4, or 6 if the operator chose that. */
  codeDigits: z.number().int(),
  /** How early, and how long before its pickup, a trip can be booked online. */
  booking: z.object({
    /** The least notice in minutes. `leadMinutesByService` has the services with their own value. */
    leadMinutes: z.number().int(),
    leadMinutesByService: z.record(z.string(), z.number().int()),
    maxDaysAhead: z.number().int(),
  }),
  /** The opening hours of the office, Monday first. Null if the operator gives none. */
  openingHours: OpeningHours.nullable(),
  /** Whether the owner has opened the business. Before that, riders read that it opens soon. */
  isOpen: z.boolean(),
  /** Whether streets and houses can be searched. If not, riders describe a place in words or show it on the map. */
  findsAddresses: z.boolean(),
  /** Whether a provider follows flights. Otherwise pages promise nothing about flights. */
  followsFlights: z.boolean(),
  /** The text for riders while they may not book. Null if they may. */
  bookingClosed: z.string().nullable(),
  demo: z.boolean(),
  version: z.number().int(),
});
export type Settings = z.infer<typeof Settings>;

/** A change that somebody made to a record since the caller saw it. */
export const ConcurrentChange = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  /** Each change with the name of its field, and a text such as "14:00 → 14:30" if the log has one. */
  changes: z.array(z.object({ field: z.string(), text: z.string().optional() })),
  /** For a reservation: the states before and after. */
  states: z.object({ from: z.string(), to: z.string() }).optional(),
});
export type ConcurrentChange = z.infer<typeof ConcurrentChange>;

/** The body of every error under `/backend`. */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The number to call, if the message ends with it. */
  phone: z.string().optional(),
  /** For staff, with a conflict: the changes since the version that they saw and who made them, oldest first. */
  meanwhile: z.array(ConcurrentChange).optional(),
  requestId: z.string().optional(),
});
export type Failure = z.infer<typeof Failure>;

/** An answer that only confirms an action. */
export const Message = z.object({ message: z.string() });
export type Message = z.infer<typeof Message>;

export const CountryAnswer = z.object({ country_code: z.string().length(2) });
export type CountryAnswer = z.infer<typeof CountryAnswer>;
