/** Payment rules in typed form, with their faults. */
import type {
  PaymentRule,
  PaymentRules,
  PaymentRulesAnswer,
  PrepaymentKind,
} from "../../../src/reservations/prepaying/prepay-contract";
import { readMoney } from "../../ui/amount";
import { formatMoney } from "../../ui/money";
import { serviceWords } from "../../ui/trip-words";
import {
  amountText,
  areEqual,
  fieldReaders,
  leadTimeWords,
  namesOf,
  createKey,
  numberText,
} from "../rules/rule-drafts";

export const prepaymentWords: Record<PrepaymentKind, string> = {
  nothing: "Nothing: pay in the car",
  hold: "Hold the price on a card",
  deposit: "Take a deposit",
  all: "Take the full price",
};

type NumberField =
  "leastLeadHours" | "mostLeadHours" | "leastFareMinor" | "depositPercent" | "marginPercent";

/** A rule with its numbers as text. */
export type DraftRule = Omit<PaymentRule, NumberField> &
  Record<NumberField, string> & {
    /** Identifies the rule while it is being moved. */
    key: number;
  };

type Draft = { rules: DraftRule[]; payWithinMinutes: string };

/** Returns saved rules as drafts. */
export function toDraft({ rules, payWithinMinutes }: PaymentRules, currency: string): Draft {
  return {
    payWithinMinutes: String(payWithinMinutes),
    rules: rules.map((rule) => ({
      ...rule,
      key: createKey(),
      leastLeadHours: numberText(rule.leastLeadHours),
      mostLeadHours: numberText(rule.mostLeadHours),
      leastFareMinor: amountText(rule.leastFareMinor, currency),
      depositPercent: String(rule.depositPercent),
      marginPercent: String(rule.marginPercent),
    })),
  };
}

/** Returns a first rule, for every trip. */
export function newRule(take: PrepaymentKind): DraftRule {
  return {
    key: createKey(),
    name: "",
    serviceTypes: [],
    classIds: [],
    zoneIds: [],
    leastLeadHours: "",
    mostLeadHours: "",
    newRiders: false,
    leastFareMinor: "",
    covers: [],
    take,
    depositPercent: "30",
    marginPercent: "0",
  };
}

/** Returns whether the draft equals the saved rules. */
export const isSaved = (draft: Draft, saved: PaymentRules, currency: string): boolean =>
  areEqual(draft, toDraft(saved, currency));

/** Returns the draft in the server's form, with faults by field name. */
export function readDraft(
  { rules, payWithinMinutes }: Draft,
  currency: string,
): PaymentRules & { faults: Record<string, string> } {
  const faults: Record<string, string> = {};
  const { readWholeNumber, readAmount } = fieldReaders(faults);
  const parsedRules = rules.map(({ key: _, ...typed }, at): PaymentRule => {
    const name = (field: string) => `rules.${at}.${field}`;
    if (typed.name.trim() === "") faults[name("name")] = "Enter a name for the rule.";
    const hours = (field: "leastLeadHours" | "mostLeadHours", min: number) =>
      typed[field].trim() === "" ? null : readWholeNumber(name(field), typed[field], min, 17_520);
    const leastLeadHours = hours("leastLeadHours", 0);
    const mostLeadHours = hours("mostLeadHours", 1);
    if (mostLeadHours !== null && mostLeadHours < (leastLeadHours ?? 0))
      faults[name("mostLeadHours")] =
        "The maximum notice must not be shorter than the minimum notice.";
    const percent = (field: "depositPercent" | "marginPercent", neededBy: PrepaymentKind) => {
      const [min, max, defaultPercent] = field === "depositPercent" ? [1, 99, 30] : [0, 50, 0];
      return typed.take === neededBy
        ? (readWholeNumber(name(field), typed[field], min, max) ?? min)
        : defaultPercent;
    };
    return {
      ...typed,
      leastLeadHours,
      mostLeadHours,
      leastFareMinor: readAmount(name("leastFareMinor"), typed.leastFareMinor, currency),
      depositPercent: percent("depositPercent", "deposit"),
      marginPercent: percent("marginPercent", "hold"),
    };
  });
  return {
    rules: parsedRules,
    payWithinMinutes: readWholeNumber("payWithinMinutes", payWithinMinutes, 10, 1_440) ?? 10,
    faults,
  };
}

/** Returns the trips a rule covers, as text. */
export function scopeWords(
  rule: DraftRule,
  { classes, zones }: Pick<PaymentRulesAnswer, "classes" | "zones">,
  currency: string,
): string {
  const fare = readMoney(rule.leastFareMinor, currency);
  return [
    rule.serviceTypes.map((service) => serviceWords[service]).join(", ") || "All services",
    namesOf(classes, rule.classIds),
    namesOf(zones, rule.zoneIds),
    ...leadTimeWords(rule),
    rule.newRiders && "new riders",
    "value" in fare && fare.value && `from ${formatMoney(fare.value, currency)}`,
    rule.covers.includes("phone") && "by phone too",
    rule.covers.includes("repeating") && "repeating trips too",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Returns what a rule does, as text. */
export function actionText(rule: DraftRule): string {
  if (rule.take === "deposit") return `Take a deposit of ${rule.depositPercent || "…"} %`;
  const hasMargin = rule.take === "hold" && Number(rule.marginPercent) > 0;
  return hasMargin
    ? `${prepaymentWords.hold}, with a margin of ${rule.marginPercent} %`
    : prepaymentWords[rule.take];
}
