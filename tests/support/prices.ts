/** Price lists and trips for tests of the fare function, with overrides for any field. */
import {
  type ClassRates,
  type FareLine,
  FeeSchedule,
  type PricedTripEnd,
  type PricedTrip,
  type PriceListContext,
} from "../../src/fares/contract";
import { englishLineTranslator } from "../../src/fares/line-words";
import { fareLineWords } from "../../src/fares/line-words";

/** Returns rates of zero, except those given. */
export function rates(over: Partial<ClassRates> = {}): ClassRates {
  return {
    vehicleClassId: "sedan",
    baseMinor: 0,
    distanceTiers: [{ upTo: null, perDistanceMinor: 0 }],
    perMinuteMinor: 0,
    perStopMinor: 0,
    minimumMinor: 0,
    hourly: null,
    perWaitMinuteMinor: 0,
    ...over,
  };
}

/** Returns a price list in francs and kilometres with rates only. */
export function priceList(over: Partial<FeeSchedule> = {}): FeeSchedule {
  return FeeSchedule.parse({
    currency: "RWF",
    distanceUnit: "km",
    rates: [rates()],
    flatPrices: [],
    surcharges: [],
    holidays: [],
    extras: [],
    promotions: [],
    taxes: { included: false, items: [] },
    gratuity: { automaticPercent: null, choices: [] },
    deadhead: null,
    graceMinutes: {
      point_to_point: 10,
      hourly: 15,
      airport_pickup: 60,
      airport_dropoff: 10,
      home_care: 20,
      roadside_assistance: 15,
      interpreter: 15,
    },
    cancellation: {
      freeAfterBookingMinutes: 0,
      tiers: [
        { noticeMinutes: 120, fee: { kind: "percent", percent: 0 }, driverSharePercent: 0 },
        { noticeMinutes: 0, fee: { kind: "percent", percent: 50 }, driverSharePercent: 50 },
      ],
      onTheWay: { fee: { kind: "percent", percent: 100 }, driverSharePercent: 70 },
      noShow: { fee: { kind: "percent", percent: 100 }, driverSharePercent: 70 },
    },
    driverPay: { farePercent: 70, perTripMinor: 0, perDistanceMinor: 0, gratuityPercent: 100 },
    ...over,
  });
}

/** Returns a fare line as one text: "Night, 22:00 to 06:00, 15 %". */
export function fareLineText(line: FareLine, currency: string): string {
  const { label, detail } = fareLineWords(line, englishLineTranslator(currency));
  return [label, detail].filter(Boolean).join(", ");
}

/** Nowhere in particular. */
export const plainEnd: PricedTripEnd = { zoneIds: [], placeIds: [], airport: false };

/** 12.4 km in 26 minutes, on a Saturday at two in the afternoon, booked the day before. */
export function pricedTrip(over: Partial<PricedTrip> = {}): PricedTrip {
  return {
    serviceType: "point_to_point",
    distanceMeters: 12_400,
    durationSeconds: 26 * 60,
    pickupLocal: "2026-11-21T14:00",
    bookedOn: "2026-11-20",
    leadMinutes: 1_680,
    pickup: plainEnd,
    dropoff: plainEnd,
    stops: 0,
    deadheadMeters: 0,
    extras: [],
    promotion: null,
    ...over,
  };
}

/** An operator with one active class and no other data. */
export const world: PriceListContext = {
  currency: "RWF",
  distanceUnit: "km",
  vehicleClasses: [{ id: "sedan", name: "Standard", active: true }],
  zones: [],
  places: [],
  companies: [],
};
