/**
 * The types of a price: what an operator charges, the trip that is priced, and the resulting lines. Safe to load in
 * browsers. The quote's preview, the simulator and the server share it.
 */
import { z } from "zod";

/** The kinds of trip, in the order of the booking form. */
export const ServiceType = z.enum([
  "point_to_point",
  "hourly",
  "airport_pickup",
  "airport_dropoff",
  "home_care",
  "roadside_assistance",
  "interpreter",
]);
export type ServiceType = z.infer<typeof ServiceType>;

/** An ISO 4217 code. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, "Use a three-letter currency code");
export type Currency = z.infer<typeof Currency>;

export const DistanceUnit = z.enum(["km", "mi"]);
export type DistanceUnit = z.infer<typeof DistanceUnit>;

/** A time of day in the operator's time zone, `00:00` to `23:59`. */
export const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time like 22:00");
export type TimeOfDay = z.infer<typeof TimeOfDay>;

/** A name for people, shown on a line of the fare. */
const name = z.string().trim().min(1, "Enter a name").max(60);
/** The id of a part of the schedule, which stays the same from version to version. */
const partId = z.string().min(1).max(64);
const amountMinor = z.number().int().min(0).max(1_000_000_000);
/** A percentage with at most two decimals, so that it is a whole number of basis points. */
const percent = z.number().min(0).max(100).multipleOf(0.01);
/** A distance in the schedule's `distanceUnit`, with at most one decimal. */
const distance = z.number().min(0).max(10_000).multipleOf(0.1);
/** None means all. */
const serviceTypes = z.array(ServiceType).max(7).default([]);
/** Ids of vehicle classes. An empty list means all. */
const vehicleClassIds = z.array(partId).max(50).default([]);

/** A fixed amount, or a percentage of another amount. */
export const Amount = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fixed"), amountMinor }),
  z.object({ kind: z.literal("percent"), percent }),
]);
export type Amount = z.infer<typeof Amount>;

/**
 * A tier of the price for distance. It applies to the part of the trip from the end of the previous tier up to `upTo`,
 * a distance from the start of the trip. Only the last tier is open (`upTo: null`).
 */
export const DistanceTier = z.object({ upTo: distance.nullable(), perDistanceMinor: amountMinor });
export type DistanceTier = z.infer<typeof DistanceTier>;

/** The rates of one vehicle class. `hourly: null` is for a class that cannot be hired by the hour. */
export const ClassRates = z.object({
  vehicleClassId: partId,
  baseMinor: amountMinor,
  distanceTiers: z.array(DistanceTier).min(1).max(10),
  perMinuteMinor: amountMinor,
  perStopMinor: amountMinor,
  minimumMinor: amountMinor,
  hourly: z
    .object({
      perHourMinor: amountMinor,
      minimumHours: z.number().min(0.25).max(24).multipleOf(0.25),
      /** The distance that an hour includes. If null, distance is not limited. */
      distancePerHour: distance.nullable(),
      perExtraDistanceMinor: amountMinor,
    })
    .nullable(),
  /** The price per minute of waiting beyond the free time. A minute that has begun counts in full. */
  perWaitMinuteMinor: amountMinor,
});
export type ClassRates = z.infer<typeof ClassRates>;

/** One end of a flat price: a zone, or one of the operator's places. */
export const FlatPriceEnd = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("zone"), zoneId: partId }),
  z.object({ kind: z.literal("place"), placeId: partId }),
]);
export type FlatPriceEnd = z.infer<typeof FlatPriceEnd>;

/** A price for the whole trip between two ends, in place of the metered price. */
export const FlatPrice = z.object({
  id: partId,
  name,
  from: FlatPriceEnd,
  to: FlatPriceEnd,
  bothWays: z.boolean(),
  /** The price for each class. A class without one here is charged by distance and time. */
  prices: z
    .array(z.object({ vehicleClassId: partId, amountMinor }))
    .min(1)
    .max(50),
});
export type FlatPrice = z.infer<typeof FlatPrice>;

