/**
 * The partner API, version 1: the requests and answers of other programs. Fields may be added to answers, and optional
 * ones to requests, but nothing may be removed or changed. `tests/fixtures/partner-v1.json` is the released
 * description.
 */
import { z } from "zod";
import { Language } from "../accounts/contract";
import { BillTo } from "../companies/contract";
import { ChangeQuote, ChangeReservation, ChangeTrip } from "../reservations/change-contract";
import {
  CancellationPreview,
  CancelReservation,
  CreateReservation,
  PartnerReservation,
  PartnerRow,
  ReservationsQuery,
} from "../reservations/contract";
import { QuoteAnswer, QuoteRequest, TripQuote } from "../reservations/quotes/quote-contract";
import { TrackedTrip } from "../tracking/contract";
import { AddEndpoint, Endpoint, EndpointSecret } from "../webhooks/contract";

const airport = {
  name: "Kigali International Airport",
  detail: "KN 5 Rd, Kanombe, Kigali",
  latitude: -1.9686,
  longitude: 30.1395,
};
const hotel = {
  name: "Kigali Marriott Hotel",
  detail: "KN 3 Ave, Kigali",
  latitude: -1.9532,
  longitude: 30.0616,
};

export const PartnerQuoteRequest = QuoteRequest.meta({
  id: "PartnerQuoteRequest",
  description:
    "`pickupLocal` is the time at the operator, or `asap`. `companyId` asks for the prices of the company that will be billed; a company’s key always gets its own.",
  example: {
    serviceType: "airport_pickup",
    pickup: airport,
    dropoff: hotel,
    pickupLocal: "2026-12-01T09:30",
    passengers: 2,
    luggage: 1,
  },
});

const partnerTripQuote = TripQuote.omit({
  outside: true,
  geometry: true,
  ways: true,
  estimateReason: true,
});

/** Prices for partners, valid for 15 minutes. */
export const PartnerQuote = partnerTripQuote
  .extend({ returnTrip: partnerTripQuote.nullable(), terms: QuoteAnswer.shape.terms })
  .meta({
    id: "PartnerQuote",
    description:
      "Prices by vehicle class. Send `quote` and a `vehicleClass.id` back to book. Where `terms` is a number, the passenger must accept that version of the terms.",
  });

const Passenger = z
  .object({
    name: z.string().max(160),
    phone: z.string().max(40),
    email: z.string().max(254).optional(),
    language: Language.optional(),
  })
  .meta({
    description:
      "The passenger, with a phone number in local form or with its country code. The passenger is told about the trip and can sign in with the number.",
    example: { name: "Aline Uwase", phone: "+250788123456", email: "aline@example.com" },
  });

export const PartnerBook = CreateReservation.pick({
  quote: true,
  vehicleClassId: true,
  flightNumber: true,
  details: true,
  note: true,
  payment: true,
  terms: true,
  agreedBeforeMinor: true,
  returnTrip: true,
})
  .extend({
    passenger: Passenger,
    billTo: BillTo.partial({ companyId: true }).optional(),
  })
  .meta({
    id: "PartnerBook",
    description:
      "Books a quote. `payment` is `cash` unless you send another value. `account` with `billTo` bills a company; a company’s own key always bills that company. `agreedBeforeMinor` is the amount to pay before the trip, as shown in the quote.",
    example: {
      quote: "…",
      vehicleClassId: "sedan",
      passenger: { name: "Aline Uwase", phone: "+250788123456" },
      flightNumber: "WB 203",
      note: "Has two large suitcases",
    },
  });
export type PartnerBook = z.output<typeof PartnerBook>;

export const PartnerChangeTrip = ChangeTrip.meta({
  id: "PartnerChangeTrip",
  description: "The fields to change. Fields that are left out stay as they are.",
  example: { version: 1, pickupLocal: "2026-12-01T11:00" },
});

export const PartnerChangeQuote = ChangeQuote.omit({ overlaps: true }).meta({
  id: "PartnerChangeQuote",
});

export const PartnerChange = ChangeReservation.pick({
  version: true,
  quote: true,
  flightNumber: true,
  greetingSign: true,
  note: true,
})
  .extend({ passenger: Passenger.partial().optional() })
  .meta({
    id: "PartnerChange",
    description:
      "Accepts a change quote, changes something that does not affect the price, or both.",
    example: { version: 1, quote: "…", note: "Please ring the bell" },
  });
export type PartnerChange = z.output<typeof PartnerChange>;

export const PartnerBooking = z.object({ booking: PartnerReservation });
export type PartnerBooking = z.infer<typeof PartnerBooking>;

/** The query of bookings, which are listed newest first. */
export const PartnerBookingsQuery = ReservationsQuery.pick({
  state: true,
  from: true,
  to: true,
  cursor: true,
  limit: true,
});

export const PartnerBookings = z.object({
  bookings: z.array(PartnerRow),
  nextCursor: z
    .string()
    .nullable()
    .meta({ description: "The cursor of the next page; null at the end." }),
});

export const PartnerCancel = CancelReservation.omit({ otherLegVersion: true }).meta({
  id: "PartnerCancel",
  description: "`version` is that of the booking as it was last read.",
  example: { version: 2, reason: "The guest has left" },
});

export const PartnerCancellation = CancellationPreview.omit({ otherLeg: true }).meta({
  id: "PartnerCancellation",
  description: "The cost of cancelling now, in minor units of the currency.",
  example: { allowed: true, isLateCancellation: true, feeMinor: 2500, currency: "USD" },
});

export const PartnerTracking = TrackedTrip.omit({ expiresAt: true }).meta({
  id: "PartnerTracking",
  description:
    "Where the car is and when it arrives. `position` is set only while the trip is under way.",
});

/** An endpoint that the program has added. */
const PartnerWebhook = Endpoint.pick({
  id: true,
  url: true,
  description: true,
  types: true,
  isOn: true,
  offReason: true,
  createdAt: true,
});

export const PartnerWebhooks = z.object({ webhooks: z.array(PartnerWebhook) });

export const PartnerAddWebhook = AddEndpoint.extend({
  description: AddEndpoint.shape.description.default(""),
  types: AddEndpoint.shape.types.default(null),
}).meta({
  id: "PartnerAddWebhook",
  description:
    "An https address, and the types of events that are sent to it. `null` means all types.",
  example: { url: "https://hotel.example.com/rides", types: ["reservation.cancelled"] },
});

/** The secret that signs calls, by Standard Webhooks. It is shown only once. */
export const PartnerWebhookSecret = EndpointSecret.meta({ id: "PartnerWebhookSecret" });
