/** Affiliates, the trips that they are offered, and their answers by link. */
import { z } from "zod";
import { Language } from "../accounts/contract";
import { ReservationExtra, ReservationState } from "../reservations/contract";
import { CompanyDiscount, CompanyRates, DistanceUnit, ServiceType } from "../fares/contract";
import { MAX_PRICE_MINOR } from "../settings/amount-contract";
import { line, lines, Month } from "../settings/text-contract";
import { Mobility } from "../vehicles/class-contract";

const minor = z.number().int();
const amount = minor.min(0).max(MAX_PRICE_MINOR);
const version = minor.min(1);

export const RateKind = z.enum(["percent", "fixed", "price_list"]);
export type RateKind = z.infer<typeof RateKind>;

export const SaveAffiliate = z.object({
  name: line.min(1, "This field is required.").max(160),
  email: z.string().max(254).default(""),
  phone: z.string().max(40).default(""),
  language: Language.default("en"),
  rateKind: RateKind.default("percent"),
  /** Percent of the fare, with at most two decimals. */
  ratePercent: z.number().min(0).max(100).multipleOf(0.01).default(0),
  /** For each trip. */
  rateMinor: amount.default(0),
  /** The last day of their insurance. */
  insuranceUntil: z.iso.date().nullable().default(null),
  zones: line.max(300).default(""),
  /** The address of their own Livery, where offers are booked. Empty for none. */
  peerUrl: z
    .union([
      z.literal(""),
      z
        .url({ protocol: /^https?$/, error: "Enter an address like https://rides.example.com." })
        .max(200),
    ])
    .default(""),
  /** The API key that they made for us there. If omitted, the stored key stays; a new address requires it again. */
  peerKey: line.max(200).optional(),
  note: lines.max(2000).default(""),
  active: z.boolean().default(true),
});
export type SaveAffiliate = z.input<typeof SaveAffiliate>;

/** An affiliate's new values and the version that the caller saw; answers 409 if it has changed. */
export const ChangeAffiliate = SaveAffiliate.extend({ version });
export type ChangeAffiliate = z.input<typeof ChangeAffiliate>;

/** An affiliate as dispatch reads it. */
export const Affiliate = z.object({
  id: z.string(),
  version,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  language: Language,
  rateKind: RateKind,
  ratePercent: z.number(),
  rateMinor: minor,
  insuranceUntil: z.string().nullable(),
  /** Whether the insurance has expired. */
  isUninsured: z.boolean(),
  /** Their own prices in the price list in force; null for another rate or without a price list. */
  prices: z
    .object({
      currency: z.string(),
      distanceUnit: DistanceUnit,
      /** The rates by class; null means the usual price. */
      rates: z.array(
        CompanyRates.omit({ id: true, companyId: true, vehicleClassId: true }).extend({
          vehicleClass: z.string(),
        }),
      ),
      /** Discounts for trips of these classes and services; an empty list means all. */
      discounts: z.array(
        CompanyDiscount.pick({ percent: true, serviceTypes: true }).extend({
          vehicleClasses: z.array(z.string()),
        }),
      ),
    })
    .nullable(),
  zones: z.string(),
  peerUrl: z.string(),
  note: z.string(),
  active: z.boolean(),
});
export type Affiliate = z.infer<typeof Affiliate>;

