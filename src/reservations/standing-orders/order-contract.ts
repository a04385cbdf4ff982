import { z } from "zod";
import { TimeOfDay } from "../../fares/contract";
import {
  CreateReservation,
  Day,
  ReservationId,
  ReservationState,
  ReservationRow,
} from "../contract";
import { CardName } from "../prepaying/card-contract";
import { QuoteOption, Stop } from "../quotes/quote-contract";

export const StandingOrderState = z.enum(["active", "paused", "ended"]);
export type StandingOrderState = z.infer<typeof StandingOrderState>;

/** When a standing order ends: never automatically, on a last day, or after a number of trips. */
export const RepeatEnd = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("never") }),
  z.object({ kind: z.literal("on"), day: Day }),
  z.object({ kind: z.literal("after"), trips: z.number().int().min(2).max(400) }),
]);
export type RepeatEnd = z.infer<typeof RepeatEnd>;

/** The days on which a trip repeats, at its own time of day. */
export const Repeat = z.object({
  /** 1 is Monday, 7 is Sunday. Must include the weekday of the first trip. */
  weekdays: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, { error: "List each day once" })
    .transform((days) => days.toSorted((a, b) => a - b)),
  everyWeeks: z.union([z.literal(1), z.literal(2), z.literal(4)]),
  end: RepeatEnd,
  /** Days of the pattern without a trip. They count towards the number of trips after which it ends. */
  skipDays: z.array(Day).max(60).default([]),
  /** Whether to leave out the holidays of the operator's price list. */
  skipHolidays: z.boolean().default(false),
  /** The first day. By default the day of the trip. */
  startsOn: Day.optional(),
});
export type Repeat = z.output<typeof Repeat>;

/** A booking, which may start a standing order or be for a colleague. */
export const BookReservation = CreateReservation.extend({
  repeat: Repeat.optional(),
  /** The member of the paying company for whom a manager books. */
  memberId: z.string().max(64).optional(),
});
export type BookReservation = z.input<typeof BookReservation>;

/** Requests a preview of a quoted trip that repeats. */
export const PreviewRepeat = z.object({
  quote: z.string().max(49_152),
  vehicleClassId: z.string().max(64),
  repeat: Repeat,
});

/** The pattern in which a reservation repeats. */
export const RepeatReservation = z.object({ repeat: Repeat });
export type RepeatReservation = z.input<typeof RepeatReservation>;

const RepeatedDay = z.object({
  day: z.string(),
  pickupAt: z.iso.datetime(),
  /** Whether a clock change skips the time on that day. The trip is then at the next minute that exists. */
  moved: z.boolean(),
  /** The price as known today. Null if no car could be booked, or the day is too soon. */
  fareMinor: z.number().int().nullable(),
});

export const RepeatPreview = z.object({
  currency: z.string(),
  timeZone: z.string(),
  /** The first days, in order, without those that are left out. */
  days: z.array(RepeatedDay),
  /** The total number of trips. Null without an end. */
  trips: z.number().int().nullable(),
  /** The total price of all trips. Null without an end, if there are very many, or if one has no price. */
  totalMinor: z.number().int().nullable(),
  /** Trips up to this day are booked at once, later ones when their day comes near. */
  bookedUntil: z.string(),
  /** Skipped days of the first year, with the holiday's name if it is one. */
  leftOut: z.array(z.object({ day: z.string(), holiday: z.string().nullable() })),
});
export type RepeatPreview = z.infer<typeof RepeatPreview>;

