/** Phone bookings by dispatch. */
import { z } from "zod";
import { Caller } from "../../accounts/caller-contract";
import { MyCompanies } from "../../companies/contract";
import { Place } from "../../places/contract";
import { CreateReservation, ReservationAnswer, ReservationRow } from "../../reservations/contract";
import { SavedCard } from "../../reservations/prepaying/card-contract";
import { QuoteRequest } from "../../reservations/quotes/quote-contract";
import { line } from "../../settings/text-contract";

/** What dispatch needs to book for a caller. */
export const CallerCard = z.object({
  caller: Caller,
  /** Dispatch's note about the rider. */
  note: z.string(),
  /** Why the rider may not book online, or null if they may. */
  blocked: z.string().nullable(),
  companies: MyCompanies.shape.companies,
  /** Upcoming trips, soonest first. */
  upcoming: z.array(ReservationRow),
  /** The rider's latest trips, one for each route and class, newest first. */
  latest: z.array(ReservationRow),
  /** Saved places, then places of earlier trips. */
  places: z.array(Place),
  /** The channels of a confirmation. */
  reachedBy: z.array(z.enum(["email", "sms"])),
  /** Saved cards that can be charged. */
  cards: z.array(SavedCard),
});
export type CallerCard = z.infer<typeof CallerCard>;

/** The trip to price and its rider, because some promotions are limited per rider. */
export const PhoneQuoteRequest = QuoteRequest.extend({ riderId: z.string().max(64).optional() });
export type PhoneQuoteRequest = z.input<typeof PhoneQuoteRequest>;

/** A price that replaces the list price, for the outbound and the return trip together, and the reason. */
const AgreedPrice = z.object({
  fareMinor: z.number().int().min(0).max(1_000_000_000),
  reason: z.string().trim().min(1, "Give a short reason.").max(200),
});

export const BookByPhone = CreateReservation.omit({ terms: true }).extend({
  /** Whether the operator's terms were read to the caller. If not, the confirmation contains them. */
  termsRead: z.boolean().default(false),
  /** The caller: a rider, or a phone number that may not belong to a rider yet. */
  caller: z.union([
    z.object({ riderId: z.string().max(64) }),
    z.object({
      phone: z.string().max(40),
      name: z.string().max(160),
      /** The e-mail address of a new rider. */
      email: z.string().max(320).optional(),
    }),
  ]),
  agreed: AgreedPrice.optional(),
  /** The reason for booking above the monthly limit of the company's member. */
  overLimitReason: line.min(1, "Give a short reason.").max(200).optional(),
  /** Whether to save a request without a price, for which the caller is sent a quote. */
  isForQuote: z.boolean().default(false),
  /** Whether a confirmation is sent. */
  tell: z.boolean().default(true),
});
export type BookByPhone = z.input<typeof BookByPhone>;

export const PhoneBookingAnswer = ReservationAnswer.extend({
  rider: z.object({ id: z.string(), isNew: z.boolean() }),
  /**
   * The confirmation that was sent. `hasProvider` is false if no provider is set up, so that it stays in the outbox.
   */
  notified: z.array(
    z.object({ channel: z.enum(["email", "sms"]), contact: z.string(), hasProvider: z.boolean() }),
  ),
});
export type PhoneBookingAnswer = z.infer<typeof PhoneBookingAnswer>;
