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
  for (const addPartChanges of [
    addRateChanges,
    addFlatPriceChanges,
    addSurchargeChanges,
    addExtraChanges,
    addPromotionChanges,
    addTaxChanges,
    addWaitingChanges,
    addPayChanges,
  ])
    addPartChanges(comparison);
  return comparison.changes;
}

/** Two versions, and a function that records a difference. */
type ComparedFees = ReturnType<typeof compareFees>;

function compareFees(before: FeeSchedule, after: FeeSchedule, names: Names) {
  const { currency } = after;
  const money = (minor: number) => formatMoney(minor, currency);
  const changes: FeeChange[] = [];
  const addChange = (part: FeePart, subject: string, was: string | null, is: string | null) => {
    if (was !== is) changes.push({ part, subject, before: was, after: is });
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
        current: Item,
        compareField: (field: string, was: string, is: string) => void,
      ) => void;
    },
  ) => {
    const oldByKey = new Map(oldItems.map((item) => [key(item), item]));
    for (const item of newItems) {
      const was = oldByKey.get(key(item));
      oldByKey.delete(key(item));
      if (was === undefined) addChange(part, title(item), null, describe(item));
      else if (!isEqual(was, item))
        compareFields(was, item, (field, from, to) =>
          addChange(part, `${title(item)}: ${field}`, from, to),
        );
    }
    for (const item of oldByKey.values()) addChange(part, title(item), describe(item), null);
  };
  return { before, after, names, currency, money, changes, addChange, addItemChanges };
}

