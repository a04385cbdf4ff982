/** Where a driver is, who may see it, and the link that shows a trip. Browser-safe. */
import { z } from "zod";
import { DriverRef } from "../drivers/contract";
import { Point } from "../places/contract";
import { ReservationState } from "../reservations/contract";
import { VehicleReference } from "../vehicles/contract";

/** Where somebody was at a moment. */
export const Position = Point.extend({
  /** Radius in which the phone is with a probability of 68 %. */
  accuracyMeters: z.number(),
  /** Degrees clockwise from north; null while standing, or where the phone does not tell. */
  headingDegrees: z.number().nullable(),
  speedMps: z.number().nullable(),
  /** When the phone was there. */
  recordedAt: z.iso.datetime(),
});
export type Position = z.infer<typeof Position>;

/** One position of a report. Times are the server's as well as the phone can know them. */
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

/** Why one position of a report was not taken. */
export const PositionRefusal = z.enum([
  /** From after now: the phone's clock is ahead. */
  "future",
  /** More than 24 hours old. */
  "too_old",
  /** An accuracy of a kilometre or worse is useless. */
  "inaccurate",
  /** From a time in which the driver was neither on shift nor on a trip. */
  "off_duty",
]);
export type PositionRefusal = z.infer<typeof PositionRefusal>;

export const PositionReportAnswer = z.object({
  accepted: z.number().int(),
  /** `index` is the place in the report. */
  refused: z.array(z.object({ index: z.number().int(), code: PositionRefusal })),
  /** The server's clock. */
  now: z.iso.datetime(),
});
export type PositionReportAnswer = z.infer<typeof PositionReportAnswer>;

export const ChangeShift = z.object({ on: z.boolean() });
export type ChangeShift = z.infer<typeof ChangeShift>;

/** Whether a driver's position is wanted. */
export const Shift = z.object({
  on: z.boolean(),
  since: z.iso.datetime().nullable(),
  /** Driving to a passenger, waiting for them or with them: the position is wanted off shift too. */
  onTrip: z.boolean(),
  /** The server's clock, for a phone whose own is wrong. */
  now: z.iso.datetime(),
});
export type Shift = z.infer<typeof Shift>;

/** When the car is expected: at the pickup while `en_route`, at the drop-off once on board. */
export const Arrival = z.object({
  at: z.iso.datetime(),
  /** From now, rounded up; 1 at least. */
  minutes: z.number().int(),
  /** True where no router was asked. */
  estimate: z.boolean(),
});
export type Arrival = z.infer<typeof Arrival>;

/** The link as its rider sees it. */
export const TrackingLink = z.object({
  url: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until the trip ends; the link ends two hours later. */
  expiresAt: z.iso.datetime().nullable(),
});
export type TrackingLink = z.infer<typeof TrackingLink>;

export const TrackingLinkAnswer = z.object({ link: TrackingLink.nullable() });
export type TrackingLinkAnswer = z.infer<typeof TrackingLinkAnswer>;

/** What a rider sees of their trip beside the reservation; positions from `en_route` to the end. */
export const TripTracking = z.object({
  position: Position.nullable(),
  arrival: Arrival.nullable(),
  link: TrackingLink.nullable(),
  /** Whether a link can be made now: not once the trip has ended. */
  linkable: z.boolean(),
  /** The server's clock, to tell how old the position is. */
  now: z.iso.datetime(),
});
export type TripTracking = z.infer<typeof TripTracking>;

/** What a rider's stream sends as event `position`. */
export const TripPosition = z.object({
  reservationId: z.string(),
  position: Position,
  arrival: Arrival.nullable(),
  now: z.iso.datetime(),
});
export type TripPosition = z.infer<typeof TripPosition>;

/** A trip as its link shows it: no name but the driver's first, and no address. */
export const TrackedTrip = z.object({
  state: ReservationState,
  /** The time of the pickup as booked. */
  pickupAt: z.iso.datetime(),
  /** From the assignment on. */
  driver: z.object({ firstName: z.string() }).nullable(),
  vehicle: z
    .object({ make: z.string(), model: z.string(), color: z.string(), plate: z.string() })
    .nullable(),
  /** From `en_route` to the end of the trip. */
  position: Position.nullable(),
  arrival: Arrival.nullable(),
  /** Of somebody on board: the stop on the way that the car is at or drives to; null without one. */
  stop: z.object({ n: z.number().int(), count: z.number().int(), isThere: z.boolean() }).nullable(),
  /** Null until the trip ends. */
  expiresAt: z.iso.datetime().nullable(),
  /** The server's clock, to tell how old the position is. */
  now: z.iso.datetime(),
});
export type TrackedTrip = z.infer<typeof TrackedTrip>;

/** A driver on shift or on a trip, as dispatch sees them; `position` is null until the first came. */
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
      /** What the place is called. */
      pickup: z.string(),
      /** Null by the hour. */
      dropoff: z.string().nullable(),
      arrival: Arrival.nullable(),
    }),
  ),
  position: Position.nullable(),
});
export type DriverOnDuty = z.infer<typeof DriverOnDuty>;

export const DriversOnDuty = z.object({ drivers: z.array(DriverOnDuty), now: z.iso.datetime() });
export type DriversOnDuty = z.infer<typeof DriversOnDuty>;

/** What dispatch's stream sends as event `position`. */
export const DriverPosition = z.object({
  /** Null for the car of an affiliate. */
  driverId: z.string().nullable(),
  position: Position,
  /** Under way now, and the position is of their time. */
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

/** A driver has begun or ended a shift, as the stream tells dispatch. */
export const ShiftChanged = z.object({ driverId: z.string(), on: z.boolean() });
export type ShiftChanged = z.infer<typeof ShiftChanged>;

/** What dispatch sees of a trip beside the reservation. The link's address is the rider's alone. */
export const ReservationTracking = z.object({
  position: Position.nullable(),
  arrival: Arrival.nullable(),
  /** The way so far, thinned, the oldest first. */
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
