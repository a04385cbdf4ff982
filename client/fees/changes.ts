/** Describes the differences between two versions of the fee schedule. */
import type { ClassRates, DistanceTier, FeeSchedule } from "../../src/fares/contract";
import { writeMinutes, writeNumber } from "../ui/amount";
import { formatMoney } from "../ui/money";
import { serviceWords } from "../ui/trip-words";
import { isEqual } from "./paths";
import {
  amountWords,
  cancellationWords,
  flatPriceEndWords,
  extraWords,
  type Names,
  noticeWords,
  percentWords,
  promotionWords,
  scopeWords,
  surchargeWords,
  conditionWords,
} from "./words";

/** The parts of the price list, as the menu names them. */
export type FeePart =
  "rates" | "flat-prices" | "surcharges" | "extras" | "promotions" | "taxes" | "waiting" | "pay";

/** One difference: `before` null means added, `after` null means removed. */
export interface FeeChange {
  part: FeePart;
  /** The subject of the difference: "Standard: base fare". */
  subject: string;
  before: string | null;
  after: string | null;
}

/** Returns every difference from `before` to `after`, in menu order. */
export function feeChanges(before: FeeSchedule, after: FeeSchedule, names: Names): FeeChange[] {
  const comparison = compareFees(before, after, names);
  for (const part of [
    addRateChanges,
    addFlatPriceChanges,
    addSurchargeChanges,
    addExtraChanges,
    addPromotionChanges,
    addTaxChanges,
    addWaitingChanges,
    addPayChanges,
  ])
    part(comparison);
  return comparison.found;
}

/** Two versions, and a function that records a difference. */
type ComparedFees = ReturnType<typeof compareFees>;

function compareFees(before: FeeSchedule, after: FeeSchedule, names: Names) {
  const { currency } = after;
  const money = (minor: number) => formatMoney(minor, currency);
  const foundChanges: FeeChange[] = [];
  const addChange = (part: FeePart, subject: string, was: string | null, is: string | null) => {
    if (was !== is) foundChanges.push({ part, subject, before: was, after: is });
  };
  /** Records added and removed items, and by `compareFields` the changes of the others. */
  const addItemChanges = <Item>(
    part: FeePart,
    [oldItems, newItems]: readonly [readonly Item[], readonly Item[]],
    {
      key,
      title,
      describe,
      compareFields,
    }: {
      key: (item: Item) => string;
      title: (item: Item) => string;
      describe: (item: Item) => string;
      compareFields: (
        old: Item,
        now: Item,
        tell: (field: string, was: string, is: string) => void,
      ) => void;
    },
  ) => {
    const old = new Map(oldItems.map((item) => [key(item), item]));
    for (const item of newItems) {
      const was = old.get(key(item));
      old.delete(key(item));
      if (was === undefined) addChange(part, title(item), null, describe(item));
      else if (!isEqual(was, item))
        compareFields(was, item, (field, from, to) =>
          addChange(part, `${title(item)}: ${field}`, from, to),
        );
    }
    for (const item of old.values()) addChange(part, title(item), describe(item), null);
  };
  return { before, after, names, currency, money, found: foundChanges, addChange, addItemChanges };
}