/** When a surcharge applies. Times and days are the pickup's, in the operator's time zone. */
export const SurchargeCondition = z.discriminatedUnion("kind", [
  /** Includes `from`, ends before `to`, and may cross midnight. */
  z.object({ kind: z.literal("night"), from: TimeOfDay, to: TimeOfDay }),
  /**
   * ISO days of the week, where 1 is Monday. Without times, the whole day. A window that crosses midnight belongs to
   * the day on which it begins: Friday, 22:00 to 04:00 applies on Saturday at 02:00.
   */
  z.object({
    kind: z.literal("weekday"),
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
    from: TimeOfDay.nullable(),
    to: TimeOfDay.nullable(),
  }),
  /** A day of the schedule's holiday calendar. */
  z.object({ kind: z.literal("holiday") }),
  z.object({ kind: z.literal("airport"), at: z.enum(["pickup", "dropoff", "either"]) }),
  z.object({
    kind: z.literal("zone"),
    zoneId: partId,
    at: z.enum(["pickup", "dropoff", "either"]),
  }),
  /** The trip is booked less than this long before the pickup. */
  z.object({
    kind: z.literal("lead_time"),
    underMinutes: z
      .number()
      .int()
      .min(1)
      .max(60 * 24 * 30),
  }),
]);
export type SurchargeCondition = z.infer<typeof SurchargeCondition>;

/**
 * An amount added to the fare. A percentage is always of the fare before any surcharge, so the order of surcharges does
 * not matter. Of surcharges with the same `group`, only the highest counts. A surcharge without a group always counts.
 */
export const Surcharge = z.object({
  id: partId,
  name,
  when: SurchargeCondition,
  amount: Amount,
  group: z.string().trim().min(1).max(40).nullable(),
  serviceTypes,
  vehicleClassIds,
});
export type Surcharge = z.infer<typeof Surcharge>;

/** A holiday: one date (`2026-12-25`), or the same day each year (`12-25`). */
export const Holiday = z.object({
  date: z.string().regex(/^(?:2[01]\d\d-)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, {
    error: "Use a date like 2026-12-25, or 12-25 for each year",
  }),
  name,
});
export type Holiday = z.infer<typeof Holiday>;

/** Something a rider orders besides the ride, such as a child seat or a greeting sign. */
export const Extra = z.object({
  id: partId,
  name,
  description: z.string().trim().max(160).default(""),
  amountMinor,
  maxQuantity: z.number().int().min(1).max(20),
  serviceTypes,
  vehicleClassIds,
});
export type Extra = z.infer<typeof Extra>;

/**
 * A code that lowers the price. `from` and `until` are days of the booking on the operator's calendar, inclusive. The
 * discount is on fare, surcharges and extras, before tax and gratuity, and never lowers them below `minimumMinor`, so
 * that a longer trip never costs less.
 */
export const Promotion = z.object({
  id: partId,
  /** Letter case does not matter. */
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{3,20}$/, "Use 3 to 20 letters, digits or hyphens"),
  name,
  amount: Amount,
  maxDiscountMinor: amountMinor.nullable(),
  from: z.iso.date().nullable(),
  until: z.iso.date().nullable(),
  maxUses: z.number().int().min(1).max(1_000_000).nullable(),
  maxUsesPerRider: z.number().int().min(1).max(1_000).nullable(),
  minimumMinor: amountMinor,
  serviceTypes,
  vehicleClassIds,
});
export type Promotion = z.infer<typeof Promotion>;

/**
 * The discount on fare, surcharges and extras for a company that is billed, applied before a promotion. If several
 * apply to a trip, the highest counts.
 */
export const CompanyDiscount = z.object({
  id: partId,
  companyId: partId,
  percent,
  serviceTypes,
  vehicleClassIds,
});
export type CompanyDiscount = z.infer<typeof CompanyDiscount>;

/**
 * The rates of a class for a company that is billed. A null rate is the operator's own. One price per distance applies
 * to the whole trip, whatever the tiers.
 */
export const CompanyRates = z.object({
  id: partId,
  companyId: partId,
  vehicleClassId: partId,
  baseMinor: amountMinor.nullable(),
  perDistanceMinor: amountMinor.nullable(),
  perMinuteMinor: amountMinor.nullable(),
  minimumMinor: amountMinor.nullable(),
  perHourMinor: amountMinor.nullable(),
});
export type CompanyRates = z.infer<typeof CompanyRates>;

/** Taxes, which are either all included in the prices or all added to them. */
export const Taxes = z.object({
  included: z.boolean(),
  items: z
    .array(z.object({ name: z.string().trim().min(1).max(40), percent, serviceTypes }))
    .max(5),
});
export type Taxes = z.infer<typeof Taxes>;

