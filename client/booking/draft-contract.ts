/** The shape that a stored draft must have to be restored. It loads only if there is a draft. */
import { z } from "zod";
import { Language } from "../../src/accounts/contract";
import { Place } from "../../src/places/contract";
import { Repeat } from "../../src/reservations/standing-orders/order-contract";
import { CardName } from "../../src/reservations/prepaying/card-contract";
import { DriverNewsRecipient, Payment, Trouble } from "../../src/reservations/contract";
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

/**
 * Returns the schema of a stored draft. `defaultsFor` supplies fields that it lacks, which happens with drafts of older
 * releases.
 */
export function storedDraftSchema<Shape extends z.ZodRawShape>(
  defaultsFor: (storedValue: object) => object,
  shape: Shape,
) {
  return z.preprocess(
    (storedValue) =>
      typeof storedValue === "object" && storedValue
        ? { ...defaultsFor(storedValue), ...storedValue }
        : storedValue,
    z.object(shape),
  );
}

/** Returns an empty draft. If the stored one names a passenger, the trip is for that passenger. */
const emptyDraftFor = (storedValue: { passengerName?: unknown }) => ({
  ...emptyDraft(),
  isForSomebodyElse: Boolean(storedValue.passengerName),
});

const ReturnTripDraft = storedDraftSchema(() => emptyDraft().back, {
  date: z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/),
  time: z.string().regex(/^(\d{2}:\d{2})?$/),
  repeatedHour: z.enum(["earlier", "later"]).nullable(),
  calls: z.boolean(),
  byStops: z.boolean(),
  flightNumber: z.string().max(10),
});

export const SavedDraft = z.object({
  version: z.literal(1),
  savedAt: z.number(),
  draft: storedDraftSchema(emptyDraftFor, {
    kind: z.enum(bookingKinds),
    from: PlaceEntry,
    to: PlaceEntry,
    stops: z.array(PlaceEntry.extend({ key: z.string() })).max(8),
    hours: z.number().min(0.5).max(72),
    date: z.string().regex(/^(\d{4}-\d{2}-\d{2})?$/),
    time: z.string().regex(/^(\d{2}:\d{2})?$/),
    repeatedHour: z.enum(["earlier", "later"]).nullable(),
    asap: z.boolean(),
    returns: z.boolean(),
    back: ReturnTripDraft,
    passengers: z.number().int().min(1).max(60),
    luggage: z.number().int().min(0).max(60),
    flightNumber: z.string().max(10),
    greetingSign: z.string().max(80),
    mobility: Mobility,
    attendants: z.number().int().min(0).max(10),
    companions: z.number().int().min(0).max(10),
    appointmentTime: z.string().regex(/^(\d{2}:\d{2})?$/),
    doorNote: z.string().max(500),
    vehicle: z.string().max(120),
    plate: z.string().max(20),
    trouble: z.union([Trouble, z.literal("")]),
    troubleWords: z.string().max(500),
    languages: z.string().max(120),
    meeting: z.enum(["rides_along", "meets_there"]),
    extras: z
      .array(z.object({ id: z.string(), quantity: z.number().int().min(1).max(20) }))
      .max(20),
    promotionCode: z.string().max(40),
    gratuityPercent: z.number().min(0).max(100).nullable(),
    way: z.number().int().min(0).max(2),
    // Prices from before an upgrade are requested again.
    quote: z.object({ trip: z.string(), answer: QuoteAnswer }).nullable().catch(null),
    vehicleClassId: z.string().nullable(),
    isForSomebodyElse: z.boolean(),
    passengerName: z.string().max(160),
    passengerPhone: z.string().max(20),
    passengerEmail: z.string().max(254),
    passengerLanguage: z.union([Language, z.literal("")]),
    driverNewsTo: DriverNewsRecipient,
    note: z.string().max(1000),
    payment: Payment,
    card: CardName.extend({ id: z.string() }).nullable(),
    terms: z.number().int().nullable(),
    billTo: z
      .object({
        companyId: z.string().max(64),
        costCentreId: z.string().max(64).nullable(),
        reference: z.string().max(60),
        /** The member who rides, if a manager books for them. */
        member: z.object({ id: z.string().max(64), name: z.string().max(160) }).exactOptional(),
      })
      .nullable(),
    repeat: Repeat.nullable().catch(null),
    attempt: z.object({ key: z.string(), body: z.string() }).nullable(),
    resume: z.boolean(),
  }),
});
export type SavedDraft = z.infer<typeof SavedDraft>;
