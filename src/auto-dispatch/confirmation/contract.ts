/** Rules by which bookings are confirmed without dispatch, and a test of what rules would have done. */
import { z } from "zod";
import { ServiceType } from "../../fares/contract";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../settings/amount-contract";

/** A rule for the bookings that it covers. The first matching rule decides. An empty list covers all. */
export const ConfirmationRule = z.object({
  name: z.string().trim().min(1, "Enter a name for the rule.").max(60),
  serviceTypes: z.array(ServiceType).max(7),
  classIds: z.array(z.string().max(64)).max(50),
  /** The pickup must be in one of these zones. */
  zoneIds: z.array(z.string().max(64)).max(50),
  /** Ids of companies, and `private`. */
  payers: z.array(z.string().max(64)).max(50),
  /** The fewest and the most hours between the booking and the pickup; null for no limit. */
  leastLeadHours: z.number().int().min(0).max(17_520).nullable(),
  mostLeadHours: z.number().int().min(1).max(17_520).nullable(),
  /** The highest price to which the rule applies; null for any. */
  mostFareMinor: z.number().int().min(1).max(MAX_BUSINESS_AMOUNT_MINOR).nullable(),
  /** The fewest completed trips that the rider must have; null for any. */
  leastTrips: z.number().int().min(1).max(1_000).nullable(),
  /** Whether riders with a no-show in the year before are left out. */
  withoutNoShow: z.boolean(),
  /** Whether a vehicle of the class must be free at that time. */
  freeVehicle: z.boolean(),
  /** `wait` leaves the booking to dispatch. */
  action: z.enum(["confirm", "wait"]),
});
export type ConfirmationRule = z.infer<typeof ConfirmationRule>;

const rules = z.array(ConfirmationRule).max(20);

const named = z.array(z.object({ id: z.string(), name: z.string() }));

/** The rules, and the classes, zones and companies that they can name. */
export const ConfirmationRulesAnswer = z.object({
  rules,
  /** 0 until rules are saved for the first time. */
  version: z.number().int(),
  classes: named,
  zones: named,
  companies: named,
});
export type ConfirmationRulesAnswer = z.infer<typeof ConfirmationRulesAnswer>;

export const SaveConfirmationRules = z.object({ rules, version: z.number().int().min(0) });
export type SaveConfirmationRules = z.infer<typeof SaveConfirmationRules>;

/** Rules to test on the bookings of the last 30 days, saved or not. */
export const ConfirmationDryRunRequest = z.object({ rules });

const TextCount = z.object({ text: z.string(), count: z.number().int() });

/** The result of testing rules on the bookings of the last 30 days. */
export const ConfirmationDryRun = z.object({
  bookings: z.number().int(),
  /** How many bookings each rule would have confirmed, by the rule's name. */
  confirmed: z.array(TextCount),
  /** Why the other bookings would have waited. */
  reasons: z.array(TextCount),
  /** The newest bookings that would have waited. */
  waiting: z.array(
    z.object({
      id: z.string(),
      number: z.number().int(),
      bookedAt: z.iso.datetime(),
      pickupAt: z.iso.datetime(),
      why: z.string(),
    }),
  ),
  /** Whether there were more bookings than were tested. */
  more: z.boolean(),
});
export type ConfirmationDryRun = z.infer<typeof ConfirmationDryRun>;
