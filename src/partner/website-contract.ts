/**
 * The calls of web pages, version 1: a key that everybody can read gets prices and places bookings, and reads nothing back
 * but what became of those.
 */
import { z } from "zod";
import { CreateReservation, ReservationState } from "../reservations/contract";
import { QuoteRequest, Stop } from "../reservations/quotes/quote-contract";

/** What somebody types to find a place. */
export const WebsitePlaceSearch = z.object({ q: z.string().max(200) });

/** Places in the shape that a request for prices takes. */
export const WebsitePlaces = z.object({ places: z.array(Stop) });

export const WebsiteQuoteRequest = QuoteRequest.omit({ companyId: true, returnTrip: true }).meta({
  id: "WebsiteQuoteRequest",
  description: "`pickupLocal` is the time at the operator, or `asap`.",
});

const Money = z.object({ amountMinor: z.number().int(), text: z.string() });

/** Prices that hold for 15 minutes. */
export const WebsiteQuote = z
  .object({
    quote: z.string(),
    expiresAt: z.iso.datetime(),
    /** The version of the terms that the visitor accepts by booking, at `/terms/{version}`; null for none. */
    terms: z.number().int().nullable(),
    options: z.array(
      z.object({
        vehicleClassId: z.string(),
        name: z.string(),
        /** Null where dispatch names it. */
        price: Money.nullable(),
        /** What of it is paid before the trip; null for nothing. */
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
    /** People do not see this field: only robots fill it in. */
    website: z.string().max(2_000).default(""),
  })
  .meta({
    id: "WebsiteBook",
    description:
      "Books a quote. Dispatch confirms the booking and tells the passenger by phone or SMS.",
  });
export type WebsiteBook = z.output<typeof WebsiteBook>;

/** What became of a booking: its number, by which people speak of it, and its state. */
export const WebsiteBooking = z
  .object({ number: z.number().int(), state: ReservationState })
  .meta({ id: "WebsiteBooking" });

/** A page of plain HTML that books; `livery_KEY` in it is the place for its key. */
export const BookingPage = z.object({ html: z.string() });
