/**
 * Converts a price list to another currency or unit of distance. Amounts keep their digits: 5,000 stays 5,000, whatever
 * decimals a currency has. Distances keep their length and their cost, so a rate per kilometre becomes the equal rate
 * per mile. Each amount is rounded once, half up.
 */
import type { Amount, DistanceUnit, FeeSchedule } from "./contract";
import { divideHalfUp, MILLIMETERS_PER_UNIT } from "./money-rules";
import { currencyDecimals } from "../settings/money-rules";

/** The units in which prices are stated. */
export type ScheduleUnits = { currency: string; distanceUnit: DistanceUnit };

/** Returns the amount with the same digits in another currency: RWF 5,000 becomes EUR 5,000. */
export function convertAmount(minor: number, from: string, to: string): number {
  const addedDecimals = currencyDecimals(to) - currencyDecimals(from);
  return addedDecimals >= 0
    ? minor * 10 ** addedDecimals
    : divideHalfUp(minor, 10 ** -addedDecimals);
}

/** Converts a rate per unit of distance to another unit. */
export function convertRate(minor: number, from: ScheduleUnits, to: ScheduleUnits): number {
  const addedDecimals = currencyDecimals(to.currency) - currencyDecimals(from.currency);
  return divideHalfUp(
    minor * MILLIMETERS_PER_UNIT[to.distanceUnit] * 10 ** Math.max(0, addedDecimals),
    MILLIMETERS_PER_UNIT[from.distanceUnit] * 10 ** Math.max(0, -addedDecimals),
  );
}

/** Returns the whole price list in another currency or unit. It may have new faults, which `reviewSchedule` finds. */
export function convertSchedule(schedule: FeeSchedule, to: ScheduleUnits): FeeSchedule {
  const minor = (amount: number) => convertAmount(amount, schedule.currency, to.currency);
  const rate = (amount: number) => convertRate(amount, schedule, to);
  const length = <T extends number | null>(distance: T) =>
    distance === null
      ? distance
      : divideHalfUp(
          Math.round(distance * 10) * MILLIMETERS_PER_UNIT[schedule.distanceUnit],
          MILLIMETERS_PER_UNIT[to.distanceUnit],
        ) / 10;
  const amount = (of: Amount): Amount =>
    of.kind === "fixed" ? { ...of, amountMinor: minor(of.amountMinor) } : of;
  const fee = <T extends { fee: Amount }>(of: T): T => ({ ...of, fee: amount(of.fee) });
  const { cancellation, deadhead, driverPay } = schedule;
  return {
    ...schedule,
    ...to,
    rates: schedule.rates.map((rates) => ({
      ...rates,
      baseMinor: minor(rates.baseMinor),
      distanceTiers: rates.distanceTiers.map(({ upTo, perDistanceMinor }) => ({
        upTo: length(upTo),
        perDistanceMinor: rate(perDistanceMinor),
      })),
      perMinuteMinor: minor(rates.perMinuteMinor),
      perStopMinor: minor(rates.perStopMinor),
      minimumMinor: minor(rates.minimumMinor),
      hourly: rates.hourly && {
        ...rates.hourly,
        perHourMinor: minor(rates.hourly.perHourMinor),
        distancePerHour: length(rates.hourly.distancePerHour),
        perExtraDistanceMinor: rate(rates.hourly.perExtraDistanceMinor),
      },
      perWaitMinuteMinor: minor(rates.perWaitMinuteMinor),
    })),
    companyRates: schedule.companyRates.map((own) => ({
      ...own,
      baseMinor: own.baseMinor === null ? null : minor(own.baseMinor),
      perDistanceMinor: own.perDistanceMinor === null ? null : rate(own.perDistanceMinor),
      perMinuteMinor: own.perMinuteMinor === null ? null : minor(own.perMinuteMinor),
      minimumMinor: own.minimumMinor === null ? null : minor(own.minimumMinor),
      perHourMinor: own.perHourMinor === null ? null : minor(own.perHourMinor),
    })),
    flatPrices: schedule.flatPrices.map((flat) => ({
      ...flat,
      prices: flat.prices.map((price) => ({ ...price, amountMinor: minor(price.amountMinor) })),
    })),
    surcharges: schedule.surcharges.map((each) => ({ ...each, amount: amount(each.amount) })),
    extras: schedule.extras.map((each) => ({ ...each, amountMinor: minor(each.amountMinor) })),
    promotions: schedule.promotions.map((each) => ({
      ...each,
      amount: amount(each.amount),
      maxDiscountMinor: each.maxDiscountMinor === null ? null : minor(each.maxDiscountMinor),
      minimumMinor: minor(each.minimumMinor),
    })),
    deadhead: deadhead && {
      ...deadhead,
      freeDistance: length(deadhead.freeDistance),
      perDistanceMinor: rate(deadhead.perDistanceMinor),
    },
    cancellation: {
      ...cancellation,
      tiers: cancellation.tiers.map(fee),
      onTheWay: fee(cancellation.onTheWay),
      noShow: fee(cancellation.noShow),
    },
    driverPay: {
      ...driverPay,
      perTripMinor: minor(driverPay.perTripMinor),
      perDistanceMinor: rate(driverPay.perDistanceMinor),
    },
  };
}