function addRateChanges({ before, after, names, money, addItemChanges }: ComparedFees): void {
  addItemChanges<ClassRates>("rates", [before.rates, after.rates], {
    key: (rates) => rates.vehicleClassId,
    title: (rates) => names.vehicleClass(rates.vehicleClassId),
    describe: (rates) => `from ${money(rates.baseMinor)}, at least ${money(rates.minimumMinor)}`,
    compareFields: (old, now, tell) => {
      const unit = after.distanceUnit;
      tell("base fare", money(old.baseMinor), money(now.baseMinor));
      tell(
        "distance",
        tiersWords(old.distanceTiers, unit, money),
        tiersWords(now.distanceTiers, unit, money),
      );
      tell("per minute", money(old.perMinuteMinor), money(now.perMinuteMinor));
      tell("per stop", money(old.perStopMinor), money(now.perStopMinor));
      tell("minimum fare", money(old.minimumMinor), money(now.minimumMinor));
      const hourlyText = (rates: ClassRates) =>
        rates.hourly === null
          ? "not by the hour"
          : [
              `${money(rates.hourly.perHourMinor)} per hour`,
              `minimum ${writeNumber(rates.hourly.minimumHours)} h`,
              rates.hourly.distancePerHour === null
                ? "any distance"
                : `includes ${writeNumber(rates.hourly.distancePerHour)} ${unit} per hour, then ${money(rates.hourly.perExtraDistanceMinor)} per ${unit}`,
            ].join(", ");
      tell("by the hour", hourlyText(old), hourlyText(now));
      tell("waiting per minute", money(old.perWaitMinuteMinor), money(now.perWaitMinuteMinor));
    },
  });
}

function addFlatPriceChanges({ before, after, names, money, addItemChanges }: ComparedFees): void {
  addItemChanges("flat-prices", [before.flatPrices, after.flatPrices], {
    key: ({ id }) => id,
    title: ({ name }) => name,
    describe: ({ from, to, bothWays, prices }) =>
      [
        `${flatPriceEndWords(from, names)} ${bothWays ? "and back to" : "to"} ${flatPriceEndWords(to, names)}`,
        ...prices.map(
          (price) => `${names.vehicleClass(price.vehicleClassId)} ${money(price.amountMinor)}`,
        ),
      ].join(", "),
    compareFields: (old, now, tell) => {
      tell("name", old.name, now.name);
      tell("from", flatPriceEndWords(old.from, names), flatPriceEndWords(now.from, names));
      tell("to", flatPriceEndWords(old.to, names), flatPriceEndWords(now.to, names));
      const ways = (both: boolean) => (both ? "both ways" : "one way");
      tell("direction", ways(old.bothWays), ways(now.bothWays));
      const ids = [...old.prices, ...now.prices].map(({ vehicleClassId }) => vehicleClassId);
      for (const id of new Set(ids)) {
        const price = ({ prices }: typeof now) => {
          const entry = prices.find(({ vehicleClassId }) => vehicleClassId === id);
          return entry ? money(entry.amountMinor) : "by the meter";
        };
        tell(names.vehicleClass(id), price(old), price(now));
      }
    },
  });
}

function addSurchargeChanges({
  before,
  after,
  names,
  currency,
  addItemChanges,
}: ComparedFees): void {
  addItemChanges("surcharges", [before.surcharges, after.surcharges], {
    key: ({ id }) => id,
    title: ({ name }) => name,
    describe: (surcharge) => surchargeWords(surcharge, names, currency),
    compareFields: (old, now, tell) => {
      tell("name", old.name, now.name);
      tell("when", conditionWords(old.when, names), conditionWords(now.when, names));
      tell("amount", amountWords(old.amount, currency), amountWords(now.amount, currency));
      tell("group", old.group ?? "none", now.group ?? "none");
      tell("applies to", scope(old, names), scope(now, names));
    },
  });
  addItemChanges("surcharges", [before.holidays, after.holidays], {
    key: ({ date }) => date,
    title: ({ name }) => `Holiday ${name}`,
    describe: ({ date }) => date,
    compareFields: (old, now, tell) => tell("name", old.name, now.name),
  });
}

function addExtraChanges({
  before,
  after,
  names,
  currency,
  money,
  addItemChanges,
}: ComparedFees): void {
  addItemChanges("extras", [before.extras, after.extras], {
    key: ({ id }) => id,
    title: ({ name }) => name,
    describe: (extra) => extraWords(extra, names, currency),
    compareFields: (old, now, tell) => {
      tell("name", old.name, now.name);
      tell("description", old.description || "none", now.description || "none");
      tell("price", money(old.amountMinor), money(now.amountMinor));
      tell("how many", String(old.maxQuantity), String(now.maxQuantity));
      tell("applies to", scope(old, names), scope(now, names));
    },
  });
}

