/** When bookings are confirmed without dispatch: the operator's rules, and what they would have done. */
import { z } from "zod";
import { ServiceType } from "../../fares/contract";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../settings/amount-contract";

/** For the bookings it covers; the first matching rule decides. An empty list covers all. */
export const ConfirmationRule = z.object({
  name: z.string().trim().min(1, "Enter a name for the rule.").max(60),
  serviceTypes: z.array(ServiceType).max(7),
  classIds: z.array(z.string().max(64)).max(50),
  /** Zones, one of which has the pickup in it. */
  zoneIds: z.array(z.string().max(64)).max(50),
  /** Ids of companies, and `private`. */
  payers: z.array(z.string().max(64)).max(50),
  /** Booked at least and at most so many hours before the pickup; null for no limit. */
  leastLeadHours: z.number().int().min(0).max(17_520).nullable(),
  mostLeadHours: z.number().int().min(1).max(17_520).nullable(),
  /** Only up to this price; null for any. */
  mostFareMinor: z.number().int().min(1).max(MAX_BUSINESS_AMOUNT_MINOR).nullable(),
  /** Only riders with at least so many completed trips; null for all. */
  leastTrips: z.number().int().min(1).max(1_000).nullable(),
  /** Only riders without a no-show in the year before. */
  withoutNoShow: z.boolean(),
  /** Only while a vehicle of the class is free at that time. */
  freeVehicle: z.boolean(),
  /** `wait` leaves the booking to dispatch. */
  action: z.enum(["confirm", "wait"]),
});
export type ConfirmationRule = z.infer<typeof ConfirmationRule>;

const rules = z.array(ConfirmationRule).max(20);

const named = z.array(z.object({ id: z.string(), name: z.string() }));

/** The rules, and what they can name. */
export const ConfirmationRulesAnswer = z.object({
  rules,
  /** 0 until somebody saves rules. */
  version: z.number().int(),
  classes: named,
  zones: named,
  companies: named,
});
export type ConfirmationRulesAnswer = z.infer<typeof ConfirmationRulesAnswer>;

export const SaveConfirmationRules = z.object({ rules, version: z.number().int().min(0) });
export type SaveConfirmationRules = z.infer<typeof SaveConfirmationRules>;

/** Rules to test on the last month, saved or not. */
export const ConfirmationDryRunRequest = z.object({ rules });

const TextCount = z.object({ text: z.string(), count: z.number().int() });

/** What rules would have done with the bookings of the last 30 days. */
export const ConfirmationDryRun = z.object({
  bookings: z.number().int(),
  /** How many each rule would have confirmed, by its name. */
  confirmed: z.array(TextCount),
  /** Why the others would have waited. */
  reasons: z.array(TextCount),
  /** The newest of those that would have waited. */
  waiting: z.array(
    z.object({
      id: z.string(),
      number: z.number().int(),
      bookedAt: z.iso.datetime(),
      pickupAt: z.iso.datetime(),
      why: z.string(),
    }),
  ),
  /** There were more bookings than were tested. */
  more: z.boolean(),
});
export type ConfirmationDryRun = z.infer<typeof ConfirmationDryRun>;
