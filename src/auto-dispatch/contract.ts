/** Auto-dispatch rules, what it did, and what it would have done. */
import { z } from "zod";
import { RankingFacts } from "../dispatch/assignment/ranking-contract";
import { DriverRef } from "../drivers/contract";
import { ServiceType, TimeOfDay } from "../fares/contract";

export const AutoMode = z.enum(["off", "suggest", "offer_in_turn", "offer_at_once", "assign"]);
export type AutoMode = z.infer<typeof AutoMode>;

/** For the trips it covers; the first matching rule decides. */
export const AutoRule = z
  .object({
    name: z.string().trim().min(1, "Enter a name for the rule.").max(60),
    /** None means every service. */
    serviceTypes: z.array(ServiceType).max(7),
    /** 1 is Monday, for the day on which the hours start; none means every day. */
    weekdays: z.array(z.number().int().min(1).max(7)).max(7),
    /**
     * Pickup times from and until, in the operator's zone; an end up to the start is on the next
     * day.
     */
    from: TimeOfDay,
    until: TimeOfDay,
    mode: AutoMode,
    /** The most drivers who get an offer. */
    drivers: z.number().int().min(1).max(20),
    answerSeconds: z.number().int().min(30).max(3_600),
    /** Starts this many minutes before the pickup. */
    startMinutes: z.number().int().min(10).max(10_080),
    /** Stops and tells dispatch this many minutes before the pickup. */
    alertMinutes: z.number().int().min(5).max(10_075),
  })
  .refine(({ startMinutes, alertMinutes }) => alertMinutes < startMinutes, {
    path: ["alertMinutes"],
    message: "Auto-dispatch must start before it stops: enter fewer minutes here.",
  });
export type AutoRule = z.infer<typeof AutoRule>;

export const AutoDispatch = z.object({
  on: z.boolean(),
  rules: z.array(AutoRule).max(20),
  /** It does nothing in these hours, in the operator's zone; null without quiet hours. */
  quiet: z.object({ from: TimeOfDay, until: TimeOfDay }).nullable(),
});
export type AutoDispatch = z.infer<typeof AutoDispatch>;

/** Why auto-dispatch acted: its rule, and the facts about the best driver. */
export const AutoReasons = z.object({
  rule: z.string().exactOptional(),
  driver: z.string().exactOptional(),
  score: z.number().int().exactOptional(),
  ranking: RankingFacts.exactOptional(),
});
export type AutoReasons = z.infer<typeof AutoReasons>;

export const AutoRun = z.object({
  reservationId: z.string(),
  number: z.number().int(),
  at: z.iso.datetime(),
  outcome: z.enum(["suggested", "offered", "assigned", "nobody", "late"]),
  why: z.string(),
  alertedAt: z.iso.datetime().nullable(),
});
export type AutoRun = z.infer<typeof AutoRun>;

export const AutoDispatchAnswer = z.object({
  settings: AutoDispatch,
  /** 0 until somebody saves rules. */
  version: z.number().int(),
  /** The last switch, by whom and when; null if there was none. */
  switched: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** The newest 25 trips it handled. */
  runs: z.array(AutoRun),
});
export type AutoDispatchAnswer = z.infer<typeof AutoDispatchAnswer>;

export const SaveAutoDispatch = AutoDispatch.extend({ version: z.number().int().min(0) });
export type SaveAutoDispatch = z.infer<typeof SaveAutoDispatch>;

/** Rules to test on a past day, saved or not. */
export const DryRunQuestion = AutoDispatch.pick({ rules: true, quiet: true }).extend({
  /** By default yesterday. */
  day: z.iso.date().optional(),
});
export type DryRunQuestion = z.infer<typeof DryRunQuestion>;

export const DryRunTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  pickupAt: z.iso.datetime(),
  pickup: z.string(),
  dropoff: z.string(),
  /** The deciding rule; null when none covers the trip. */
  rule: z.string().nullable(),
  outcome: z.enum(["suggest", "offer", "assign", "nobody", "nothing"]),
  /** When it would have started; null when it would have done nothing. */
  beginsAt: z.iso.datetime().nullable(),
  /** The driver who would have got the first offer or the trip. */
  driver: DriverRef.pick({ id: true, firstName: true, lastName: true }).nullable(),
  score: z.number().int().nullable(),
  why: z.string(),
  /** Who drove, and when dispatch assigned them. */
  actualDriver: DriverRef.pick({ id: true, firstName: true, lastName: true }).nullable(),
  assignedAt: z.iso.datetime().nullable(),
});
export type DryRunTrip = z.infer<typeof DryRunTrip>;

export const DryRun = z.object({
  day: z.iso.date(),
  trips: z.array(DryRunTrip),
  /** There were more trips that day than these. */
  more: z.boolean(),
});
export type DryRun = z.infer<typeof DryRun>;