function addPromotionChanges({
  before,
  after,
  names,
  currency,
  money,
  addItemChanges,
}: ComparedFees): void {
  addItemChanges("promotions", [before.promotions, after.promotions], {
    key: ({ id }) => id,
    title: ({ code }) => code,
    describe: (promotion) => promotionWords(promotion, names, currency),
    compareFields: (old, now, tell) => {
      const moneyOrNone = (minor: number | null) => (minor === null ? "none" : money(minor));
      const count = (value: number | null) => (value === null ? "no limit" : String(value));
      tell("code", old.code, now.code);
      tell("name", old.name, now.name);
      tell("discount", amountWords(old.amount, currency), amountWords(now.amount, currency));
      tell("at most", moneyOrNone(old.maxDiscountMinor), moneyOrNone(now.maxDiscountMinor));
      tell("from", old.from ?? "no start date", now.from ?? "no start date");
      tell("until", old.until ?? "no end date", now.until ?? "no end date");
      tell("uses", count(old.maxUses), count(now.maxUses));
      tell("uses per rider", count(old.maxUsesPerRider), count(now.maxUsesPerRider));
      tell("minimum price", money(old.minimumMinor), money(now.minimumMinor));
      tell("applies to", scope(old, names), scope(now, names));
    },
  });
  addItemChanges("promotions", [before.companyDiscounts, after.companyDiscounts], {
    key: ({ id }) => id,
    title: ({ companyId }) => names.company(companyId),
    describe: (each) =>
      `Discount of ${percentWords(each.percent)}. Applies to: ${scope(each, names)}`,
    compareFields: (old, now, tell) => {
      tell("company", names.company(old.companyId), names.company(now.companyId));
      tell("discount", percentWords(old.percent), percentWords(now.percent));
      tell("applies to", scope(old, names), scope(now, names));
    },
  });
  const rate = (minor: number | null) => (minor === null ? "as for all" : money(minor));
  addItemChanges("promotions", [before.companyRates, after.companyRates], {
    key: ({ id }) => id,
    title: ({ companyId }) => names.company(companyId),
    describe: ({ vehicleClassId }) => `own prices · ${names.vehicleClass(vehicleClassId)}`,
    compareFields: (old, now, tell) => {
      tell("company", names.company(old.companyId), names.company(now.companyId));
      tell("class", names.vehicleClass(old.vehicleClassId), names.vehicleClass(now.vehicleClassId));
      for (const [word, field] of companyPrices) tell(word, rate(old[field]), rate(now[field]));
    },
  });
}

const companyPrices = [
  ["base", "baseMinor"],
  ["per distance", "perDistanceMinor"],
  ["per minute", "perMinuteMinor"],
  ["minimum", "minimumMinor"],
  ["per hour", "perHourMinor"],
] as const;

function addTaxChanges({ before, after, names, addChange, addItemChanges }: ComparedFees): void {
  const taxModeText = ({ taxes }: FeeSchedule) =>
    taxes.included ? "included in prices" : "added to prices";
  addChange("taxes", "Taxes", taxModeText(before), taxModeText(after));
  addItemChanges("taxes", [before.taxes.items, after.taxes.items], {
    key: ({ name }) => name,
    title: ({ name }) => name,
    describe: ({ percent }) => percentWords(percent),
    compareFields: (old, now, tell) => {
      tell("rate", percentWords(old.percent), percentWords(now.percent));
      tell(
        "applies to",
        scopeWords(old.serviceTypes, [], names),
        scopeWords(now.serviceTypes, [], names),
      );
    },
  });
  const gratuityText = ({ gratuity }: FeeSchedule) =>
    gratuity.automaticPercent === null ? "none" : percentWords(gratuity.automaticPercent);
  addChange("taxes", "Automatic gratuity", gratuityText(before), gratuityText(after));
  const choices = ({ gratuity }: FeeSchedule) =>
    gratuity.choices.map(percentWords).join(", ") || "none";
  addChange("taxes", "Gratuity offered", choices(before), choices(after));
}

