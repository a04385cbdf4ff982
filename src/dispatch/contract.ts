import { z } from "zod";
import { Refusal } from "../reservations/refusal-contract";
import { DriverRef } from "../drivers/contract";
import { BoardingProof } from "../reservations/waiting/boarding-contract";
import {
  Day,
  ReservationId,
  ReservationRow,
  ReservationsQuery,
  ReservationState,
} from "../reservations/contract";
import { StopText } from "../reservations/quotes/quote-contract";
import { NoShowProof } from "../reservations/waiting/no-show-contract";
import { VehicleRef } from "../vehicles/contract";
import { Tapped } from "./driver-run/tap-contract";

const version = z.number().int().min(1);

export const AssignReservation = z.object({
  version,
  driverId: z.string().max(64),
  vehicleId: z.string().max(64),
});
export type AssignReservation = z.infer<typeof AssignReservation>;

/** An owner's assignment against refusals, and why. */
export const OverrideAssignment = AssignReservation.extend({
  reason: z.string().trim().min(3, "Give a short reason.").max(500),
  /** The refusals that were shown: whatever else stands against it by then is refused. */
  refusals: z.array(Refusal).min(1).max(30),
});
export type OverrideAssignment = z.infer<typeof OverrideAssignment>;

export const OfferReservation = AssignReservation.extend({
  /** How long the driver has; the operator's setting when absent. */
  seconds: z.number().int().min(30).max(86_400).optional(),
});
export type OfferReservation = z.infer<typeof OfferReservation>;

/** Several are asked: at once, and the first to accept wins, or each when the one before has answered. */
export const OfferToSeveral = z.object({
  version,
  how: z.enum(["at_once", "in_turn"]),
  /** In the order of their turn. */
  to: z
    .array(z.object({ driverId: z.string().max(64), vehicleId: z.string().max(64) }))
    .min(1)
    .max(50)
    .refine((to) => new Set(to.map(({ driverId }) => driverId)).size === to.length, {
      message: "Choose each driver once.",
    }),
  /** How long each driver has; the operator's setting when absent. */
  seconds: z.number().int().min(30).max(86_400).optional(),
});
export type OfferToSeveral = z.infer<typeof OfferToSeveral>;

/** Who was asked for a trip, and what they said: the newest 50. */
export const OfferList = z.object({
  offers: z.array(
    z.object({
      id: z.string(),
      driver: DriverRef,
      plate: z.string(),
      state: z.enum(["open", "queued", "accepted", "declined", "expired", "withdrawn", "taken"]),
      reason: z.string(),
      sentAt: z.iso.datetime(),
      /** Null while their turn has not come. */
      expiresAt: z.iso.datetime().nullable(),
      seenAt: z.iso.datetime().nullable(),
      answeredAt: z.iso.datetime().nullable(),
    }),
  ),
});
export type OfferList = z.infer<typeof OfferList>;

export const DeclineOffer = Tapped.extend({ reason: z.string().max(500).optional() });
export type DeclineOffer = z.infer<typeof DeclineOffer>;

/** The driver's big button: the step that follows, or `no_show` from `on_location`. */
export const ProgressReservation = Tapped.extend({
  to: z.enum(["en_route", "on_location", "passenger_on_board", "completed", "no_show"]),
  /** With `passenger_on_board`: how the driver knows who boards. */
  boarding: BoardingProof.optional(),
  /** With `no_show`: what the driver can show for it. */
  noShow: NoShowProof.optional(),
  /** The next step waits on the phone already: the rider is not told of this one, which is past. */
  followed: z.boolean().optional(),
});
export type ProgressReservation = z.infer<typeof ProgressReservation>;

/** Why somebody or something can't take a trip; empty when it can. */
const refusals = z.array(Refusal);

/** What may go wrong although they can take it; words for people. */
const warnings = z.array(z.string());

export const CandidateDriver = z.object({
  driver: DriverRef,
  usualVehicleId: z.string().nullable(),
  refusals,
  warnings,
  /** What they have said of their wishes that speaks for them; words for people. */
  reasons: z.array(z.string()),
  /** The vehicle to go with them: their usual one, else the first that can take the trip. */
  vehicleId: z.string().nullable(),
  /** Out of 100: the sum of the points, by which those who can are in order. */
  score: z.number().int(),
  points: z.array(
    z.object({
      part: z.enum(["near", "free", "time", "share", "rating", "car"]),
      points: z.number().int(),
      of: z.number().int(),
      text: z.string(),
    }),
  ),
  /** Nothing they have said of their time and wishes speaks against it. */
  suits: z.boolean(),
});
export type CandidateDriver = z.infer<typeof CandidateDriver>;

export const CandidateVehicle = z.object({
  vehicle: VehicleRef,
  className: z.string(),
  passengers: z.number().int(),
  /** Of the class that was booked. */
  booked: z.boolean(),
  refusals,
  warnings,
});
export type CandidateVehicle = z.infer<typeof CandidateVehicle>;

/**
 * Everybody who could be asked: the able ones first, and of the drivers those whom nothing they said
 * keeps from it, by score; the others with the reason.
 */
export const Candidates = z.object({
  /** What whoever drives it would earn by the prices it was agreed with; null where there are none yet. */
  payMinor: z.number().int().nullable(),
  currency: z.string(),
  drivers: z.array(CandidateDriver),
  vehicles: z.array(CandidateVehicle),
});
export type Candidates = z.infer<typeof Candidates>;

/** The days whose pickups are counted, in the operator's zone, inclusive. */
export const BoardCountsQuery = z.object({
  /** Two days ago when absent. */
  from: Day.optional(),
  to: Day.optional(),
});
export type BoardCountsQuery = z.infer<typeof BoardCountsQuery>;

/** How many reservations wait in which state: the counts beside the filters. */
export const BoardCounts = z.object({
  counts: z.partialRecord(ReservationState, z.number().int()),
});
export type BoardCounts = z.infer<typeof BoardCounts>;

/** The most reservations that are asked for by their ids at once. */
export const MOST_CHANGED = 40;

/** Which reservations are asked for again, and the list they are shown in. */
export const ChangedQuery = ReservationsQuery.omit({
  cursor: true,
  limit: true,
  sort: true,
}).extend({
  id: z.union([ReservationId.shape.id, z.array(ReservationId.shape.id).max(MOST_CHANGED)]),
});
export type ChangedQuery = z.output<typeof ChangedQuery>;

/** Those of them that there are, and the ids of those that belong in the list. */
export const ChangedRows = z.object({
  reservations: z.array(ReservationRow),
  listed: z.array(z.string()),
});
export type ChangedRows = z.infer<typeof ChangedRows>;

/** Where a place is that the rider gave in words; what it is called stays, unless said otherwise. */
export const PinStop = z.object({
  version,
  /** One of the ends, or a place among the stops between them, from 0. */
  stop: z.union([z.enum(["pickup", "dropoff"]), z.number().int().min(0).max(7)]),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: StopText.shape.name.optional(),
  detail: StopText.shape.detail.optional(),
});
export type PinStop = z.infer<typeof PinStop>;

/** What a request costs; null for what the price list in force at its pickup says. */
export const NamePrice = z.object({
  version,
  fareMinor: z.number().int().min(0).max(1_000_000_000).nullable(),
});

export const UnassignReservation = z.object({ version, reason: z.string().max(500).optional() });
export type UnassignReservation = z.infer<typeof UnassignReservation>;