/** A row of a list of standing orders. */
export const StandingOrderRow = z.object({
  id: z.string(),
  version: z.number().int(),
  state: StandingOrderState,
  rider: z.object({ id: z.string(), name: z.string() }).nullable(),
  passenger: z.object({ name: z.string(), phone: z.string().nullable() }),
  weekdays: z.array(z.number().int()),
  everyWeeks: z.number().int(),
  startsOn: z.string(),
  end: RepeatEnd,
  /** `07:30` in the operator's local time. */
  pickupTime: z.string(),
  skipHolidays: z.boolean(),
  /** Whether an active order books no more trips automatically, because its rider is blocked. */
  held: z.boolean(),
  serviceType: ReservationRow.shape.serviceType,
  pickup: Stop,
  dropoff: Stop,
  vehicleClass: QuoteOption.shape.vehicleClass.pick({ id: true, name: true }),
  /** The next booked trip. Null if there is none. */
  nextPickupAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type StandingOrderRow = z.infer<typeof StandingOrderRow>;

export const StandingOrderList = z.object({
  standingOrders: z.array(StandingOrderRow),
  nextCursor: z.string().nullable(),
});
export type StandingOrderList = z.infer<typeof StandingOrderList>;

/** A day of a standing order, from today on. */
export const Occurrence = RepeatedDay.extend({
  /**
   * `booked` has an active reservation, `planned` gets one when its day comes near, `cancelled` had one. Other days
   * have no trip: `skipped` was left out, `holiday` is a holiday, and for `not_bookable` no car could be booked.
   */
  kind: z.enum(["booked", "planned", "cancelled", "skipped", "holiday", "not_bookable"]),
  reservation: z
    .object({
      id: z.string(),
      number: z.number().int(),
      state: ReservationState,
      cancellable: z.boolean(),
      /** The fee for cancelling now. */
      feeMinor: z.number().int(),
    })
    .nullable(),
});
export type Occurrence = z.infer<typeof Occurrence>;

export const StandingOrder = StandingOrderRow.extend({
  currency: z.string(),
  timeZone: z.string(),
  /** The saved card that pays for its trips. Null without one. */
  card: CardName.nullable(),
  today: z.string(),
  occurrences: z.array(Occurrence),
  /** Whether there are more days after these. */
  more: z.boolean(),
  bookedUntil: z.string(),
});
export type StandingOrder = z.infer<typeof StandingOrder>;

export const StandingOrderAnswer = z.object({ standingOrder: StandingOrder });
export type StandingOrderAnswer = z.infer<typeof StandingOrderAnswer>;

/** The answer to a change. After a change of time, it also names the trips that could not be changed. */
export const StandingOrderChangeAnswer = StandingOrderAnswer.extend({
  /** The numbers of unchanged trips: cancelling them costs a fee, or no car is free. */
  unchanged: z.array(z.number().int()),
});
export type StandingOrderChangeAnswer = z.infer<typeof StandingOrderChangeAnswer>;

/** The version of the order that the caller saw. If it has changed, the call answers 409. */
const version = z.number().int().min(1);
/** The total of the fees that were shown. If it is higher now, nothing changes. */
const feesMinor = z.number().int().min(0);

/** A day to leave out. Its trip is cancelled. */
export const SkipDay = z.object({ version, day: Day, feesMinor });
export type SkipDay = z.infer<typeof SkipDay>;

/** A day to restore. */
export const UnskipDay = z.object({ version, day: Day });
export type UnskipDay = z.infer<typeof UnskipDay>;

export const SeenOrderVersion = z.object({ version });
export type SeenOrderVersion = z.infer<typeof SeenOrderVersion>;

/** Pauses or ends an order. */
export const StopOrder = z.object({
  version,
  /** Whether to cancel the booked trips. Otherwise they take place. */
  cancelTrips: z.boolean(),
  feesMinor,
});
export type StopOrder = z.infer<typeof StopOrder>;

/** A new time of day, a new end, or both. */
export const ChangeStandingOrder = z.object({
  version,
  pickupTime: TimeOfDay.optional(),
  /** Booked trips from this day on change too. Null keeps all booked trips. */
  from: Day.nullable(),
  end: RepeatEnd.optional(),
  /** With an earlier end: whether to cancel booked trips after it. */
  cancelTrips: z.boolean().default(false),
  feesMinor: feesMinor.default(0),
});
export type ChangeStandingOrder = z.input<typeof ChangeStandingOrder>;

export const MyStandingOrdersQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

export const StandingOrdersQuery = MyStandingOrdersQuery.extend({
  state: StandingOrderState.optional(),
});

export const StandingOrderId = ReservationId;
