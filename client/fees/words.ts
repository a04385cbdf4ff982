/** Describes parts of a price list in words, for lists of changes and read-only screens. */
import type {
  Amount,
  CancellationFee,
  Extra,
  FeeSchedule,
  FlatPriceEnd,
  Promotion,
  ServiceType,
  Surcharge,
  SurchargeCondition,
} from "../../src/fares/contract";
import { writeMinutes, writeNumber } from "../ui/amount";
import { formatMoney } from "../ui/money";
import { serviceWords } from "../ui/trip-words";

/** Names for the ids in a price list. */
export interface Names {
  vehicleClass: (id: string) => string;
  zone: (id: string) => string;
  place: (id: string) => string;
  company: (id: string) => string;
}

/** "15 %". */
export function percentWords(percent: number): string {
  return `${writeNumber(percent)} %`;
}

/** Returns "15 %" or "RWF 2,000". */
export function amountWords(amount: Amount, currency: string): string {
  return amount.kind === "percent"
    ? percentWords(amount.percent)
    : formatMoney(amount.amountMinor, currency);
}

export const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** Returns ISO days of the week as "Mon to Fri" or "Sat, Sun". */
export function daysWords(days: readonly number[]): string {
  const sortedDays = [...days].sort((a, b) => a - b);
  const name = (day: number | undefined) => weekdayNames[(day ?? 1) - 1] ?? "";
  const first = sortedDays[0];
  const isConsecutive = sortedDays.every((day, index) => day === (first ?? 1) + index);
  if (isConsecutive && sortedDays.length > 2) return `${name(first)} to ${name(sortedDays.at(-1))}`;
  return sortedDays.map(name).join(", ");
}

const endWords = { pickup: "at the pickup", dropoff: "at the drop-off", either: "at either end" };

/** Returns the condition of a surcharge: "22:00 to 06:00", "Sat, Sun", "Airport at the pickup". */
export function conditionWords(when: SurchargeCondition, names: Names): string {
  switch (when.kind) {
    case "night":
      return `${when.from} to ${when.to}`;
    case "weekday":
      return [daysWords(when.days), when.from && when.to ? `${when.from} to ${when.to}` : ""]
        .filter(Boolean)
        .join(", ");
    case "holiday":
      return "Holidays";
    case "airport":
      return `Airport ${endWords[when.at]}`;
    case "zone":
      return `${names.zone(when.zoneId)} ${endWords[when.at]}`;
    case "lead_time":
      return `Booked less than ${writeMinutes(when.underMinutes)} before pickup`;
  }
}

/** Returns the trips to which something is limited: "All trips", "Airport pickup only", "2 services, Van". */
export function scopeWords(
  services: readonly ServiceType[],
  classIds: readonly string[],
  names: Names,
): string {
  const scopeTexts = [
    services.length === 1 && services[0]
      ? serviceWords[services[0]]
      : services.length > 1
        ? `${services.length} services`
        : "",
    classIds.length === 1 && classIds[0]
      ? names.vehicleClass(classIds[0])
      : classIds.length > 1
        ? `${classIds.length} classes`
        : "",
  ].filter(Boolean);
  return scopeTexts.length === 0 ? "All trips" : scopeTexts.join(", ");
}

/** Returns a surcharge in one line. */
export function surchargeWords(surcharge: Surcharge, names: Names, currency: string): string {
  return [
    conditionWords(surcharge.when, names),
    amountWords(surcharge.amount, currency),
    surcharge.group && `only the highest of “${surcharge.group}”`,
    scopeWords(surcharge.serviceTypes, surcharge.vehicleClassIds, names),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Returns an extra in one line. */
export function extraWords(extra: Extra, names: Names, currency: string): string {
  return [
    formatMoney(extra.amountMinor, currency),
    `up to ${extra.maxQuantity}`,
    scopeWords(extra.serviceTypes, extra.vehicleClassIds, names),
  ].join(" · ");
}

/** Returns a promotion in one line. */
export function promotionWords(promotion: Promotion, names: Names, currency: string): string {
  const { amount, from, until, maxUses, maxUsesPerRider } = promotion;
  return [
    `${amountWords(amount, currency)} off`,
    from || until ? `${from ?? "no start date"} to ${until ?? "no end date"}` : "",
    maxUses === null ? "" : `${maxUses} uses`,
    maxUsesPerRider === null ? "" : `${maxUsesPerRider} per rider`,
    scopeWords(promotion.serviceTypes, promotion.vehicleClassIds, names),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Returns the name of a flat price's start or end. */
export function flatPriceEndWords(end: FlatPriceEnd, names: Names): string {
  return end.kind === "zone" ? names.zone(end.zoneId) : names.place(end.placeId);
}

/** Returns a text such as “50 % of the fare, the driver gets 70 %”, or “Free”. */
export function cancellationWords({ fee, driverSharePercent }: CancellationFee, currency: string) {
  if (fee.kind === "percent" ? fee.percent === 0 : fee.amountMinor === 0) return "Free";
  const feeText =
    fee.kind === "percent"
      ? fee.percent === 100
        ? "The full fare"
        : `${percentWords(fee.percent)} of the fare`
      : formatMoney(fee.amountMinor, currency);
  return `${feeText}, the driver gets ${percentWords(driverSharePercent)}`;
}

/** Returns when one cancellation tier applies, such as “24 h or more before pickup” or “2 h to 24 h before pickup”. */
export function noticeWords(tiers: FeeSchedule["cancellation"]["tiers"], index: number): string {
  const ownNotice = tiers[index]?.noticeMinutes ?? 0;
  const longerNotice = tiers
    .map(({ noticeMinutes }) => noticeMinutes)
    .filter((minutes) => minutes > ownNotice)
    .sort((a, b) => a - b)[0];
  if (ownNotice === 0)
    return longerNotice === undefined
      ? "At any time"
      : `Less than ${writeMinutes(longerNotice)} before pickup`;
  return longerNotice === undefined
    ? `${writeMinutes(ownNotice)} or more before pickup`
    : `${writeMinutes(ownNotice)} to ${writeMinutes(longerNotice)} before pickup`;
}
