/**
 * The partner calls, version 1: what other programs send and get. Fields may be added to answers and optional ones to
 * requests; nothing is removed or changed, see `tests/fixtures/partner-v1.json`.
 */
import { z } from "zod";
import { Language } from "../accounts/contract";
import { BillTo } from "../companies/contract";
import { ChangeQuote, ChangeReservation } from "../reservations/change-contract";
import {
  CancellationPreview,
  CancelReservation,
  CreateReservation,
  PartnerReservation,
  PartnerRow,
  ReservationsQuery,
} from "../reservations/contract";
import { QuoteAnswer, TripQuote } from "../reservations/quotes/quote-contract";
import { TrackedTrip } from "../tracking/contract";

const offered = TripQuote.omit({ outside: true, geometry: true, ways: true, estimateReason: true });

/** Prices that hold for 15 minutes, as partners see them. */
export const PartnerQuote = offered.extend({
  returnTrip: offered.nullable(),
  terms: QuoteAnswer.shape.terms,
});

/** Who rides. A new number gets an account of the operator, which its owner can sign in to. */
const Passenger = z.object({
  name: z.string().max(160),
  /** As people write it at home, or with its country code. */
  phone: z.string().max(40),
  email: z.string().max(254).optional(),
  language: Language.optional(),
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
}).extend({
  passenger: Passenger,
  /** With `payment: "account"`. A company's key always bills its own company. */
  billTo: BillTo.partial({ companyId: true }).optional(),
});
export type PartnerBook = z.output<typeof PartnerBook>;

export const PartnerChange = ChangeReservation.pick({
  version: true,
  quote: true,
  flightNumber: true,
  greetingSign: true,
  note: true,
}).extend({ passenger: Passenger.partial().optional() });
export type PartnerChange = z.output<typeof PartnerChange>;

export const PartnerChangeQuote = ChangeQuote.omit({ overlaps: true });

export const PartnerBooking = z.object({ booking: PartnerReservation });
export type PartnerBooking = z.infer<typeof PartnerBooking>;

/** The newest booking first. */
export const PartnerListQuery = ReservationsQuery.pick({
  state: true,
  from: true,
  to: true,
  cursor: true,
  limit: true,
});

export const PartnerList = z.object({
  bookings: z.array(PartnerRow),
  /** Asks for the next page; null at the end. */
  nextCursor: z.string().nullable(),
});

export const PartnerCancel = CancelReservation.omit({ otherLegVersion: true });
export const PartnerCancellation = CancellationPreview.omit({ otherLeg: true });

/** Where the car is and when it arrives; the position only while the trip is under way. */
export const PartnerTracking = TrackedTrip.omit({ expiresAt: true });
