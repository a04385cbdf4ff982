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

/** When trips stop repeating: never automatically, on a last day, or after so many days. */
export const RepeatEnd = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("never") }),
  z.object({ kind: z.literal("on"), day: Day }),
  z.object({ kind: z.literal("after"), trips: z.number().int().min(2).max(400) }),
]);
export type RepeatEnd = z.infer<typeof RepeatEnd>;

/** On which days a trip is to be repeated, at its own time of day. */
export const Repeat = z.object({
  /** 1 is Monday, 7 is Sunday; that of the first trip is among them. */
  weekdays: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, { error: "List each day once" })
    .transform((days) => days.toSorted((a, b) => a - b)),
  everyWeeks: z.union([z.literal(1), z.literal(2), z.literal(4)]),
  end: RepeatEnd,
  /** Days of the pattern without a trip. They count where it ends after so many. */
  skipDays: z.array(Day).max(60).default([]),
  /** No trips on the holidays of the operator's price list. */
  skipHolidays: z.boolean().default(false),
  /** The first day; that of the trip where nothing is said. */
  startsOn: Day.optional(),
});
export type Repeat = z.output<typeof Repeat>;

/** A booking that may be the first of a standing order, or for a colleague. */
export const BookReservation = CreateReservation.extend({
  repeat: Repeat.optional(),
  /** Of the company that pays: whose trip it is, where a manager books for them. */
  memberId: z.string().max(64).optional(),
});
export type BookReservation = z.input<typeof BookReservation>;

/** What a quote's trip would be, repeated. */
export const PreviewRepeat = z.object({
  quote: z.string().max(49_152),
  vehicleClassId: z.string().max(64),
  repeat: Repeat,
});

/** The days and prices of a reservation, repeated. */
export const RepeatReservation = z.object({ repeat: Repeat });
export type RepeatReservation = z.input<typeof RepeatReservation>;

const RepeatedDay = z.object({
  day: z.string(),
  pickupAt: z.iso.datetime(),
  /** The clocks skip the time on that day: it is the next minute that there is. */
  moved: z.boolean(),
  /** By the prices as they are known today; null where no car could be booked, or not so soon. */
  fareMinor: z.number().int().nullable(),
});

export const RepeatPreview = z.object({
  currency: z.string(),
  timeZone: z.string(),
  /** The first of them, in order; those that are left out are not among them. */
  days: z.array(RepeatedDay),
  /** How many there are in all; null while it goes on. */
  trips: z.number().int().nullable(),
  /** What they cost together; null while it goes on, or where one has no price. */
  totalMinor: z.number().int().nullable(),
  /** Up to this day they are booked at once; later ones as their day comes near. */
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
  /** `07:30` on the operator's clocks. */
  pickupTime: z.string(),
  skipHolidays: z.boolean(),
  /** Active, and no more trips are booked automatically: its rider is blocked. */
  held: z.boolean(),
  serviceType: ReservationRow.shape.serviceType,
  pickup: Stop,
  dropoff: Stop,
  vehicleClass: QuoteOption.shape.vehicleClass.pick({ id: true, name: true }),
  /** The next trip that is booked; null when there is none. */
  nextPickupAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type StandingOrderRow = z.infer<typeof StandingOrderRow>;

export const StandingOrderList = z.object({
  standingOrders: z.array(StandingOrderRow),
  nextCursor: z.string().nullable(),
});
export type StandingOrderList = z.infer<typeof StandingOrderList>;

/** A day of a standing order from today on. */
export const Occurrence = RepeatedDay.extend({
  /**
   * `booked` has an active reservation, `planned` gets one as its day comes near, `cancelled` had
   * one; on the others there is no trip because somebody left it out, it is a holiday, or no car
   * could be booked.
   */
  kind: z.enum(["booked", "planned", "cancelled", "skipped", "holiday", "not_bookable"]),
  reservation: z
    .object({
      id: z.string(),
      number: z.number().int(),
      state: ReservationState,
      cancellable: z.boolean(),
      /** What cancelling costs now. */
      feeMinor: z.number().int(),
    })
    .nullable(),
});
export type Occurrence = z.infer<typeof Occurrence>;

export const StandingOrder = StandingOrderRow.extend({
  currency: z.string(),
  timeZone: z.string(),
  /** The saved card that pays its trips; null for none. */
  card: CardName.nullable(),
  today: z.string(),
  occurrences: z.array(Occurrence),
  /** There are more days after those. */
  more: z.boolean(),
  bookedUntil: z.string(),
});
export type StandingOrder = z.infer<typeof StandingOrder>;

export const StandingOrderAnswer = z.object({ standingOrder: StandingOrder });
export type StandingOrderAnswer = z.infer<typeof StandingOrderAnswer>;

/** A change of times answers also which trips could not be changed. */
export const StandingOrderChangeAnswer = StandingOrderAnswer.extend({
  /** Numbers of trips that stay as they were: cancelling them costs a fee, or no car is free. */
  unchanged: z.array(z.number().int()),
});
export type StandingOrderChangeAnswer = z.infer<typeof StandingOrderChangeAnswer>;

/** The version of the order the caller saw; answers 409 if it has changed. */
const version = z.number().int().min(1);
/** The total of the fees that were shown; if it is higher now, nothing is done. */
const feesMinor = z.number().int().min(0);

/** A day to leave out; its trip is cancelled. */
export const SkipDay = z.object({ version, day: Day, feesMinor });
export type SkipDay = z.infer<typeof SkipDay>;

/** A day to have back. */
export const UnskipDay = z.object({ version, day: Day });
export type UnskipDay = z.infer<typeof UnskipDay>;

export const SeenOrderVersion = z.object({ version });
export type SeenOrderVersion = z.infer<typeof SeenOrderVersion>;

/** Pauses or ends an order. */
export const StopOrder = z.object({
  version,
  /** The trips that are booked already go as well; else they take place. */
  cancelTrips: z.boolean(),
  feesMinor,
});
export type StopOrder = z.infer<typeof StopOrder>;

/** Another time of day, another end, or both. */
export const ChangeStandingOrder = z.object({
  version,
  pickupTime: TimeOfDay.optional(),
  /** Booked trips from this day on are changed too; null leaves those that are booked alone. */
  from: Day.nullable(),
  end: RepeatEnd.optional(),
  /** With an earlier end: booked trips after it are cancelled. */
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
