/** A driver's position, who may see it, and the tracking link of a trip. Browser-safe. */
import { z } from "zod";
import { DriverRef } from "../drivers/contract";
import { Point } from "../places/contract";
import { ReservationState } from "../reservations/contract";
import { VehicleReference } from "../vehicles/contract";

/** A position at a point in time. */
export const Position = Point.extend({
  /** The radius within which the phone is with a probability of 68 %. */
  accuracyMeters: z.number(),
  /** Degrees clockwise from north; null while standing still, or if the phone does not know it. */
  headingDegrees: z.number().nullable(),
  speedMps: z.number().nullable(),
  /** When the phone was at this position. */
  recordedAt: z.iso.datetime(),
});
export type Position = z.infer<typeof Position>;

/** One position of a report. The phone converts its time to the server's clock as well as it can. */
export const ReportedPosition = Point.extend({
  accuracyMeters: z.number().min(0).max(10_000_000),
  headingDegrees: z.number().min(0).max(360).nullable().default(null),
  speedMps: z.number().min(0).max(1_000).nullable().default(null),
  recordedAt: z.iso.datetime(),
});
export type ReportedPosition = z.input<typeof ReportedPosition>;

const MAX_POSITIONS_PER_REPORT = 100;

export const PositionReport = z.object({
  positions: z.array(ReportedPosition).min(1).max(MAX_POSITIONS_PER_REPORT),
});
export type PositionReport = z.input<typeof PositionReport>;

/** Why one position of a report was refused. */
export const PositionRefusal = z.enum([
  /** In the future, because the phone's clock is ahead. */
  "future",
  /** More than 24 hours old. */
  "too_old",
  /** An accuracy worse than a kilometre. */
  "inaccurate",
  /** From a time when the driver was neither on shift nor on a trip. */
  "off_duty",
]);
export type PositionRefusal = z.infer<typeof PositionRefusal>;

export const PositionReportAnswer = z.object({
  accepted: z.number().int(),
  /** `index` is the position's index in the report. */
  refused: z.array(z.object({ index: z.number().int(), code: PositionRefusal })),
  /** The server's clock. */
  now: z.iso.datetime(),
});
export type PositionReportAnswer = z.infer<typeof PositionReportAnswer>;

export const ChangeShift = z.object({ on: z.boolean() });
export type ChangeShift = z.infer<typeof ChangeShift>;

/** Whether the server needs a driver's position. */
export const Shift = z.object({
  on: z.boolean(),
  since: z.iso.datetime().nullable(),
  /** Driving to a passenger, waiting for them or with them: the position is needed off shift too. */
  onTrip: z.boolean(),
  /** The server's clock, for a phone whose own is wrong. */
  now: z.iso.datetime(),
});
export type Shift = z.infer<typeof Shift>;

/** When the car is expected: at the pickup while `en_route`, at the drop-off once the passenger is on board. */
export const Arrival = z.object({
  at: z.iso.datetime(),
  /** Minutes from now, rounded up, and at least 1. */
  minutes: z.number().int(),
  /** True if no router has been asked. */
  estimate: z.boolean(),
});
export type Arrival = z.infer<typeof Arrival>;

/** A tracking link as its rider sees it. */
export const TrackingLink = z.object({
  url: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until the trip ends; the link expires two hours later. */
  expiresAt: z.iso.datetime().nullable(),
});
export type TrackingLink = z.infer<typeof TrackingLink>;

export const TrackingLinkAnswer = z.object({ link: TrackingLink.nullable() });
export type TrackingLinkAnswer = z.infer<typeof TrackingLinkAnswer>;

/** What a rider sees of their trip in addition to the reservation; positions from `en_route` to the end. */
export const TripTracking = z.object({
  position: Position.nullable(),
  arrival: Arrival.nullable(),
  link: TrackingLink.nullable(),
  /** Whether a link can be created now; false once the trip has ended. */
  linkable: z.boolean(),
  /** The server's clock, to calculate how old the position is. */
  now: z.iso.datetime(),
});
export type TripTracking = z.infer<typeof TripTracking>;

