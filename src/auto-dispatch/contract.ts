/** The rules of auto-dispatch, its actions, and a test of rules. */
import { z } from "zod";
import { RankingFacts } from "../dispatch/assignment/ranking-contract";
import { DriverRef } from "../drivers/contract";
import { ServiceType, TimeOfDay } from "../fares/contract";

export const AutoMode = z.enum(["off", "suggest", "offer_in_turn", "offer_at_once", "assign"]);
export type AutoMode = z.infer<typeof AutoMode>;

/** A rule for the trips that it covers. The first matching rule decides. */
export const AutoRule = z
  .object({
    name: z.string().trim().min(1, "Enter a name for the rule.").max(60),
    /** An empty list means every service. */
    serviceTypes: z.array(ServiceType).max(7),
    /** 1 is Monday, for the day on which the hours start. An empty list means every day. */
    weekdays: z.array(z.number().int().min(1).max(7)).max(7),
    /**
     * The pickup times to which the rule applies, in the operator's zone. An end that is not after the start is on the
     * next day.
     */
    from: TimeOfDay,
    until: TimeOfDay,
    mode: AutoMode,
    /** The most drivers who get an offer. */
    drivers: z.number().int().min(1).max(20),
    answerSeconds: z.number().int().min(30).max(3_600),
    /** How many minutes before the pickup it starts. */
    startMinutes: z.number().int().min(10).max(10_080),
    /** How many minutes before the pickup it gives up and notifies dispatch. */
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
  /** Hours in which it does nothing, in the operator's zone; null without quiet hours. */
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
  /** 0 until rules are saved for the first time. */
  version: z.number().int(),
  /** When it was last switched on or off, and by whom; null if never. */
  switched: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** The newest 25 trips that it handled. */
  runs: z.array(AutoRun),
});
export type AutoDispatchAnswer = z.infer<typeof AutoDispatchAnswer>;

export const SaveAutoDispatch = AutoDispatch.extend({ version: z.number().int().min(0) });
export type SaveAutoDispatch = z.infer<typeof SaveAutoDispatch>;

/** Rules to test on a past day, saved or not. */
export const DryRunRequest = AutoDispatch.pick({ rules: true, quiet: true }).extend({
  /** By default yesterday. */
  day: z.iso.date().optional(),
});
export type DryRunRequest = z.infer<typeof DryRunRequest>;

export const DryRunTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  pickupAt: z.iso.datetime(),
  pickup: z.string(),
  dropoff: z.string(),
  /** The rule that decides; null if none covers the trip. */
  rule: z.string().nullable(),
  outcome: z.enum(["suggest", "offer", "assign", "nobody", "nothing"]),
  /** When it would have started; null if it would have done nothing. */
  beginsAt: z.iso.datetime().nullable(),
  /** The driver who would have got the first offer or the assignment. */
  driver: DriverRef.pick({ id: true, firstName: true, lastName: true }).nullable(),
  score: z.number().int().nullable(),
  why: z.string(),
  /** The driver of the trip, and when dispatch assigned them. */
  actualDriver: DriverRef.pick({ id: true, firstName: true, lastName: true }).nullable(),
  assignedAt: z.iso.datetime().nullable(),
});
export type DryRunTrip = z.infer<typeof DryRunTrip>;

export const DryRun = z.object({
  day: z.iso.date(),
  trips: z.array(DryRunTrip),
  /** Whether there were more trips that day than were tested. */
  more: z.boolean(),
});
export type DryRun = z.infer<typeof DryRun>;
