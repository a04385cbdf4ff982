/** The shape that a stored draft must have to be restored; loaded only when there is one. */
import { z } from "zod";
import { Language } from "../../src/accounts/contract";
import { Place } from "../../src/places/contract";
import { Repeat } from "../../src/reservations/standing-orders/order-contract";
import { CardName } from "../../src/reservations/prepaying/card-contract";
import { DriverNewsTo, Payment, Trouble } from "../../src/reservations/contract";
import { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { Mobility } from "../../src/vehicles/class-contract";
import { bookingKinds, emptyDraft } from "./draft";

const PlaceInWords = z.object({
  id: z.string(),
  kind: z.literal("words"),
  name: z.string().max(200),
  detail: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
const PlaceEntry = z.object({
  text: z.string().max(300),
  place: z.union([Place, PlaceInWords]).nullable(),
});

const ReturnTripDraft = z.object({
  date: z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/),
  time: z.string().regex(/^(\d{2}:\d{2})?$/),
  repeatedHour: z.enum(["earlier", "later"]).nullable(),
  calls: z.boolean(),
  byStops: z.boolean(),
  flightNumber: z.string().max(10),
});

export const KeptDraft = z.object({
  version: z.literal(1),
  savedAt: z.number(),
  draft: z.object({
    kind: z.enum(bookingKinds),
    from: PlaceEntry,
    to: PlaceEntry,
    stops: z
      .array(PlaceEntry.extend({ key: z.string() }))
      .max(8)
      .default([]),
    hours: z.number().min(0.5).max(72),
    date: z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/),
    time: z.string().regex(/^(\d{2}:\d{2})?$/),
    repeatedHour: z.enum(["earlier", "later"]).nullable(),
    asap: z.boolean().default(false),
    returns: z.boolean().default(false),
    back: ReturnTripDraft.default(() => emptyDraft().back),
    passengers: z.number().int().min(1).max(60),
    luggage: z.number().int().min(0).max(60),
    flightNumber: z.string().max(10),
    greetingSign: z.string().max(80).default(""),
    mobility: Mobility.default("ambulatory"),
    attendants: z.number().int().min(0).max(10).default(0),
    companions: z.number().int().min(0).max(10).default(0),
    appointmentTime: z
      .string()
      .regex(/^(\d{2}:\d{2})?$/)
      .default(""),
    doorNote: z.string().max(500).default(""),
    vehicle: z.string().max(120).default(""),
    plate: z.string().max(20).default(""),
    trouble: z.union([Trouble, z.literal("")]).default(""),
    troubleWords: z.string().max(500).default(""),
    languages: z.string().max(120).default(""),
    meeting: z.enum(["rides_along", "meets_there"]).default("rides_along"),
    extras: z
      .array(z.object({ id: z.string(), quantity: z.number().int().min(1).max(20) }))
      .max(20)
      .default([]),
    promotionCode: z.string().max(40).default(""),
    gratuityPercent: z.number().min(0).max(100).nullable().default(null),
    way: z.number().int().min(0).max(2).default(0),
    // Prices from before an upgrade are requested again.
    quote: z.object({ trip: z.string(), answer: QuoteAnswer }).nullable().catch(null),
    vehicleClassId: z.string().nullable(),
    isForSomebodyElse: z.boolean(),
    passengerName: z.string().max(160),
    passengerPhone: z.string().max(20),
    passengerEmail: z.string().max(254).default(""),
    passengerLanguage: z.union([Language, z.literal("")]).default(""),
    driverNewsTo: DriverNewsTo.default("passenger"),
    note: z.string().max(1000),
    payment: Payment.default("cash"),
    card: CardName.extend({ id: z.string() }).nullable().default(null),
    terms: z.number().int().nullable().default(null),
    billTo: z
      .object({
        companyId: z.string().max(64),
        costCentreId: z.string().max(64).nullable(),
        reference: z.string().max(60),
        /** The member whose trip it is, where a manager books for them. */
        member: z.object({ id: z.string().max(64), name: z.string().max(160) }).exactOptional(),
      })
      .nullable()
      .default(null),
    repeat: Repeat.nullable().catch(null).default(null),
    attempt: z.object({ key: z.string(), body: z.string() }).nullable(),
    resume: z.boolean(),
  }),
});
export type KeptDraft = z.infer<typeof KeptDraft>;