export const AffiliatesQuery = z.object({
  q: z.string().max(200).optional(),
  cursor: z.string().max(800).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export const AffiliateList = z.object({
  affiliates: z.array(Affiliate),
  nextCursor: z.string().nullable(),
});
export type AffiliateList = z.infer<typeof AffiliateList>;
export const AffiliateAnswer = z.object({ affiliate: Affiliate });
export type AffiliateAnswer = z.infer<typeof AffiliateAnswer>;

export const AffiliateStatementQuery = z.object({ month: Month });

/** The amounts that an affiliate gets for the trips of a month. */
export const AffiliateStatement = z.object({
  month: z.string(),
  trips: z.array(
    z.object({
      id: z.string(),
      number: minor,
      /** The pickup time. For a trip that was withdrawn for a fee, the time of the withdrawal; its places are empty. */
      at: z.iso.datetime(),
      pickup: z.string(),
      dropoff: z.string(),
      state: ReservationState,
      driver: z.string(),
      /** The amount that the affiliate gets, and the amount that the customer pays for the trip. */
      costMinor: minor,
      revenueMinor: minor,
      currency: z.string(),
    }),
  ),
  sums: z.array(z.object({ currency: z.string(), costMinor: minor, revenueMinor: minor })),
});
export type AffiliateStatement = z.infer<typeof AffiliateStatement>;

/** The state of an offer. */
export const FarmOutState = z.enum(["open", "accepted", "declined", "expired", "withdrawn"]);
export type FarmOutState = z.infer<typeof FarmOutState>;

export const OfferToAffiliate = z.object({
  version,
  affiliateId: z.string().max(64),
  costMinor: amount,
  /** How long the affiliate has to answer, in minutes. */
  minutes: minor.min(5, "Enter at least 5 minutes.").max(10_080, "Enter at most a week."),
});
export type OfferToAffiliate = z.infer<typeof OfferToAffiliate>;

/** Agrees to the amount that an affiliate's Livery bills, as the caller saw it; answers 409 if it has changed. */
export const AgreeToBill = z.object({ farmOutId: z.string().max(64), amountMinor: amount });
export type AgreeToBill = z.infer<typeof AgreeToBill>;

/** The offers of a reservation to affiliates, newest first, and the affiliates to whom it can be offered. */
export const FarmOutsAnswer = z.object({
  farmOuts: z.array(
    z.object({
      id: z.string(),
      affiliate: z.string(),
      state: FarmOutState,
      costMinor: minor,
      /** The fee for a withdrawn trip; null until it is agreed. */
      feeMinor: minor.nullable(),
      /** The whole amount that their Livery bills, if it is above the agreed cost; else null. */
      proposedMinor: minor.nullable(),
      currency: z.string(),
      createdAt: z.iso.datetime(),
      createdBy: z.string(),
      expiresAt: z.iso.datetime(),
      openedAt: z.iso.datetime().nullable(),
      answeredAt: z.iso.datetime().nullable(),
      /** Why the offer was declined or withdrawn. */
      reason: z.string(),
      /** The number of the booking in their own Livery; null if there is no booking. */
      peerNumber: minor.nullable(),
      /** The refusal of their Livery, or that it cannot be reached. */
      peerNote: z.string(),
      /** The page of an open or accepted offer; null for other offers, and for staff who may not manage trips. */
      url: z.string().nullable(),
    }),
  ),
  affiliates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      zones: z.string(),
      /** The cost by their rate; null if the price list has no price for the trip. */
      costMinor: minor.nullable(),
      /** Whether their insurance expires before the pickup. */
      isUninsured: z.boolean(),
    }),
  ),
  fareMinor: minor,
  currency: z.string(),
  /** Whether the customer pays the driver, who then sees no price. */
  isCash: z.boolean(),
});
export type FarmOutsAnswer = z.infer<typeof FarmOutsAnswer>;

/** The 128-bit token of an offer's link. */
export const FarmOutToken = z.object({ token: z.string().max(64) });

const place = z.object({
  name: z.string(),
  detail: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

/** A step that an affiliate reports. */
const FarmOutStep = z.enum([
  "en_route",
  "on_location",
  "passenger_on_board",
  "completed",
  "no_show",
]);
export type FarmOutStep = z.infer<typeof FarmOutStep>;

/** The facts of a trip that an affiliate sees: all that driving needs, and never the customer's price. */
export const FarmOutPage = z.object({
  state: FarmOutState,
  number: minor,
  serviceType: ServiceType,
  pickupAt: z.iso.datetime(),
  /** Without place names if the offer has ended without them getting the trip. */
  pickup: place,
  stops: z.array(place),
  dropoff: place,
  hours: z.number().nullable(),
  passengers: minor,
  luggage: minor,
  mobility: Mobility,
  vehicleClass: z.string(),
  flightNumber: z.string().nullable(),
  greetingSign: z.string().nullable(),
  extras: z.array(ReservationExtra.pick({ name: true, quantity: true })),
  note: z.string(),
  /** The phone is set once the trip is accepted. Both are empty once the trip has ended, or if it was never theirs. */
  passengerName: z.string(),
  passengerPhone: z.string().nullable(),
  costMinor: minor,
  currency: z.string(),
  validUntil: z.iso.datetime(),
  /** Null unless the offer was accepted. */
  tripState: ReservationState.nullable(),
  /** The next step, and from when it can be reported; null if there is none. */
  next: FarmOutStep.nullable(),
  startsAt: z.iso.datetime(),
  /** From when a no-show can be reported; null if no passenger is being waited for. */
  noShowFrom: z.iso.datetime().nullable(),
  crew: z
    .object({
      driverName: z.string(),
      driverPhone: z.string(),
      plate: z.string(),
      model: z.string(),
      color: z.string(),
    })
    .nullable(),
  /** When the trip was last changed after it was accepted; null for never. */
  changedAt: z.iso.datetime().nullable(),
});
export type FarmOutPage = z.infer<typeof FarmOutPage>;

const requiredText = (maxLength: number) => line.min(1, "This field is required.").max(maxLength);

/** An action of an affiliate, as JSON or by a plain form. */
export const ActOnFarmOut = z.discriminatedUnion("act", [
  z.object({ act: z.literal("accept") }),
  z.object({
    act: z.literal("decline"),
    reason: lines.pipe(z.string().max(500)).default(""),
  }),
  z.object({
    act: z.literal("crew"),
    driverName: requiredText(120),
    driverPhone: requiredText(40),
    plate: requiredText(20),
    model: requiredText(80),
    color: line.max(40).default(""),
  }),
  z.object({ act: z.literal("step"), to: FarmOutStep }),
]);
export type ActOnFarmOut = z.input<typeof ActOnFarmOut>;
