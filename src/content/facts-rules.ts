/** What prices say of waiting and cancelling, in sentences. */
import type { CancellationFee, FeeSchedule } from "../fares/contract";
import { percentText } from "../fares/money-rules";
import { formatMoney } from "../settings/money-rules";
import type { Offerable } from "../settings/offer-contract";

/** "30 minutes", "2 hours", "1 day". */
export function spanText(minutes: number): string {
  const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (minutes >= 2_880 && minutes % 1_440 === 0) return of(minutes / 1_440, "day");
  if (minutes >= 60 && minutes % 60 === 0) return of(minutes / 60, "hour");
  return of(minutes, "minute");
}

/** How long waiting is free, for what is offered. */
export function waitingText({ graceMinutes }: FeeSchedule, services: readonly Offerable[]): string {
  const { point_to_point: usual, airport_pickup: airport, home_care: care } = graceMinutes;
  const parts = [
    `${spanText(usual)} at the pickup`,
    services.includes("airport") &&
      airport !== usual &&
      `${spanText(airport)} at the airport (counted from the landing)`,
    services.includes("care") && care !== usual && `${spanText(care)} on care rides`,
  ].filter((part) => part !== false);
  const last = parts.pop() ?? "";
  const listed = parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
  return `Waiting is free for ${listed}.`;
}

/** What cancelling costs, from the longest notice to none. */
export function cancellationText(schedule: FeeSchedule): string {
  const { tiers, onTheWay, freeAfterBookingMinutes, noShow } = schedule.cancellation;
  const cost = ({ fee }: CancellationFee) => {
    if (fee.kind === "fixed")
      return fee.amountMinor === 0 ? "" : formatMoney(fee.amountMinor, schedule.currency);
    if (fee.percent === 0) return "";
    return fee.percent === 100 ? "the whole fare" : `${percentText(fee.percent)} of the fare`;
  };
  const costs = (fee: CancellationFee) => (cost(fee) === "" ? "free" : cost(fee));
  const sorted = tiers.toSorted((a, b) => b.noticeMinutes - a.noticeMinutes);
  const merged = sorted.filter((tier, at) => {
    const before = sorted[at - 1];
    return before === undefined || costs(before) !== costs(tier);
  });
  const sentences = merged.map((tier, at) => {
    const last = sorted.findLast((each) => costs(each) === costs(tier)) ?? tier;
    const { noticeMinutes } = last;
    const price = cost(tier) === "" ? "is free" : `costs ${cost(tier)}`;
    if (merged.length === 1) return `Cancelling ${price}.`;
    if (noticeMinutes > 0)
      return `${at === 0 ? "Cancelling" : "After that it"} ${price} until ${spanText(noticeMinutes)} before the pickup.`;
    return `Later it ${price}.`;
  });
  if (freeAfterBookingMinutes > 0)
    sentences.push(`In the first ${spanText(freeAfterBookingMinutes)} after booking it is free.`);
  const way = cost(onTheWay);
  const absent = cost(noShow);
  if (way !== "" && way === absent)
    sentences.push(`Once the driver is on the way, or when nobody comes, it costs ${way}.`);
  else {
    if (way !== "") sentences.push(`Once the driver is on the way it costs ${way}.`);
    if (absent !== "") sentences.push(`When nobody comes it costs ${absent}.`);
  }
  return sentences.join(" ");
}
