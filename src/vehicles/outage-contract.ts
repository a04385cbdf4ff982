import { z } from "zod";
import { line } from "../settings/text-contract";

/** A local time in the operator's time zone, such as `2026-11-21T09:30`. */
const local = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, "Choose a day and a time.");

/** A period in which a vehicle is out of service, as dispatch enters it. */
export const PlanOutage = z.object({
  startsLocal: local,
  endsLocal: local,
  reason: line.min(1, "Enter a reason. Dispatchers see it when they look for a car.").max(200),
});
export type PlanOutage = z.infer<typeof PlanOutage>;

/** The version that the caller saw; answers 409 if it has changed. */
export const ChangeOutage = PlanOutage.extend({ version: z.number().int().min(1) });
export type ChangeOutage = z.infer<typeof ChangeOutage>;
export const SeenOutageVersion = z.object({ version: z.coerce.number().int().min(1) });

/** A trip that was assigned the vehicle before, and that overlaps the period. */
export const OutageTrip = z.object({
  id: z.string(),
  number: z.number().int(),
  pickupAt: z.iso.datetime(),
  pickup: z.string(),
  dropoff: z.string(),
  driver: z.string(),
  /** Whether it can still be assigned another vehicle. */
  reassignable: z.boolean(),
});
export type OutageTrip = z.infer<typeof OutageTrip>;

export const Outage = z.object({
  id: z.string(),
  version: z.number().int(),
  state: z.enum(["planned", "now", "over", "lifted"]),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  startsLocal: z.string(),
  endsLocal: z.string(),
  reason: z.string(),
  by: z.string(),
  trips: z.array(OutageTrip),
});
export type Outage = z.infer<typeof Outage>;

export const OutageAnswer = z.object({ outage: Outage });
export type OutageAnswer = z.infer<typeof OutageAnswer>;

/** `ahead`: current and planned periods, the next first; `past`: ended and cancelled ones, the latest first. */
export const OutagesQuery = z.object({
  when: z.enum(["ahead", "past"]).default("ahead"),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type OutagesQuery = z.infer<typeof OutagesQuery>;

export const Outages = z.object({ outages: z.array(Outage), nextCursor: z.string().nullable() });
export type Outages = z.infer<typeof Outages>;
