/**
 * The website API, version 1: a key that everybody can read gets prices and places bookings. It reads nothing except
 * the state of these bookings.
 */
import { z } from "zod";
import { CreateReservation, ReservationState } from "../reservations/contract";
import { QuoteRequest, Stop } from "../reservations/quotes/quote-contract";

/** The text typed to find a place. */
export const WebsitePlaceSearch = z.object({ q: z.string().max(200) });

/** Places in the form that a price request accepts. */
export const WebsitePlaces = z.object({ places: z.array(Stop) });

export const WebsiteQuoteRequest = QuoteRequest.omit({ companyId: true, returnTrip: true }).meta({
  id: "WebsiteQuoteRequest",
  description: "`pickupLocal` is the time at the operator, or `asap`.",
});

const Money = z.object({ amountMinor: z.number().int(), text: z.string() });

/** Prices that are valid for 15 minutes. */
export const WebsiteQuote = z
  .object({
    quote: z.string(),
    expiresAt: z.iso.datetime(),
    /** The version of the terms that the visitor accepts by booking, at `/terms/{version}`; null if there are none. */
    terms: z.number().int().nullable(),
    options: z.array(
      z.object({
        vehicleClassId: z.string(),
        name: z.string(),
        /** Null if dispatch sets the price. */
        price: Money.nullable(),
        /** The amount to pay before the trip; null if there is none. */
        before: Money.nullable(),
      }),
    ),
  })
  .meta({ id: "WebsiteQuote" });

export const WebsiteBook = CreateReservation.pick({
  quote: true,
  vehicleClassId: true,
  flightNumber: true,
  note: true,
  terms: true,
  agreedBeforeMinor: true,
})
  .extend({
    passenger: z.object({ name: z.string().max(160), phone: z.string().max(40) }),
    /** A field that people don't see. Only robots fill it in. */
    website: z.string().max(2_000).default(""),
  })
  .meta({
    id: "WebsiteBook",
    description:
      "Books a quote. Dispatch confirms the booking and tells the passenger by phone or SMS.",
  });
export type WebsiteBook = z.output<typeof WebsiteBook>;

/** The state of a booking, and its number, by which people refer to it. */
export const WebsiteBooking = z
  .object({ number: z.number().int(), state: ReservationState })
  .meta({ id: "WebsiteBooking" });

/** A plain HTML page for booking. `livery_KEY` in it is the place for its key. */
export const BookingPage = z.object({ html: z.string() });
