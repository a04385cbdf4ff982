/** The operator's rules for prepayments, and the prepayment of a trip. */
import { z } from "zod";
import { ServiceType } from "../../fares/contract";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../settings/amount-contract";

/** The kind of prepayment. With `nothing`, the trip is paid in the car, as without a rule. */
export const PrepaymentKind = z.enum(["nothing", "hold", "deposit", "all"]);
export type PrepaymentKind = z.infer<typeof PrepaymentKind>;

/** A rule for the trips that it covers. The first matching rule that a connected provider can carry out applies. */
export const PaymentRule = z.object({
  name: z.string().trim().min(1, "Enter a name for the rule.").max(60),
  /** An empty list means every service, class or pickup place. */
  serviceTypes: z.array(ServiceType).max(7),
  classIds: z.array(z.string().max(64)).max(50),
  /** Zones. The pickup must be in one of them. */
  zoneIds: z.array(z.string().max(64)).max(50),
  /** Only trips booked at least, and at most, this many hours ahead. Null for no limit. */
  leastLeadHours: z.number().int().min(0).max(17_520).nullable(),
  mostLeadHours: z.number().int().min(1).max(17_520).nullable(),
  /** Only riders who have not completed a trip yet. */
  newRiders: z.boolean(),
  /** Only trips that cost at least this much. Null for any price. */
  leastFareMinor: z.number().int().min(1).max(MAX_BUSINESS_AMOUNT_MINOR).nullable(),
  /**
   * Further bookings that the rule covers, besides those that riders make themselves: by phone, and the trips of
   * repeating trips.
   */
  covers: z.array(z.enum(["phone", "repeating"])).max(2),
  take: PrepaymentKind,
  /** A deposit, as a percentage of the price. */
  depositPercent: z.number().int().min(1).max(99),
  /** The part of a hold above the price, in percent, for waiting and extras. */
  marginPercent: z.number().int().min(0).max(50),
});
export type PaymentRule = z.infer<typeof PaymentRule>;

export const PaymentRules = z.object({
  rules: z.array(PaymentRule).max(20),
  /** After how many minutes an unpaid booking is cancelled. */
  payWithinMinutes: z.number().int().min(10).max(1_440),
});
export type PaymentRules = z.infer<typeof PaymentRules>;

/** The rules for staff. */
export const PaymentRulesAnswer = z.object({
  settings: PaymentRules,
  /** 0 before any rules are saved. */
  version: z.number().int(),
  /** The abilities of the connected providers. */
  can: z.object({ charge: z.boolean(), hold: z.boolean() }),
  classes: z.array(z.object({ id: z.string(), name: z.string() })),
  zones: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type PaymentRulesAnswer = z.infer<typeof PaymentRulesAnswer>;

export const SavePaymentRules = PaymentRules.extend({ version: z.number().int().min(0) });
export type SavePaymentRules = z.infer<typeof SavePaymentRules>;

/** The prepayment that belongs to a price. */
export const RequestedPrepayment = z.object({
  take: PrepaymentKind.exclude(["nothing"]),
  amountMinor: z.number().int(),
  /** From when it is requested. Null at booking. */
  requestAt: z.iso.datetime().nullable(),
});
export type RequestedPrepayment = z.infer<typeof RequestedPrepayment>;

/** The prepayment of a trip, and its state. */
export const Prepayment = RequestedPrepayment.extend({
  state: z.enum(["later", "waiting", "held", "paid", "lapsed", "closed"]),
  heldMinor: z.number().int(),
  /**
   * The amount of its next payment. A hold is for one vehicle; any other prepayment is paid for all vehicles of a
   * booking at once.
   */
  togetherMinor: z.number().int(),
  /** Until when it must be paid before the booking is cancelled. Null if the booking is not cancelled. */
  payBy: z.iso.datetime().nullable(),
});
export type Prepayment = z.infer<typeof Prepayment>;
