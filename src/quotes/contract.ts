/** Quotes that dispatch writes for a request: the calls of staff, and those of the page `/quote/{token}`. */
import { z } from "zod";
import { ServiceType } from "../fares/contract";
import { MAX_VEHICLES } from "../reservations/quotes/quote-contract";
import { RequestedPrepayment } from "../reservations/prepaying/prepay-contract";
import { MAX_PRICE_MINOR } from "../settings/amount-contract";
import { lines, line } from "../settings/text-contract";

const minor = z.number().int();

/** The 128-bit token of a quote's link. */
export const QuoteToken = z.object({ token: z.string().max(64) });

/** One price line of a quote. */
export const QuoteItem = z.object({
  text: line.min(1, "Enter what this price is for.").max(120),
  /** How many: vehicles, days or hours. */
  quantity: minor.min(1).max(99),
  /** The price of one. */
  unitMinor: minor.min(0).max(MAX_PRICE_MINOR),
});
export type QuoteItem = z.infer<typeof QuoteItem>;

export const QuoteState = z.enum([
  "open",
  "accepted",
  "declined",
  "replaced",
  "withdrawn",
  "expired",
]);
export type QuoteState = z.infer<typeof QuoteState>;

/** One of several vehicles, and what it carries. */
const QuoteVehicle = z.object({
  vehicleClass: z.object({ id: z.string(), name: z.string() }),
  passengers: minor,
  luggage: minor,
});

/** The version of the reservation, and the quote for the customer. */
export const SendQuote = z.object({
  version: z.number().int(),
  /** The class of each vehicle. If empty, one vehicle of the requested class. */
  vehicles: z
    .array(z.string().max(64))
    .max(MAX_VEHICLES, `A booking has at most ${MAX_VEHICLES} vehicles.`)
    .default([]),
  items: z.array(QuoteItem).min(1, "Enter a price.").max(20),
  text: lines.pipe(z.string().max(2_000)).default(""),
  terms: lines.pipe(
    z.string().trim().min(1, "Enter the terms that the customer accepts.").max(5_000),
  ),
  /** The quote is valid for this long, but at most until the pickup. */
  validHours: z.number().int().min(1).max(2_160),
});
export type SendQuote = z.input<typeof SendQuote>;

/** The answer of dispatch to a question. */
export const AnswerQuestion = z.object({
  text: lines.pipe(z.string().trim().min(1, "Enter an answer.").max(1_000)),
});
export type AnswerQuestion = z.input<typeof AnswerQuestion>;

/** One version of a quote as staff see it. */
export const TripQuote = z.object({
  id: z.string(),
  version: z.number().int(),
  state: QuoteState,
  /** Empty for one vehicle of the requested class. */
  vehicles: z.array(QuoteVehicle),
  items: z.array(QuoteItem),
  totalMinor: minor,
  currency: z.string(),
  text: z.string(),
  terms: z.string(),
  validUntil: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  openedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  acceptedBy: z.string().nullable(),
  /** Why it was declined. */
  reason: z.string(),
  /** Null after the quote has ended. */
  url: z.string().nullable(),
});
export type TripQuote = z.infer<typeof TripQuote>;

const question = z.object({
  from: z.enum(["customer", "dispatch"]),
  text: z.string(),
  at: z.iso.datetime(),
});

/** The quotes of a reservation, newest first, with the questions and answers. */
export const TripQuotesAnswer = z.object({
  quotes: z.array(TripQuote),
  questions: z.array(question.extend({ by: z.string() })),
  /** The price by the price list. Null if the list has no price for the trip. */
  listMinor: minor.nullable(),
  /** The proposed terms: the published ones, otherwise those of the last quote. */
  terms: z.string(),
  /** The classes to choose vehicles from. */
  classes: z.array(
    z.object({ id: z.string(), name: z.string(), passengers: minor, luggage: minor }),
  ),
  /** The proposed class of each vehicle: the fewest vehicles that carry everybody. */
  proposed: z.array(z.string()),
});
export type TripQuotesAnswer = z.infer<typeof TripQuotesAnswer>;

/** The content of a quote's page. */
export const QuotePage = z.object({
  state: QuoteState,
  /** Of the reservation. */
  number: z.number().int(),
  version: z.number().int(),
  serviceType: ServiceType,
  pickupAt: z.iso.datetime(),
  pickup: z.string(),
  stops: z.array(z.string()),
  dropoff: z.string(),
  passengers: z.number().int(),
  hours: z.number().nullable(),
  vehicleClass: z.string(),
  /** Each of several vehicles. */
  vehicles: z.array(QuoteVehicle),
  items: z.array(QuoteItem),
  totalMinor: minor,
  currency: z.string(),
  text: z.string(),
  terms: z.string(),
  validUntil: z.iso.datetime(),
  /** The prepayment. Null if there is none. */
  before: RequestedPrepayment.nullable(),
  /** Where to pay after the quote is accepted. Null if nothing is to be paid now. */
  payUrl: z.string().nullable(),
  questions: z.array(question),
  /** Whether the customer can ask no more questions here. */
  isFull: z.boolean(),
});
export type QuotePage = z.infer<typeof QuotePage>;

const name = line.min(1, "Please enter your name.").max(120);

/** A customer's answer to a quote, as JSON or from a plain form. A form omits a box that is not ticked. */
export const AnswerQuote = z.discriminatedUnion("answer", [
  z.object({
    answer: z.literal("accept"),
    name,
    terms: z.literal("yes", "Please accept the terms."),
    /** The prepayment that the page showed. */
    agreedBeforeMinor: z.coerce.number().int().min(0).max(MAX_PRICE_MINOR).default(0),
  }),
  z.object({
    answer: z.literal("decline"),
    reason: lines.pipe(z.string().max(500)).default(""),
  }),
  z.object({
    answer: z.literal("ask"),
    question: lines.pipe(z.string().trim().min(1, "Please write your question.").max(1_000)),
  }),
]);
export type AnswerQuote = z.input<typeof AnswerQuote>;