function addRateChanges({ before, after, names, money, addItemChanges }: ComparedFees): void {
  addItemChanges<ClassRates>("rates", [before.rates, after.rates], {
    key: (rates) => rates.vehicleClassId,
    title: (rates) => names.vehicleClass(rates.vehicleClassId),
    describe: (rates) => `from ${money(rates.baseMinor)}, at least ${money(rates.minimumMinor)}`,
    compareFields: (old, current, compareField) => {
      const unit = after.distanceUnit;
      compareField("base fare", money(old.baseMinor), money(current.baseMinor));
      compareField(
        "distance",
        tiersWords(old.distanceTiers, unit, money),
        tiersWords(current.distanceTiers, unit, money),
      );
      compareField("per minute", money(old.perMinuteMinor), money(current.perMinuteMinor));
      compareField("per stop", money(old.perStopMinor), money(current.perStopMinor));
      compareField("minimum fare", money(old.minimumMinor), money(current.minimumMinor));
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
      compareField("by the hour", hourlyText(old), hourlyText(current));
      compareField(
        "waiting per minute",
        money(old.perWaitMinuteMinor),
        money(current.perWaitMinuteMinor),
      );
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
    compareFields: (old, current, compareField) => {
      compareField("name", old.name, current.name);
      compareField(
        "from",
        flatPriceEndWords(old.from, names),
        flatPriceEndWords(current.from, names),
      );
      compareField("to", flatPriceEndWords(old.to, names), flatPriceEndWords(current.to, names));
      const directionText = (both: boolean) => (both ? "both ways" : "one way");
      compareField("direction", directionText(old.bothWays), directionText(current.bothWays));
      const ids = [...old.prices, ...current.prices].map(({ vehicleClassId }) => vehicleClassId);
      for (const id of new Set(ids)) {
        const priceText = ({ prices }: typeof current) => {
          const entry = prices.find(({ vehicleClassId }) => vehicleClassId === id);
          return entry ? money(entry.amountMinor) : "by the meter";
        };
        compareField(names.vehicleClass(id), priceText(old), priceText(current));
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
    compareFields: (old, current, compareField) => {
      compareField("name", old.name, current.name);
      compareField("when", conditionWords(old.when, names), conditionWords(current.when, names));
      compareField(
        "amount",
        amountWords(old.amount, currency),
        amountWords(current.amount, currency),
      );
      compareField("group", old.group ?? "none", current.group ?? "none");
      compareField("applies to", scopeText(old, names), scopeText(current, names));
    },
  });
  addItemChanges("surcharges", [before.holidays, after.holidays], {
    key: ({ date }) => date,
    title: ({ name }) => `Holiday ${name}`,
    describe: ({ date }) => date,
    compareFields: (old, current, compareField) => compareField("name", old.name, current.name),
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
    compareFields: (old, current, compareField) => {
      compareField("name", old.name, current.name);
      compareField("description", old.description || "none", current.description || "none");
      compareField("price", money(old.amountMinor), money(current.amountMinor));
      compareField("how many", String(old.maxQuantity), String(current.maxQuantity));
      compareField("applies to", scopeText(old, names), scopeText(current, names));
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
    compareFields: (old, current, compareField) => {
      const moneyOrNone = (minor: number | null) => (minor === null ? "none" : money(minor));
      const limitText = (value: number | null) => (value === null ? "no limit" : String(value));
      compareField("code", old.code, current.code);
      compareField("name", old.name, current.name);
      compareField(
        "discount",
        amountWords(old.amount, currency),
        amountWords(current.amount, currency),
      );
      compareField(
        "at most",
        moneyOrNone(old.maxDiscountMinor),
        moneyOrNone(current.maxDiscountMinor),
      );
      compareField("from", old.from ?? "no start date", current.from ?? "no start date");
      compareField("until", old.until ?? "no end date", current.until ?? "no end date");
      compareField("uses", limitText(old.maxUses), limitText(current.maxUses));
      compareField(
        "uses per rider",
        limitText(old.maxUsesPerRider),
        limitText(current.maxUsesPerRider),
      );
      compareField("minimum price", money(old.minimumMinor), money(current.minimumMinor));
      compareField("applies to", scopeText(old, names), scopeText(current, names));
    },
  });
  addItemChanges("promotions", [before.companyDiscounts, after.companyDiscounts], {
    key: ({ id }) => id,
    title: ({ companyId }) => names.company(companyId),
    describe: (each) =>
      `Discount of ${percentWords(each.percent)}. Applies to: ${scopeText(each, names)}`,
    compareFields: (old, current, compareField) => {
      compareField("company", names.company(old.companyId), names.company(current.companyId));
      compareField("discount", percentWords(old.percent), percentWords(current.percent));
      compareField("applies to", scopeText(old, names), scopeText(current, names));
    },
  });
  const rateText = (minor: number | null) => (minor === null ? "as for all" : money(minor));
  addItemChanges("promotions", [before.companyRates, after.companyRates], {
    key: ({ id }) => id,
    title: ({ companyId }) => names.company(companyId),
    describe: ({ vehicleClassId }) => `own prices · ${names.vehicleClass(vehicleClassId)}`,
    compareFields: (old, current, compareField) => {
      compareField("company", names.company(old.companyId), names.company(current.companyId));
      compareField(
        "class",
        names.vehicleClass(old.vehicleClassId),
        names.vehicleClass(current.vehicleClassId),
      );
      for (const [label, field] of companyRateFields)
        compareField(label, rateText(old[field]), rateText(current[field]));
    },
  });
}

const companyRateFields = [
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
    compareFields: (old, current, compareField) => {
      compareField("rate", percentWords(old.percent), percentWords(current.percent));
      compareField(
        "applies to",
        scopeWords(old.serviceTypes, [], names),
        scopeWords(current.serviceTypes, [], names),
      );
    },
  });
  const gratuityText = ({ gratuity }: FeeSchedule) =>
    gratuity.automaticPercent === null ? "none" : percentWords(gratuity.automaticPercent);
  addChange("taxes", "Automatic gratuity", gratuityText(before), gratuityText(after));
  const choicesText = ({ gratuity }: FeeSchedule) =>
    gratuity.choices.map(percentWords).join(", ") || "none";
  addChange("taxes", "Gratuity offered", choicesText(before), choicesText(after));
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

function scopeText(
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
