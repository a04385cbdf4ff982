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
import { VehicleReference } from "../vehicles/contract";
import { TapTime } from "./driver-run/tap-contract";

const version = z.number().int().min(1);

export const AssignReservation = z.object({
  version,
  driverId: z.string().max(64),
  vehicleId: z.string().max(64),
});
export type AssignReservation = z.infer<typeof AssignReservation>;

/** An owner's assignment that overrides rules, with the reason. */
export const OverrideAssignment = AssignReservation.extend({
  reason: z.string().trim().min(3, "Give a short reason.").max(500),
  /** The refusals that were shown. Any other refusal still applies. */
  refusals: z.array(Refusal).min(1).max(30),
});
export type OverrideAssignment = z.infer<typeof OverrideAssignment>;

export const OfferReservation = AssignReservation.extend({
  /** How many seconds the driver has to answer. By default, the operator's setting. */
  seconds: z.number().int().min(30).max(86_400).optional(),
});
export type OfferReservation = z.infer<typeof OfferReservation>;

/** Offers to several drivers, either at once, where the first to accept gets the trip, or in turn. */
export const OfferToSeveral = z.object({
  version,
  how: z.enum(["at_once", "in_turn"]),
  /** In offer order. */
  to: z
    .array(z.object({ driverId: z.string().max(64), vehicleId: z.string().max(64) }))
    .min(1)
    .max(50)
    .refine((to) => new Set(to.map(({ driverId }) => driverId)).size === to.length, {
      message: "You can choose each driver only once.",
    }),
  /** How many seconds each driver has to answer. By default, the operator's setting. */
  seconds: z.number().int().min(30).max(86_400).optional(),
});
export type OfferToSeveral = z.infer<typeof OfferToSeveral>;

/** The newest 50 offers of a trip, with their answers. */
export const OfferList = z.object({
  offers: z.array(
    z.object({
      id: z.string(),
      driver: DriverRef,
      plate: z.string(),
      state: z.enum(["open", "queued", "accepted", "declined", "expired", "withdrawn", "taken"]),
      reason: z.string(),
      sentAt: z.iso.datetime(),
      /** Null until it is their turn. */
      expiresAt: z.iso.datetime().nullable(),
      seenAt: z.iso.datetime().nullable(),
      answeredAt: z.iso.datetime().nullable(),
    }),
  ),
});
export type OfferList = z.infer<typeof OfferList>;

export const DeclineOffer = TapTime.extend({ reason: z.string().max(500).optional() });
export type DeclineOffer = z.infer<typeof DeclineOffer>;

/** A step of the driver: the next state, or `no_show` from `on_location`. */
export const RecordDriverStep = TapTime.extend({
  to: z.enum(["en_route", "on_location", "passenger_on_board", "completed", "no_show"]),
  /** With `passenger_on_board`: how the driver identified the passenger. */
  boarding: BoardingProof.optional(),
  /** With `no_show`: the driver's evidence. */
  noShow: NoShowProof.optional(),
  /** Whether the phone has already queued the next step. If so, the rider is not notified of this one. */
  followed: z.boolean().optional(),
});
export type RecordDriverStep = z.infer<typeof RecordDriverStep>;

/** Why a driver or vehicle cannot take a trip. Empty if it can. */
const refusals = z.array(Refusal);

/** Warnings about a driver who can take the trip, as text. */
const warnings = z.array(z.string());

export const CandidateDriver = z.object({
  driver: DriverRef,
  usualVehicleId: z.string().nullable(),
  refusals,
  warnings,
  /** Working hours and preferences in the driver's favour, as text. */
  reasons: z.array(z.string()),
  /** The vehicle the driver would use: their usual one if it is suitable, else the first suitable one. */
  vehicleId: z.string().nullable(),
  /** The sum of the points, out of 100. Available drivers are sorted by it. */
  score: z.number().int(),
  points: z.array(
    z.object({
      part: z.enum(["near", "free", "time", "share", "rating", "car"]),
      points: z.number().int(),
      of: z.number().int(),
      text: z.string(),
    }),
  ),
  /** Whether none of the driver's working hours or preferences speak against the trip. */
  suits: z.boolean(),
});
export type CandidateDriver = z.infer<typeof CandidateDriver>;

export const CandidateVehicle = z.object({
  vehicle: VehicleReference,
  className: z.string(),
  passengers: z.number().int(),
  /** Whether it is of the booked class. */
  booked: z.boolean(),
  refusals,
  warnings,
});
export type CandidateVehicle = z.infer<typeof CandidateVehicle>;

/**
 * The candidates: available ones first, among drivers those without objections, then by score. The others come with the
 * reason.
 */
export const Candidates = z.object({
  /** The driver's pay for the trip by the agreed prices, or null if there are none yet. */
  payMinor: z.number().int().nullable(),
  currency: z.string(),
  drivers: z.array(CandidateDriver),
  vehicles: z.array(CandidateVehicle),
});
export type Candidates = z.infer<typeof Candidates>;

/** The pickup days to count, in the operator's time zone, inclusive. */
export const BoardCountsQuery = z.object({
  /** By default, two days ago. */
  from: Day.optional(),
  to: Day.optional(),
});
export type BoardCountsQuery = z.infer<typeof BoardCountsQuery>;

/** The count of reservations in each state, for the filters. */
export const BoardCounts = z.object({
  counts: z.partialRecord(ReservationState, z.number().int()),
});
export type BoardCounts = z.infer<typeof BoardCounts>;

/** The most reservations in one request by id. */
export const MAX_CHANGED_TRIPS = 40;

/** The reservations to load again, and the list in which they are shown. */
export const ChangedTripsQuery = ReservationsQuery.omit({
  cursor: true,
  limit: true,
  sort: true,
}).extend({
  id: z.union([ReservationId.shape.id, z.array(ReservationId.shape.id).max(MAX_CHANGED_TRIPS)]),
});
export type ChangedTripsQuery = z.output<typeof ChangedTripsQuery>;

/** The existing reservations, and the ids that belong in the list. */
export const ChangedTripRows = z.object({
  reservations: z.array(ReservationRow),
  listed: z.array(z.string()),
});
export type ChangedTripRows = z.infer<typeof ChangedTripRows>;

/** The position of a place described in words. Its name stays unless another is given. */
export const PinStop = z.object({
  version,
  /** Either end of the trip, or the index of a stop between them. */
  stop: z.union([z.enum(["pickup", "dropoff"]), z.number().int().min(0).max(7)]),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: StopText.shape.name.optional(),
  detail: StopText.shape.detail.optional(),
  /** Whether the last place sets the price from the price list. Otherwise the trip stays a request. */
  price: z.boolean().default(true),
});
export type PinStop = z.output<typeof PinStop>;

/** The price of a request. If null, it is the price list's price at the pickup. */
export const SetRequestPrice = z.object({
  version,
  fareMinor: z.number().int().min(0).max(1_000_000_000).nullable(),
});

export const UnassignReservation = z.object({ version, reason: z.string().max(500).optional() });
export type UnassignReservation = z.infer<typeof UnassignReservation>;