/** The fee of a cancellation or a no-show, as a percentage of the fare or fixed. It is never higher than the fare. */
export const CancellationFee = z.object({ fee: Amount, driverSharePercent: percent });
export type CancellationFee = z.infer<typeof CancellationFee>;

/**
 * Cancellation tiers by notice. The tier with the largest `noticeMinutes` that the notice reaches applies, and after
 * the pickup time the notice counts as 0. A tier of 0 minutes is required, so that every notice has a tier. `onTheWay`
 * applies from `en_route` on, whatever the notice and however new the booking.
 */
const Cancellation = z.object({
  /** Minutes after booking in which cancelling is free, unless the driver is already on the way. */
  freeAfterBookingMinutes: z.number().int().min(0).max(1_440),
  tiers: z
    .array(
      CancellationFee.extend({
        noticeMinutes: z
          .number()
          .int()
          .min(0)
          .max(60 * 24 * 60),
      }),
    )
    .min(1)
    .max(8),
  onTheWay: CancellationFee,
  noShow: CancellationFee,
});

/** Free waiting, in minutes. For an airport pickup it counts from the landing. */
const GraceMinutes = z.object({
  point_to_point: z.number().int().min(0).max(240),
  hourly: z.number().int().min(0).max(240),
  airport_pickup: z.number().int().min(0).max(240),
  airport_dropoff: z.number().int().min(0).max(240),
  home_care: z.number().int().min(0).max(240),
  roadside_assistance: z.number().int().min(0).max(240),
  interpreter: z.number().int().min(0).max(240),
});

/**
 * The charge for the empty drive from the garage to the pickup and from the drop-off back, beyond a free distance.
 * Never charged with a flat price.
 */
