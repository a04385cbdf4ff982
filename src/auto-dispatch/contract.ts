/** What auto-dispatch may do with which trips, what it did, and what it would have done. */
import { z } from "zod";
import { RankingFacts } from "../dispatch/assignment/ranking-contract";
import { DriverRef } from "../drivers/contract";
import { ServiceType, TimeOfDay } from "../fares/contract";

export const AutoMode = z.enum(["off", "suggest", "offer_in_turn", "offer_at_once", "assign"]);
export type AutoMode = z.infer<typeof AutoMode>;

/** For the trips it names; of several that name one the first decides. */
export const AutoRule = z
  .object({
    name: z.string().trim().min(1, "Enter a name for the rule.").max(60),
    /** None is every kind of service. */
    serviceTypes: z.array(ServiceType).max(7),
    /** 1 is Monday, of the day on which the hours begin; none is every day. */
    weekdays: z.array(z.number().int().min(1).max(7)).max(7),
    /** Pickups from and before, on the operator's clocks; an end up to the start is the next day's. */
    from: TimeOfDay,
    until: TimeOfDay,
    mode: AutoMode,
    /** How many of the best are asked at most. */
    drivers: z.number().int().min(1).max(20),
    answerSeconds: z.number().int().min(30).max(3_600),
    /** So many minutes before the pickup it begins. */
    startMinutes: z.number().int().min(10).max(10_080),
    /** So many minutes before the pickup it stops and tells dispatch. */
    alertMinutes: z.number().int().min(5).max(10_075),
  })
  .refine(({ startMinutes, alertMinutes }) => alertMinutes < startMinutes, {
    path: ["alertMinutes"],
    message: "It must stop after it starts: enter fewer minutes before the pickup.",
  });
export type AutoRule = z.infer<typeof AutoRule>;

export const AutoDispatch = z.object({
  on: z.boolean(),
  rules: z.array(AutoRule).max(20),
  /** It does nothing between these, on the operator's clocks; null without quiet hours. */
  quiet: z.object({ from: TimeOfDay, until: TimeOfDay }).nullable(),
});
export type AutoDispatch = z.infer<typeof AutoDispatch>;

/** Why auto-dispatch did what it did: its rule, and the best driver with what is known of them. */
export const AutoWhy = z.object({
  rule: z.string().exactOptional(),
  driver: z.string().exactOptional(),
  score: z.number().int().exactOptional(),
  ranking: RankingFacts.exactOptional(),
});
export type AutoWhy = z.infer<typeof AutoWhy>;

export const AutoRun = z.object({
  reservationId: z.string(),
  number: z.number().int(),
  at: z.iso.datetime(),
  did: z.enum(["suggested", "offered", "assigned", "nobody", "late"]),
  why: z.string(),
  alertedAt: z.iso.datetime().nullable(),
});
export type AutoRun = z.infer<typeof AutoRun>;

export const AutoDispatchAnswer = z.object({
  settings: AutoDispatch,
  /** 0 while nobody has saved any. */
  version: z.number().int(),
  /** Who turned the switch last, and when; null while nobody has. */
  switched: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** The newest 25 trips it did something with. */
  runs: z.array(AutoRun),
});
export type AutoDispatchAnswer = z.infer<typeof AutoDispatchAnswer>;

export const SaveAutoDispatch = AutoDispatch.extend({ version: z.number().int().min(0) });
export type SaveAutoDispatch = z.infer<typeof SaveAutoDispatch>;

/** Rules to try on a day that is over, saved or not. */
export const DryRunQuestion = AutoDispatch.pick({ rules: true, quiet: true }).extend({
  /** Yesterday when absent. */
  day: z.iso.date().optional(),
});
export type DryRunQuestion = z.infer<typeof DryRunQuestion>;

export const DryRunTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  pickupAt: z.iso.datetime(),
  pickup: z.string(),
  dropoff: z.string(),
  /** The rule that would have decided; null where none names the trip. */
  rule: z.string().nullable(),
  would: z.enum(["suggest", "offer", "assign", "nobody", "nothing"]),
  /** When it would have begun; null where it would have done nothing. */
  beginsAt: z.iso.datetime().nullable(),
  /** Whom it would have asked first, or given the trip to. */
  driver: DriverRef.pick({ id: true, firstName: true, lastName: true }).nullable(),
  score: z.number().int().nullable(),
  why: z.string(),
  /** Who drove, and when dispatch gave it to them. */
  actual: DriverRef.pick({ id: true, firstName: true, lastName: true }).nullable(),
  givenAt: z.iso.datetime().nullable(),
});
export type DryRunTrip = z.infer<typeof DryRunTrip>;

export const DryRun = z.object({
  day: z.iso.date(),
  trips: z.array(DryRunTrip),
  /** There were more trips that day than are looked at. */
  more: z.boolean(),
});
export type DryRun = z.infer<typeof DryRun>;
