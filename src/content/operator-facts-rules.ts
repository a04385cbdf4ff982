/** Describes waiting and cancellation prices in sentences. */
import type { CancellationFee, FeeSchedule } from "../fares/contract";
import { percentText } from "../fares/money-rules";
import { formatMoney } from "../settings/money-rules";
import type { OfferableService } from "../settings/offerable-services-contract";
import {
  joinNames,
  type Translator,
  englishTranslator,
} from "../settings/translation/translator-rules";

/** Returns a duration in words, such as "30 minutes", "2 hours" or "1 day". */
export function spanText(minutes: number, t: Translator = englishTranslator): string {
  if (minutes >= 2_880 && minutes % 1_440 === 0)
    return t.count(minutes / 1_440, "{n} day", "{n} days");
  if (minutes >= 60 && minutes % 60 === 0) return t.count(minutes / 60, "{n} hour", "{n} hours");
  return t.count(minutes, "{n} minute", "{n} minutes");
}

/**
 * Says how long waiting is free for each service on offer. At airports the time counts from the landing if a flight
 * data provider reports it.
 */
export function waitingText(
  { graceMinutes }: FeeSchedule,
  { services, followsFlights }: { services: readonly OfferableService[]; followsFlights: boolean },
  t: Translator = englishTranslator,
): string {
  const { point_to_point: usual, airport_pickup: airport, home_care: care } = graceMinutes;
  const parts = [
    t("{span} at the pickup", { span: spanText(usual, t) }),
    services.includes("airport") &&
      airport !== usual &&
      (followsFlights
        ? t("{span} at the airport (counted from the landing)", { span: spanText(airport, t) })
        : t("{span} at the airport", { span: spanText(airport, t) })),
    services.includes("care") &&
      care !== usual &&
      t("{span} on care rides", { span: spanText(care, t) }),
  ].filter((part) => part !== false);
  return t("Waiting is free for {spans}.", { spans: joinNames(parts, t) });
}

/** Lists the cancellation fees, from the longest notice to none. */
export function cancellationText(schedule: FeeSchedule, t: Translator = englishTranslator): string {
  const { tiers, onTheWay, freeAfterBookingMinutes, noShow } = schedule.cancellation;
  const cost = ({ fee }: CancellationFee) => {
    if (fee.kind === "fixed")
      return fee.amountMinor === 0
        ? ""
        : formatMoney(fee.amountMinor, schedule.currency, t.language);
    if (fee.percent === 0) return "";
    return fee.percent === 100
      ? t("the whole fare")
      : t("{percent} of the fare", { percent: percentText(fee.percent) });
  };
  const costText = (fee: CancellationFee) => (cost(fee) === "" ? "free" : cost(fee));
  const sortedTiers = tiers.toSorted((a, b) => b.noticeMinutes - a.noticeMinutes);
  const mergedTiers = sortedTiers.filter((tier, at) => {
    const before = sortedTiers[at - 1];
    return before === undefined || costText(before) !== costText(tier);
  });
  const sentences = mergedTiers.map((tier, at) => {
    const lastTier = sortedTiers.findLast((each) => costText(each) === costText(tier)) ?? tier;
    const { noticeMinutes } = lastTier;
    const price = cost(tier);
    const span = spanText(noticeMinutes, t);
    const isFree = price === "";
    if (mergedTiers.length === 1)
      return isFree ? t("Cancelling is free.") : t("Cancelling costs {price}.", { price });
    if (noticeMinutes === 0)
      return isFree
        ? t("After that, cancelling is free.")
        : t("After that, cancelling costs {price}.", { price });
    if (at === 0)
      return isFree
        ? t("Cancelling is free until {span} before the pickup.", { span })
        : t("Cancelling costs {price} until {span} before the pickup.", { price, span });
    return isFree
      ? t("Then cancelling is free until {span} before the pickup.", { span })
      : t("Then cancelling costs {price} until {span} before the pickup.", { price, span });
  });
  if (freeAfterBookingMinutes > 0)
    sentences.push(
      t("In the first {span} after booking, cancelling is free.", {
        span: spanText(freeAfterBookingMinutes, t),
      }),
    );
  const onTheWayCost = cost(onTheWay);
  const noShowCost = cost(noShow);
  if (onTheWayCost !== "" && onTheWayCost === noShowCost)
    sentences.push(
      t("Cancelling once the driver is on the way, or not showing up, costs {price}.", {
        price: onTheWayCost,
      }),
    );
  else {
    if (onTheWayCost !== "")
      sentences.push(
        t("Once the driver is on the way, cancelling costs {price}.", { price: onTheWayCost }),
      );
    if (noShowCost !== "")
      sentences.push(t("Not showing up costs {price}.", { price: noShowCost }));
  }
  return sentences.join(" ");
}