export const Deadhead = z.object({
  garage: z.object({
    name,
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
  legs: z.enum(["to_pickup", "both"]),
  freeDistance: distance,
  perDistanceMinor: amountMinor,
});
export type Deadhead = z.infer<typeof Deadhead>;

/**
 * What the driver earns from a trip, as the sum of the parts. `farePercent` is of all lines before tax and gratuity,
 * also without tax that the prices include. `gratuityPercent` is of the gratuity.
 */
export const DriverPay = z.object({
  farePercent: percent,
  perTripMinor: amountMinor,
  perDistanceMinor: amountMinor,
  gratuityPercent: percent,
});
export type DriverPay = z.infer<typeof DriverPay>;

/**
 * One version of all the operator's prices. Amounts are in minor units of `currency`, and rates for distance are per
 * `distanceUnit`.
 */
export const FeeSchedule = z.object({
  currency: Currency,
  distanceUnit: DistanceUnit,
  rates: z.array(ClassRates).max(50),
  flatPrices: z.array(FlatPrice).max(500),
  surcharges: z.array(Surcharge).max(100),
  holidays: z.array(Holiday).max(200),
  extras: z.array(Extra).max(50),
  promotions: z.array(Promotion).max(200),
  companyDiscounts: z.array(CompanyDiscount).max(500).default([]),
  companyRates: z.array(CompanyRates).max(500).default([]),
  taxes: Taxes,
  gratuity: z.object({
    /** The gratuity added to every trip unless the rider chooses another. Null for none. */
    automaticPercent: percent.nullable(),
    /** The percentages that the booking form offers. */
    choices: z.array(percent).max(5),
  }),
  deadhead: Deadhead.nullable(),
  graceMinutes: GraceMinutes,
  cancellation: Cancellation,
  driverPay: DriverPay,
});
export type FeeSchedule = z.infer<typeof FeeSchedule>;

/** The parts of a trip's schedule that decide the price of waiting for its passenger. */
export const WaitTerms = z.object({
  currency: Currency,
  graceMinutes: z.number(),
  /** The price per minute after the free time. A minute that has begun counts in full. */
  perMinuteMinor: amountMinor,
  taxes: Taxes,
});
export type WaitTerms = z.infer<typeof WaitTerms>;

/** The facts about one end of the trip. Ids are in order of precedence. */
export const PricedTripEnd = z.object({
  zoneIds: z.array(z.string()),
  placeIds: z.array(z.string()),
  airport: z.boolean(),
});
export type PricedTripEnd = z.infer<typeof PricedTripEnd>;

/**
 * The facts that decide a trip's price. `pickupLocal` is in the operator's time zone (`2026-11-21T23:30`), `bookedOn`
 * is the operator's day of the booking, and `hours` counts only for the service type `hourly`.
 */
export const PricedTrip = z.object({
  serviceType: ServiceType,
  distanceMeters: z.number().int().min(0).max(60_000_000),
  durationSeconds: z
    .number()
    .int()
    .min(0)
    .max(30 * 86_400),
  pickupLocal: z.string().regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/),
  bookedOn: z.iso.date(),
  /** Whole minutes from booking to pickup. */
  leadMinutes: z.number().int().min(0),
  pickup: PricedTripEnd,
  dropoff: PricedTripEnd,
  /** How many stops there are between pickup and drop-off. */
  stops: z.number().int().min(0).max(20),
  hours: z.number().min(0.25).max(336).optional(),
  /** From the garage to the pickup, and back if the schedule counts both legs. */
  deadheadMeters: z.number().int().min(0).max(60_000_000),
  extras: z.array(z.object({ id: z.string(), quantity: z.number().int().min(1).max(20) })),
  /** The company that the trip is billed to, or absent. */
  companyId: partId.optional(),
  /** How often the code has been used already, or null without a code. */
  promotion: z
    .object({
      code: z.string(),
      uses: z.number().int().min(0),
      usesByRider: z.number().int().min(0),
    })
    .nullable(),
  /** The rider's choice. If undefined, the schedule decides. */
  gratuityPercent: percent.optional(),
});
export type PricedTrip = z.infer<typeof PricedTrip>;

/** The kinds of expense that a driver may pay on a trip. */
export const ExpenseKind = z.enum(["toll", "parking", "other"]);
export type ExpenseKind = z.infer<typeof ExpenseKind>;
/** `name` says what an expense of the kind `other` was for. */
const expense = {
  expense: ExpenseKind,
  name: z.string(),
  expenseId: z.string().regex(/^\S+$/),
};

const count = z.number().int().min(0);
/** The operator's name for the line, and its percentage if it is one. */
const named = { name: z.string(), percent: z.number().nullable() };
/** A distance in tenths of a unit, as it is billed. */
const distanceLine = { tenths: count, unit: DistanceUnit, perDistanceMinor: amountMinor };
const end = z.enum(["pickup", "dropoff"]);

function line<Kind extends string, Params extends z.core.$ZodShape>(kind: Kind, params: Params) {
  const amountMinor = z.number().int();
  return z.object({ kind: z.literal(kind), params: z.object(params), amountMinor });
}

/**
 * One reason for an amount, as facts, which `fareLineWords` puts into the reader's language. Names are those the
 * operator typed. Tax that is `within` the price, or within the amount of the line before it, is only information
 * (`countsTowardsTotal`). All other lines add up to the fare's `totalMinor`. Only discounts and lines that dispatch
 * agrees on or corrects can be negative.
 */
export const FareLine = z
  .discriminatedUnion("kind", [
    line("flat", { name: z.string(), otherWay: z.boolean() }),
    line("base", {}),
    line("distance", { ...distanceLine, fromTenths: count }),
    line("minutes", { minutes: count, perMinuteMinor: amountMinor }),
    line("stops", { stops: count, perStopMinor: amountMinor }),
    line("minimum", { minimumMinor: amountMinor }),
    line("hourly", {
      hours: z.number(),
      /** The hours booked, if they are fewer than the minimum charged. Null otherwise. */
      bookedHours: z.number().nullable(),
      perHourMinor: amountMinor,
    }),
    line("extra_distance", { ...distanceLine, includedTenths: count }),
    line("deadhead", {
      ...distanceLine,
      fromTenths: count,
      garage: z.string(),
      back: z.boolean(),
    }),
    line("night", { ...named, from: TimeOfDay, to: TimeOfDay }),
    line("weekday", {
      ...named,
      days: z.array(z.number().int()),
      from: TimeOfDay.nullable(),
      to: TimeOfDay.nullable(),
    }),
    line("holiday", { ...named, holiday: z.string() }),
    line("airport", { ...named, at: end }),
    line("zone", { ...named, at: end }),
    line("lead_time", { ...named, underMinutes: count }),
    line("extra", { name: z.string(), quantity: count, eachMinor: amountMinor }),
    line("company_discount", { percent: z.number() }),
    line("promotion", {
      ...named,
      code: z.string(),
      /** The promotion's minimum, if it limits the discount. Null otherwise. */
      floorMinor: amountMinor.nullable(),
      /** The promotion's maximum discount. */
      mostMinor: amountMinor.nullable(),
    }),
    line("tax", {
      name: z.string(),
      percent: z.number(),
      of: z.enum(["fare", "wait"]),
      within: z.enum(["price", "line"]).nullable(),
    }),
    line("gratuity", { percent: z.number(), beforeTax: z.boolean() }),
    line("wait", {
      minutes: count,
      perMinuteMinor: amountMinor,
      freeMinutes: count,
      from: z.enum(["landing", "pickup", "arrival"]),
    }),
    line("tip", { payment: z.enum(["cash", "card", "account", "online"]) }),
    /** Passed on at cost, so no tax, gratuity or driver's percentage is calculated on it. */
    line("expense", expense),
    line("cancellation", {
      onTheWay: z.boolean(),
      /** The notice that was missed. Null if cancelling costs something with any notice. */
      underMinutes: count.nullable(),
      /** The percentage of the fare, or null if the fee is an amount. */
      percent: z.number().nullable(),
      /** Whether the fee was lowered to the fare. */
      capped: z.boolean(),
    }),
    line("no_show", { percent: z.number().nullable(), capped: z.boolean() }),
    line("agreed_price", {}),
    line("correction", { invoiceNumber: count.nullable() }),
    line("credited", {}),
    /** An amount without known reasons. */
    line("agreed", {}),
    /** An amount described in words only. */
    line("other", { name: z.string(), detail: z.string() }),
  ])
  .meta({ id: "FareLine" });
export type FareLine = z.infer<typeof FareLine>;
export type FareLineKind = FareLine["kind"];

/** A price with its reasons, stored with the reservation as agreed. */
export const Fare = z.object({
  currency: Currency,
  totalMinor: z.number().int().min(0),
  lines: z.array(FareLine).min(1),
});
export type Fare = z.infer<typeof Fare>;

/** One reason for a driver's pay, as facts, which `payLineWords` puts into words. */
export const PayLine = z.discriminatedUnion("kind", [
  line("fare_share", { percent: z.number(), ofMinor: count }),
  line("per_trip", {}),
  line("per_distance", distanceLine),
  line("gratuity_share", { percent: z.number(), ofMinor: count }),
  /** The driver's share of the gratuity and tip that have been paid so far. */
  line("gratuity_part", {}),
  line("cancellation_share", { ofMinor: count }),
  line("no_show_share", { ofMinor: count }),
  line("expense", expense),
]);
export type PayLine = z.infer<typeof PayLine>;

/** What the driver earns from a trip, with the reasons. */
export const Pay = z.object({
  currency: Currency,
  totalMinor: z.number().int().min(0),
  lines: z.array(PayLine),
});
export type Pay = z.infer<typeof Pay>;

/** Why a promotion code does not lower a price. */
export const PromotionRefusal = z.enum([
  "unknown",
  "not_started",
  "expired",
  "used_up",
  "used_by_rider",
  "wrong_service",
  "wrong_class",
  /** The price is already at the promotion's minimum. */
  "at_minimum",
]);
export type PromotionRefusal = z.infer<typeof PromotionRefusal>;

/** The result of a code. `refusal` is null if it lowers the price. `name` is empty if the code is unknown. */
export const PromotionStanding = z.object({
  code: z.string(),
  name: z.string(),
  refusal: PromotionRefusal.nullable(),
});
export type PromotionStanding = z.infer<typeof PromotionStanding>;

/** An extra as the booking form offers it. */
export const OfferedExtra = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  amountMinor: z.number().int(),
  maxQuantity: z.number().int(),
  /** Classes that offer it. An empty list means all. */
  vehicleClassIds: z.array(z.string()),
});
export type OfferedExtra = z.infer<typeof OfferedExtra>;

/** What a schedule is checked against: the operator's currency, classes, zones, places and companies. */
export const PriceListContext = z.object({
  currency: z.string(),
  distanceUnit: DistanceUnit,
  vehicleClasses: z.array(z.object({ id: z.string(), name: z.string(), active: z.boolean() })),
  zones: z.array(z.object({ id: z.string(), name: z.string(), active: z.boolean() })),
  places: z.array(z.object({ id: z.string(), name: z.string(), active: z.boolean() })),
  companies: z.array(z.object({ id: z.string(), name: z.string(), active: z.boolean() })),
});
export type PriceListContext = z.infer<typeof PriceListContext>;