function addWaitingChanges({ before, after, currency, addChange }: ComparedFees): void {
  for (const service of Object.keys(serviceWords) as (keyof typeof serviceWords)[])
    addChange(
      "waiting",
      `Free waiting, ${serviceWords[service].toLowerCase()}`,
      writeMinutes(before.graceMinutes[service]),
      writeMinutes(after.graceMinutes[service]),
    );
  const { cancellation: cancellationBefore } = before;
  const { cancellation: cancellationAfter } = after;
  addChange(
    "waiting",
    "Free cancellation after booking",
    writeMinutes(cancellationBefore.freeAfterBookingMinutes),
    writeMinutes(cancellationAfter.freeAfterBookingMinutes),
  );
  const tiersText = ({ cancellation }: FeeSchedule) =>
    cancellation.tiers
      .map((tier, index) => ({ tier, words: noticeWords(cancellation.tiers, index) }))
      .sort((a, b) => b.tier.noticeMinutes - a.tier.noticeMinutes)
      .map(({ tier, words }) => `${words}: ${cancellationWords(tier, currency)}`)
      .join("; ");
  addChange("waiting", "Cancellation", tiersText(before), tiersText(after));
  for (const [field, subject] of [
    ["onTheWay", "Cancelled after the driver set off"],
    ["noShow", "No-show"],
  ] as const)
    addChange(
      "waiting",
      subject,
      cancellationWords(cancellationBefore[field], currency),
      cancellationWords(cancellationAfter[field], currency),
    );
}

function addPayChanges({ before, after, money, addChange }: ComparedFees): void {
  const { driverPay: payBefore } = before;
  const { driverPay: payAfter } = after;
  addChange(
    "pay",
    "Driver’s share of the fare",
    percentWords(payBefore.farePercent),
    percentWords(payAfter.farePercent),
  );
  addChange(
    "pay",
    "Driver’s pay per trip",
    money(payBefore.perTripMinor),
    money(payAfter.perTripMinor),
  );
  const perDistanceText = ({ driverPay, distanceUnit }: FeeSchedule) =>
    `${money(driverPay.perDistanceMinor)} per ${distanceUnit}`;
  addChange("pay", "Driver’s pay by distance", perDistanceText(before), perDistanceText(after));
  addChange(
    "pay",
    "Driver’s share of the gratuity",
    percentWords(payBefore.gratuityPercent),
    percentWords(payAfter.gratuityPercent),
  );
  const deadheadText = ({ deadhead, distanceUnit }: FeeSchedule) =>
    deadhead === null
      ? "not charged"
      : [
          `from ${deadhead.garage.name} (${deadhead.garage.latitude}, ${deadhead.garage.longitude})`,
          deadhead.legs === "both" ? "there and back" : "to the pickup",
          `the first ${writeNumber(deadhead.freeDistance)} ${distanceUnit} free, then ${money(deadhead.perDistanceMinor)} per ${distanceUnit}`,
        ].join(", ");
  addChange("pay", "Deadhead", deadheadText(before), deadheadText(after));
}

/** Returns a change as one sentence, for screen readers. */
export function changeText({ subject, before, after }: FeeChange): string {
  if (before === null) return `${subject} added: ${after}`;
  if (after === null) return `${subject} removed: ${before}`;
  return `${subject} changed from ${before} to ${after}`;
}

function scope(
  part: { serviceTypes: Parameters<typeof scopeWords>[0]; vehicleClassIds: readonly string[] },
  names: Names,
): string {
  return scopeWords(part.serviceTypes, part.vehicleClassIds, names);
}

function tiersWords(
  tiers: readonly DistanceTier[],
  unit: string,
  money: (minor: number) => string,
): string {
  return tiers
    .map(({ upTo, perDistanceMinor }, index) => {
      const rangeText =
        upTo !== null ? ` to ${writeNumber(upTo)} ${unit}` : index > 0 ? " beyond" : ` a ${unit}`;
      return `${money(perDistanceMinor)}${rangeText}`;
    })
    .join(", ");
}
