/** The price list before its owner has entered a price. */
import { cancellationPresets } from "../cancellation-preset-rules";
import type { FeeSchedule } from "../contract";
import type { ScheduleUnits } from "../conversion-rules";

/**
 * Returns a list without amounts, its parts in the order of the contract. Free waiting and the percentages for
 * cancellations and for the driver suit most fleets, and the owner checks them with the rest. No class has rates, so
 * the list cannot be published unchanged.
 */
export function emptyList({ currency, distanceUnit }: ScheduleUnits): FeeSchedule {
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
    cancellation: cancellationPresets.flexible,
    driverPay: { farePercent: 70, perTripMinor: 0, perDistanceMinor: 0, gratuityPercent: 100 },
  };
}
