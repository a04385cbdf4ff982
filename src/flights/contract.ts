/** Flights as people see them, and the rules by which pickups follow them. */
import { z } from "zod";
import {
  Day,
  FlightNumber,
  FlightState,
  ReservationState,
  SeenVersion,
} from "../reservations/contract";

const moment = z.iso.datetime().nullable();
const Airport = z.object({ code: z.string().nullable(), name: z.string().nullable() });

/** A flight. Times and gate are those of the end at the trip's airport. */
export const Flight = z.object({
  number: z.string(),
  direction: z.enum(["arrival", "departure"]),
  state: FlightState,
  airline: z.string().nullable(),
  /** The number of the operating airline, if it is different. */
  operatedAs: z.string().nullable(),
  origin: Airport,
  destination: Airport,
  divertedTo: z.string().nullable(),
  scheduledAt: moment,
  estimatedAt: moment,
  actualAt: moment,
  terminal: z.string().nullable(),
  gate: z.string().nullable(),
  belt: z.string().nullable(),
  /** How much later than planned it is. Negative if earlier, null if unknown. */
  delayMinutes: z.number().int().nullable(),
  /** Whether dispatch typed the times. */
  isTyped: z.boolean(),
});
export type Flight = z.infer<typeof Flight>;

/** The flight of a trip for its rider and its driver, or null if nothing is known. */
export const FlightAnswer = z.object({ flight: Flight.nullable() });
export type FlightAnswer = z.infer<typeof FlightAnswer>;

/** The same for dispatch, with the effect on the pickup. */
export const TripFlight = FlightAnswer.extend({
  /** Whether a provider is connected that follows flights. */
  isFollowed: z.boolean(),
  proposal: z
    .object({
      pickupAt: z.iso.datetime(),
      /** Why the driver or vehicle could not take it at that time. Empty if they can. */
      refusals: z.string(),
      /** Drivers who could. */
      others: z.array(z.string()),
    })
    .nullable(),
  /** A warning if the pickup is too late for a departure, or null. */
  warning: z.string().nullable(),
});
export type TripFlight = z.infer<typeof TripFlight>;

const local = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time like 2026-12-01T14:10");

/** Times that dispatch entered, in the operator's time zone. Null if unknown. */
export const EnterFlightTimes = z
  .object({ scheduledLocal: local.nullable(), estimatedLocal: local.nullable() })
  .refine(({ scheduledLocal, estimatedLocal }) => scheduledLocal ?? estimatedLocal, {
    path: ["scheduledLocal"],
    message: "Enter at least one time.",
  });
export type EnterFlightTimes = z.infer<typeof EnterFlightTimes>;

/** A proposal as it was seen. Another time may be proposed by now. */
export const SeenProposal = SeenVersion.extend({ pickupAt: z.iso.datetime() });
export type SeenProposal = z.infer<typeof SeenProposal>;

export const FlightDayQuery = z.object({ day: Day.optional() });

/** The flights of a day with their trips, the earliest first. */
export const FlightDay = z.object({
  day: z.string(),
  isFollowed: z.boolean(),
  flights: z.array(
    z.object({
      number: z.string(),
      direction: z.enum(["arrival", "departure"]),
      flight: Flight.nullable(),
      trips: z.array(
        z.object({
          id: z.string(),
          number: z.number().int(),
          state: ReservationState,
          version: z.number().int(),
          pickupAt: z.iso.datetime(),
          proposedPickupAt: moment,
          passenger: z.string(),
          place: z.string(),
          driver: z.string().nullable(),
          vehicle: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type FlightDay = z.infer<typeof FlightDay>;

/** A flight that somebody types, and the pickup time they want. */
export const CheckFlight = z.object({
  number: FlightNumber,
  direction: z.enum(["arrival", "departure"]),
  pickupLocal: local,
});
export type CheckFlight = z.input<typeof CheckFlight>;

/** The provider's answer. `flight` is null if there is no flight, no provider or no answer. */
export const CheckedFlight = z.object({
  flight: Flight.nullable(),
  /**
   * Set if the provider knows no flight with this number, or none on that day. `flies` has the days of the week on
   * which it flies, where 1 is Monday.
   */
  missing: z.object({ flies: z.array(z.number().int()) }).nullable(),
});
export type CheckedFlight = z.infer<typeof CheckedFlight>;

const minutes = z.number().int().min(0).max(360);

/** How pickups follow flights at an airport. The airport "" stands for all others. */
export const FlightRule = z.object({
  airport: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^(?:[A-Z]{3})?$/, "Enter the airport’s three letters, such as KGL."),
  mode: z.enum(["off", "propose", "move"]),
  domesticMinutes: minutes,
  internationalMinutes: minutes,
  bagsMinutes: minutes,
  repricesHours: z.boolean(),
  domesticCheckInMinutes: minutes,
  internationalCheckInMinutes: minutes,
});
export type FlightRule = z.infer<typeof FlightRule>;

export const FlightRules = z.object({
  rules: z.array(FlightRule),
  version: z.number().int(),
  /** How many requests were sent to the provider today, and how many are allowed. Null without a provider. */
  questions: z.object({ used: z.number().int(), limit: z.number().int() }).nullable(),
});
export type FlightRules = z.infer<typeof FlightRules>;

/** All rules at once, with the version that was seen, or 0 if there were none. */
export const SaveFlightRules = z.object({
  rules: z
    .array(FlightRule)
    .min(1)
    .max(50)
    .refine(
      (rules) => new Set(rules.map(({ airport }) => airport)).size === rules.length,
      "An airport can have only one rule.",
    )
    .refine(
      (rules) => rules.some(({ airport }) => airport === ""),
      "Keep the rule for all other airports.",
    ),
  version: z.number().int().min(0),
});
export type SaveFlightRules = z.infer<typeof SaveFlightRules>;

/** The part of AeroAPI's call that Livery uses. An alert is only a reason to ask the provider. */
export const FlightAlert = z.object({
  flight: z.object({ fa_flight_id: z.string().max(200).nullish() }),
});
export type FlightAlert = z.infer<typeof FlightAlert>;
