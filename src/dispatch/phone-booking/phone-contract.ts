/** Bookings that dispatch takes on the telephone. */
import { z } from "zod";
import { Caller } from "../../accounts/caller-contract";
import { MyCompanies } from "../../companies/contract";
import { Place } from "../../places/contract";
import { CreateReservation, ReservationAnswer, ReservationRow } from "../../reservations/contract";
import { TripRequest } from "../../reservations/quotes/quote-contract";

/** What helps to book for somebody who calls. */
export const CallerCard = z.object({
  caller: Caller,
  /** What dispatch keeps of them. */
  note: z.string(),
  /** Why they may not book by themselves; null where they may. */
  blocked: z.string().nullable(),
  companies: MyCompanies.shape.companies,
  /** Trips to come, the next first. */
  upcoming: z.array(ReservationRow),
  /** Their latest trips, each way and class once, the latest first. */
  latest: z.array(ReservationRow),
  /** Saved places, then those they were at. */
  places: z.array(Place),
  /** By which ways a confirmation would reach them. */
  reachedBy: z.array(z.enum(["email", "sms"])),
});
export type CallerCard = z.infer<typeof CallerCard>;

/** The trip to price, and for whom: some promotions count by rider. */
export const PhoneQuoteRequest = TripRequest.extend({ riderId: z.string().max(64).optional() });
export type PhoneQuoteRequest = z.input<typeof PhoneQuoteRequest>;

/** A price agreed in place of the list's, and why. */
const AgreedPrice = z.object({
  fareMinor: z.number().int().min(0).max(1_000_000_000),
  reason: z.string().trim().min(1, "Give a short reason.").max(200),
});

export const BookByPhone = CreateReservation.omit({ returnTrip: true }).extend({
  /** Who calls: a rider, or a number that may be nobody's yet. */
  caller: z.union([
    z.object({ riderId: z.string().max(64) }),
    z.object({ phone: z.string().max(40), name: z.string().max(160) }),
  ]),
  agreed: AgreedPrice.optional(),
  /** Whether a confirmation goes out. */
  tell: z.boolean().default(true),
});
export type BookByPhone = z.input<typeof BookByPhone>;

export const PhoneBookingAnswer = ReservationAnswer.extend({
  rider: z.object({ id: z.string(), isNew: z.boolean() }),
  /** The confirmation, as it went out: `carried` is false where no provider is set up and it is only kept. */
  told: z.array(
    z.object({ channel: z.enum(["email", "sms"]), contact: z.string(), carried: z.boolean() }),
  ),
});
export type PhoneBookingAnswer = z.infer<typeof PhoneBookingAnswer>;
