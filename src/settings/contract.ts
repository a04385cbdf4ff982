import { z } from "zod";
import { OpeningHours } from "./hours-contract";
import { languageCodes } from "./languages/languages-contract";
import { landscapes } from "./look/landscape-contract";
import { OfferedServices } from "./services-contract";

/** A picture of the operator's, and its pixels. */
const Logo = z.object({
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});

/** What every page may know of the operator. Public. */
export const Settings = z.object({
  brand: z.string(),
  /** Lower-case letters and digits of the brand: the segment of `/{brandSlug}Client`. */
  brandSlug: z.string(),
  /** What the segment was before: addresses with it lead to the new one. */
  formerSlugs: z.array(z.string()),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
  /** Shown in place of mark and name; `dark` is null where one serves by day and by night. */
  logo: z.object({ light: Logo, dark: Logo.nullable() }).nullable(),
  /** Drawn behind the words of the first page and beside the sign-in. */
  landscape: z.enum(landscapes),
  town: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  timeZone: z.string(),
  currency: z.string(),
  country: z.string(),
  distanceUnit: z.enum(["km", "mi"]),
  /** Of the public site at its own addresses; its others are below their codes. */
  language: z.enum(languageCodes),
  /** All that pages and messages are offered in, the main one among them. */
  languages: z.array(z.enum(languageCodes)),
  /** What is offered besides rides from one place to another. */
  services: OfferedServices,
  /** Digits of a one-time code: 4, or 6 where the operator chose so. */
  codeDigits: z.number().int(),
  /** How early, and how long before its pickup, a trip can be booked without a call. */
  booking: z.object({
    /** Least notice in minutes, and where a kind of service has one of its own. */
    leadMinutes: z.number().int(),
    leadMinutesByService: z.record(z.string(), z.number().int()),
    maxDaysAhead: z.number().int(),
  }),
  /** When the office answers, Monday first; null when it does not say. */
  openingHours: OpeningHours.nullable(),
  /** Whether the owner has opened the business; before, riders read that it opens soon. */
  isOpen: z.boolean(),
  /** Whether streets and houses can be looked up; where they can't, riders say a place in words or show it. */
  findsAddresses: z.boolean(),
  /** Whether a provider follows flights; otherwise nothing is promised of them. */
  followsFlights: z.boolean(),
  /** What riders are told while they may not book; null when they may. */
  bookingClosed: z.string().nullable(),
  demo: z.boolean(),
  version: z.number().int(),
});
export type Settings = z.infer<typeof Settings>;

/** What somebody did to a thing since the caller saw it. */
export const ConcurrentChange = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  /** Each by the name of its field; with words such as "14:00 → 14:30" where the log has them. */
  changes: z.array(z.object({ field: z.string(), text: z.string().optional() })),
  /** Of a reservation: from which state to which. */
  states: z.object({ from: z.string(), to: z.string() }).optional(),
});
export type ConcurrentChange = z.infer<typeof ConcurrentChange>;

/** Shape of every failure under `/backend`. */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The number to call, where the message ends with it. */
  phone: z.string().optional(),
  /** With a conflict, to staff: who has changed what since the version that was seen, oldest first. */
  meanwhile: z.array(ConcurrentChange).optional(),
  requestId: z.string().optional(),
});
export type Failure = z.infer<typeof Failure>;

/** An answer that only says that it was done. */
export const Message = z.object({ message: z.string() });
export type Message = z.infer<typeof Message>;

export const CountryAnswer = z.object({ country_code: z.string().length(2) });
export type CountryAnswer = z.infer<typeof CountryAnswer>;
