/** Phone bookings by dispatch. */
import { z } from "zod";
import { Caller } from "../../accounts/caller-contract";
import { MyCompanies } from "../../companies/contract";
import { Place } from "../../places/contract";
import { CreateReservation, ReservationAnswer, ReservationRow } from "../../reservations/contract";
import { SavedCard } from "../../reservations/prepaying/card-contract";
import { QuoteRequest } from "../../reservations/quotes/quote-contract";
import { line } from "../../settings/text-contract";

/** What helps to book for a caller. */
export const CallerCard = z.object({
  caller: Caller,
  /** Dispatch's note about them. */
  note: z.string(),
  /** Why they may not book online; null when they may. */
  blocked: z.string().nullable(),
  companies: MyCompanies.shape.companies,
  /** Upcoming trips, next first. */
  upcoming: z.array(ReservationRow),
  /** Their latest trips, one per route and class, newest first. */
  latest: z.array(ReservationRow),
  /** Saved places, then places of earlier trips. */
  places: z.array(Place),
  /** The channels of a confirmation. */
  reachedBy: z.array(z.enum(["email", "sms"])),
  /** Saved cards that can be charged. */
  cards: z.array(SavedCard),
});
export type CallerCard = z.infer<typeof CallerCard>;

/** The trip and rider to price: some promotions count per rider. */
export const PhoneQuoteRequest = QuoteRequest.extend({ riderId: z.string().max(64).optional() });
export type PhoneQuoteRequest = z.input<typeof PhoneQuoteRequest>;

/** An agreed price instead of the list price, of both ways together, and the reason. */
const AgreedPrice = z.object({
  fareMinor: z.number().int().min(0).max(1_000_000_000),
  reason: z.string().trim().min(1, "Give a short reason.").max(200),
});

export const BookByPhone = CreateReservation.omit({ terms: true }).extend({
  /** The operator's terms were read to the caller; otherwise the confirmation has them. */
  termsRead: z.boolean().default(false),
  /** Who calls: a rider, or a number that may be nobody's yet. */
  caller: z.union([
    z.object({ riderId: z.string().max(64) }),
    z.object({
      phone: z.string().max(40),
      name: z.string().max(160),
      /** Of a new rider. */
      email: z.string().max(320).optional(),
    }),
  ]),
  agreed: AgreedPrice.optional(),
  /** Books above the monthly limit of the company's member, for this reason. */
  overLimitReason: line.min(1, "Give a short reason.").max(200).optional(),
  /** Saves it as a request without a price: its caller is sent a quote. */
  isForQuote: z.boolean().default(false),
  /** Whether a confirmation is sent. */
  tell: z.boolean().default(true),
});
export type BookByPhone = z.input<typeof BookByPhone>;

export const PhoneBookingAnswer = ReservationAnswer.extend({
  rider: z.object({ id: z.string(), isNew: z.boolean() }),
  /**
   * The sent confirmation: `hasProvider` is false when no provider is set up and it stays in the
   * outbox.
   */
  notified: z.array(
    z.object({ channel: z.enum(["email", "sms"]), contact: z.string(), hasProvider: z.boolean() }),
  ),
});
export type PhoneBookingAnswer = z.infer<typeof PhoneBookingAnswer>;
