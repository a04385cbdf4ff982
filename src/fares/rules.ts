/**
 * How a trip is priced.
 *
 * A trip costs base + distance + minutes, raised to the minimum; an hourly trip costs the hourly
 * rate times the larger of the hours booked and the hourly minimum. The night surcharge is a
 * percentage of that, tax a percentage of everything above it.
 * Distance is billed in tenths of a unit, time in whole minutes, hours booked in begun quarters, so
 * that anybody can check a line by hand. Everything is rounded half up, away from zero, once per line; lines are whole
 * minor units and their sum is the total, exactly.
 */
import type {
  DistanceUnit,
  Fare,
  FareLine,
  FareLineKind,
  FeeSchedule,
  PricedTrip,
} from "./contract";

/** How long a quoted price can be booked. */
export const QUOTE_VALID_SECONDS = 15 * 60;

/** Millimetres in a unit: whole numbers, so that a mile stays exact. */
const UNIT_MILLIMETERS: Record<DistanceUnit, bigint> = { km: 1_000_000n, mi: 1_609_344n };

/**
 * Prices a trip. The lines come in a fixed order (base, distance, minutes, minimum, or hourly;
 * then night, tax); a line of nothing is left out, except that a free trip keeps its first line.
 * Expects input that its contracts have accepted; throws RangeError on a number that is not finite.
 */
export function priceTrip(schedule: FeeSchedule, trip: PricedTrip): Fare {
  const { currency } = schedule;
  const lines: FareLine[] =
    trip.serviceType === "hourly" ? [hourlyLine(schedule, trip)] : routeLines(schedule, trip);

  const night = schedule.night;
  if (night && isNight(night, trip.pickupLocal)) {
    lines.push(
      line("night", "Night", `${night.from} to ${night.to}, ${percentText(night.percent)}`, {
        amountMinor: share(sum(lines), basisPoints(night.percent), 10_000n),
      }),
    );
  }

  const tax = schedule.tax;
  if (tax) {
    const bp = basisPoints(tax.percent);
    const whole = tax.included ? 10_000n + bp : 10_000n;
    const detail = percentText(tax.percent) + (tax.included ? ", included in the price" : "");
    lines.push(
      line("tax", tax.name, detail, {
        amountMinor: share(sum(lines), bp, whole),
        addsUp: !tax.included,
      }),
    );
  }

  const worded = lines.filter((each) => each.amountMinor > 0);
  const kept = worded.length > 0 ? worded : lines.slice(0, 1);
  return { currency, totalMinor: sum(kept), lines: kept };
}

/** A line as one sentence: "Night, 22:00 to 06:00, 15 %". */
export function fareLineText(fareLine: FareLine): string {
  return fareLine.detail ? `${fareLine.label}, ${fareLine.detail}` : fareLine.label;
}

/** How many decimals a currency is written with (ISO 4217): 0 for RWF, 2 for USD, 3 for KWD. */
export function currencyDecimals(currency: string): number {
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  const found =
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
      .maximumFractionDigits ?? 2;
  decimals.set(currency, found);
  return found;
}

/**
 * Writes an amount of minor units with its currency code: "RWF 12,400", "USD 27.50". The same in
 * every browser and on the server, because agreed fares are stored with their words.
 */
export function formatMoney(amountMinor: number, currency: string): string {
  const places = currencyDecimals(currency);
  const digits = Math.abs(amountMinor)
    .toString()
    .padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(?:\d{3})+$)/g, ",");
  const fraction = places > 0 ? `.${digits.slice(-places)}` : "";
  return `${amountMinor < 0 ? "-" : ""}${currency} ${whole}${fraction}`;
}

/** Whether a pickup at `pickupLocal` falls into a window of the day that may cross midnight. */
export function isNight(night: { from: string; to: string }, pickupLocal: string): boolean {
  const time = pickupLocal.slice(11, 16);
  return night.from < night.to
    ? time >= night.from && time < night.to
    : time >= night.from || time < night.to;
}

const decimals = new Map<string, number>();

function routeLines(schedule: FeeSchedule, trip: PricedTrip): FareLine[] {
  const { currency, distanceUnit } = schedule;
  const tenths = divideHalfUp(
    BigInt(trip.distanceMeters) * 10_000n,
    UNIT_MILLIMETERS[distanceUnit],
  );
  const minutes = divideHalfUp(BigInt(trip.durationSeconds), 60n);
  const lines = [
    line("base", "Base fare", "", { amountMinor: schedule.baseMinor }),
    line(
      "distance",
      "Distance",
      `${tenthsText(tenths)} ${distanceUnit} at ${formatMoney(schedule.perDistanceMinor, currency)}`,
      { amountMinor: share(schedule.perDistanceMinor, tenths, 10n) },
    ),
    line("minutes", "Time", `${minutes} min at ${formatMoney(schedule.perMinuteMinor, currency)}`, {
      amountMinor: share(schedule.perMinuteMinor, minutes, 1n),
    }),
  ];
  const missing = schedule.minimumMinor - sum(lines);
  if (missing > 0) {
    const detail = `raised to the minimum of ${formatMoney(schedule.minimumMinor, currency)}`;
    lines.push(line("minimum", "Minimum fare", detail, { amountMinor: missing }));
  }
  return lines;
}

function hourlyLine(schedule: FeeSchedule, trip: PricedTrip): FareLine {
  const least = schedule.hourlyMinimumHours;
  const booked = trip.hours ?? least;
  const quarters = Math.ceil(Math.max(booked, least) * 4);
  const rate = formatMoney(schedule.hourlyMinor, schedule.currency);
  const why = booked < least ? ` (${booked} h booked, ${least} h is the least)` : "";
  return line("hourly", "Hourly", `${quarters / 4} h at ${rate}${why}`, {
    amountMinor: share(schedule.hourlyMinor, BigInt(quarters), 4n),
  });
}

function line(
  kind: FareLineKind,
  label: string,
  detail: string,
  money: { amountMinor: number; addsUp?: boolean },
): FareLine {
  return { kind, label, detail, amountMinor: money.amountMinor, addsUp: money.addsUp ?? true };
}

function sum(lines: readonly FareLine[]): number {
  return lines.reduce((total, each) => total + (each.addsUp ? each.amountMinor : 0), 0);
}

/** `amount × part ÷ whole`, rounded; exact whatever the size. */
function share(amount: number, part: bigint, whole: bigint): number {
  return Number(divideHalfUp(BigInt(amount) * part, whole));
}

/** The one rounding rule. Neither argument is ever negative here. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}

function basisPoints(percent: number): bigint {
  return BigInt(Math.round(percent * 100));
}

function percentText(percent: number): string {
  return `${Number(percent.toFixed(2))} %`;
}

function tenthsText(tenths: bigint): string {
  return tenths % 10n === 0n ? `${tenths / 10n}` : `${tenths / 10n}.${tenths % 10n}`;
}