/** The data of the event `position` in a rider's stream. */
export const TripPosition = z.object({
  reservationId: z.string(),
  position: Position,
  arrival: Arrival.nullable(),
  now: z.iso.datetime(),
});
export type TripPosition = z.infer<typeof TripPosition>;

/** A trip as its link shows it: the driver's first name is the only name, and there is no address. */
export const TrackedTrip = z.object({
  state: ReservationState,
  /** The booked pickup time. */
  pickupAt: z.iso.datetime(),
  /** Null until a driver is assigned. */
  driver: z.object({ firstName: z.string() }).nullable(),
  vehicle: z
    .object({ make: z.string(), model: z.string(), color: z.string(), plate: z.string() })
    .nullable(),
  /** Available from `en_route` until the trip ends; otherwise null. */
  position: Position.nullable(),
  arrival: Arrival.nullable(),
  /** With a passenger on board, the stop that the car is at or drives to; null if there is none. */
  stop: z.object({ n: z.number().int(), count: z.number().int(), isThere: z.boolean() }).nullable(),
  /** Null until the trip ends. */
  expiresAt: z.iso.datetime().nullable(),
  /** The server's clock, to calculate how old the position is. */
  now: z.iso.datetime(),
});
export type TrackedTrip = z.infer<typeof TrackedTrip>;

/** A driver on shift or on a trip, as dispatch sees them; `position` is null until the first one arrives. */
export const DriverOnDuty = z.object({
  driver: DriverRef,
  vehicle: VehicleReference.nullable(),
  onShiftSince: z.iso.datetime().nullable(),
  /** Under way now. */
  trips: z.array(
    z.object({
      id: z.string(),
      number: z.number().int(),
      state: ReservationState,
      /** The place's name. */
      pickup: z.string(),
      /** Null for hourly trips. */
      dropoff: z.string().nullable(),
      arrival: Arrival.nullable(),
    }),
  ),
  position: Position.nullable(),
});
export type DriverOnDuty = z.infer<typeof DriverOnDuty>;

export const DriversOnDuty = z.object({ drivers: z.array(DriverOnDuty), now: z.iso.datetime() });
export type DriversOnDuty = z.infer<typeof DriversOnDuty>;

/** The data of the event `position` in dispatch's stream. */
export const DriverPosition = z.object({
  /** Null for an affiliate's car. */
  driverId: z.string().nullable(),
  position: Position,
  /** Trips that are under way now and were when the position was recorded. */
  trips: z.array(
    z.object({
      id: z.string(),
      number: z.number().int(),
      state: ReservationState,
      arrival: Arrival.nullable(),
    }),
  ),
  now: z.iso.datetime(),
});
export type DriverPosition = z.infer<typeof DriverPosition>;

/** Reports to dispatch's stream that a driver has begun or ended a shift. */
export const ShiftChanged = z.object({ driverId: z.string(), on: z.boolean() });
export type ShiftChanged = z.infer<typeof ShiftChanged>;

/** What dispatch sees of a trip in addition to the reservation. Only the rider sees the link's address. */
export const ReservationTracking = z.object({
  position: Position.nullable(),
  arrival: Arrival.nullable(),
  /** The track so far, thinned, the oldest point first. */
  track: z.array(Point.extend({ recordedAt: z.iso.datetime() })),
  /** The newest one. */
  link: z
    .object({
      state: z.enum(["active", "revoked", "expired"]),
      createdAt: z.iso.datetime(),
      createdBy: z.enum(["rider", "system"]),
      revokedAt: z.iso.datetime().nullable(),
      revokedBy: z.enum(["rider", "admin"]).nullable(),
      expiresAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  now: z.iso.datetime(),
});
export type ReservationTracking = z.infer<typeof ReservationTracking>;

/** The path parameter of a link. */
export const TrackingToken = z.object({ token: z.string().max(200) });
