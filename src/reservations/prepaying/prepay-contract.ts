/** When riders pay before the trip: the operator's rules, and what is asked for a trip. */
import { z } from "zod";
import { ServiceType } from "../../fares/contract";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../settings/amount-contract";

/** What is taken before the trip; `nothing` is paid in the car, as without a rule. */
export const PrepaymentKind = z.enum(["nothing", "hold", "deposit", "all"]);
export type PrepaymentKind = z.infer<typeof PrepaymentKind>;

/** For the trips it covers; the first matching rule that a connected provider can carry out decides. */
export const PaymentRule = z.object({
  name: z.string().trim().min(1, "Enter a name for the rule.").max(60),
  /** None means every service, class or pickup place. */
  serviceTypes: z.array(ServiceType).max(7),
  classIds: z.array(z.string().max(64)).max(50),
  /** Zones, one of which has the pickup in it. */
  zoneIds: z.array(z.string().max(64)).max(50),
  /** Only trips booked at least so many hours ahead, and at most so many; null for no limit. */
  leastLeadHours: z.number().int().min(0).max(17_520).nullable(),
  mostLeadHours: z.number().int().min(1).max(17_520).nullable(),
  /** Only riders who have not completed a trip yet. */
  newRiders: z.boolean(),
  /** Only trips that cost at least this; null for any price. */
  leastFareMinor: z.number().int().min(1).max(MAX_BUSINESS_AMOUNT_MINOR).nullable(),
  /** Besides what riders book themselves: bookings by phone, and the trips that repeating ones make. */
  covers: z.array(z.enum(["phone", "repeating"])).max(2),
  take: PrepaymentKind,
  /** The share of the price that a deposit is. */
  depositPercent: z.number().int().min(1).max(99),
  /** What a hold is above the price, for waiting and extras. */
  marginPercent: z.number().int().min(0).max(50),
});
export type PaymentRule = z.infer<typeof PaymentRule>;

export const PaymentRules = z.object({
  rules: z.array(PaymentRule).max(20),
  /** A booking that waits for its payment is cancelled after so many minutes. */
  payWithinMinutes: z.number().int().min(10).max(1_440),
});
export type PaymentRules = z.infer<typeof PaymentRules>;

/** The rules as staff read them. */
export const PaymentRulesAnswer = z.object({
  settings: PaymentRules,
  /** 0 until somebody saves rules. */
  version: z.number().int(),
  /** What connected providers can do. */
  can: z.object({ charge: z.boolean(), hold: z.boolean() }),
  classes: z.array(z.object({ id: z.string(), name: z.string() })),
  zones: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type PaymentRulesAnswer = z.infer<typeof PaymentRulesAnswer>;

export const SavePaymentRules = PaymentRules.extend({ version: z.number().int().min(0) });
export type SavePaymentRules = z.infer<typeof SavePaymentRules>;

/** What a price comes with: how much of it is paid before the trip. */
export const RequestedPrepayment = z.object({
  take: PrepaymentKind.exclude(["nothing"]),
  amountMinor: z.number().int(),
  /** Null at booking; else from when it is asked for. */
  requestAt: z.iso.datetime().nullable(),
});
export type RequestedPrepayment = z.infer<typeof RequestedPrepayment>;

/** What is asked for a trip, and what came of it. */
export const Prepayment = RequestedPrepayment.extend({
  state: z.enum(["later", "waiting", "held", "paid", "lapsed", "closed"]),
  heldMinor: z.number().int(),
  /** What its next payment asks for: a hold is of one vehicle, all else is paid for all vehicles of a booking at once. */
  togetherMinor: z.number().int(),
  /** Until when it must be paid, or the booking is cancelled; null where that does not happen. */
  payBy: z.iso.datetime().nullable(),
});
export type Prepayment = z.infer<typeof Prepayment>;
