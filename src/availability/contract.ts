/** When a driver can drive, their days off, and the trips that they prefer. */
import { z } from "zod";
import { ServiceType, TimeOfDay } from "../fares/contract";
import { Mobility } from "../vehicles/class-contract";
import { line } from "../settings/text-contract";

/** Mobility needs that require training or equipment. Passengers who walk need neither. */
export const TrainedMobility = Mobility.exclude(["ambulatory"]);
export type TrainedMobility = z.infer<typeof TrainedMobility>;

/** A preference of a driver that matches a trip. `preferenceText` has its text. */
export const MatchedPreference = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("trained"), mobility: TrainedMobility }),
  z.object({ kind: z.literal("zone"), name: z.string() }),
]);
export type MatchedPreference = z.infer<typeof MatchedPreference>;

/** 1 is Monday, 7 Sunday. */
const Weekday = z.number().int().min(1).max(7);

/**
 * Hours of a weekday on the operator's clocks. An end that is not after the start is on the next day: `18:00` to
 * `02:00`, and `00:00` to `00:00` is the whole day.
 */
export const HoursSpan = z.object({ weekday: Weekday, from: TimeOfDay, until: TimeOfDay });
export type HoursSpan = z.infer<typeof HoursSpan>;

export const DayOff = z.object({
  id: z.string(),
  /** The first and the last day, such as `2026-12-24`. */
  fromDay: z.iso.date(),
  untilDay: z.iso.date(),
  note: z.string(),
});
export type DayOff = z.infer<typeof DayOff>;

/** A driver's preferences. An empty list means no preference. */
export const Preferences = z.object({
  /** The kinds of service that they are willing to drive. */
  serviceTypes: z.array(ServiceType),
  /** The zones in which they like to drive. */
  zoneIds: z.array(z.string()),
  /** The mobility needs for which they are trained and equipped. */
  mobility: z.array(TrainedMobility),
});
export type Preferences = z.infer<typeof Preferences>;

/** A section that is saved separately: its version (0 until it is first saved), and who last saved it. */
const section = {
  version: z.number().int(),
  changed: z
    .object({ at: z.iso.datetime(), by: z.enum(["driver", "dispatch"]), name: z.string() })
    .nullable(),
};

/** All sections, for the driver and for dispatch. */
export const Availability = z.object({
  hours: z.object({ ...section, spans: z.array(HoursSpan) }),
  daysOff: z.object({
    ...section,
    /** Days off that have not ended, the next one first. */
    upcomingDays: z.array(DayOff),
    /** The newest 25 past days off, newest first. */
    past: z.array(DayOff),
  }),
  preferences: Preferences.extend(section),
  /** The zones that can be chosen. */
  zones: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Today's day on the operator's calendar. */
  today: z.iso.date(),
});
export type Availability = z.infer<typeof Availability>;

export const AvailabilityAnswer = z.object({ availability: Availability });
export type AvailabilityAnswer = z.infer<typeof AvailabilityAnswer>;

/** The version of the section that the caller saw; answers 409 if it has changed. */
const version = z.number().int().min(0);

/** The hours of the whole week. An empty list means that the driver has entered none. */
export const SaveHours = z.object({ version, spans: z.array(HoursSpan).max(42) });
export type SaveHours = z.infer<typeof SaveHours>;

export const AddDayOff = z.object({
  version,
  fromDay: z.iso.date(),
  untilDay: z.iso.date(),
  note: line.max(200).default(""),
});
export type AddDayOff = z.infer<typeof AddDayOff>;

export const RemoveDayOff = z.object({ version: z.coerce.number().int().min(0) });

export const SavePreferences = z.object({
  version,
  serviceTypes: z.array(ServiceType).max(ServiceType.options.length),
  zoneIds: z.array(z.string().max(64)).max(200),
  mobility: z.array(TrainedMobility).max(TrainedMobility.options.length),
});
export type SavePreferences = z.infer<typeof SavePreferences>;

/** The drivers whose next seven days are requested. `driver` may be repeated. */
export const WeekQuery = z.object({
  driver: z.union([z.string().max(64), z.array(z.string().max(64)).max(100)]),
});
export type WeekQuery = z.infer<typeof WeekQuery>;

/** A driver's next seven days. */
export const DriverWeek = z.object({
  driverId: z.string(),
  /** Whether they have entered hours. Without hours, they count as available at any time. */
  hasHours: z.boolean(),
  /** Seven, today first. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      off: z.boolean(),
      /** The hours that begin on this day; none on a day off. */
      hours: z.array(HoursSpan.omit({ weekday: true })),
    }),
  ),
});
export type DriverWeek = z.infer<typeof DriverWeek>;

export const DriverWeeks = z.object({ weeks: z.array(DriverWeek) });
export type DriverWeeks = z.infer<typeof DriverWeeks>;
