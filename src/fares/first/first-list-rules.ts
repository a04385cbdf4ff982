/** What a price list says before its owner has named a price. */
import type { CountingUnits } from "../recount-rules";
import type { FeeSchedule } from "../contract";

/**
 * A list without a single amount, its parts in the order of the contract: free waiting, and the shares of a
 * cancellation and of the driver, which fit most fleets and are looked through with the rest. No class has rates, so
 * it cannot be published as it is.
 */
export function emptyList({ currency, distanceUnit }: CountingUnits): FeeSchedule {
  return {
    currency,
    distanceUnit,
    rates: [],
    flatPrices: [],
    surcharges: [],
    holidays: [],
    extras: [],
    promotions: [],
    companyDiscounts: [],
    companyRates: [],
    taxes: { included: false, items: [] },
    gratuity: { automaticPercent: null, choices: [5, 10, 15] },
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
  };
}
