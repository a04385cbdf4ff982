/** Confirmation rules in typed form, with their faults. */
import type {
  ConfirmationRule,
  ConfirmationRulesAnswer,
} from "../../../src/auto-dispatch/confirmation/contract";
import { PRIVATE_PAYER, ruleFaults } from "../../../src/auto-dispatch/confirmation/rules";
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

export const actionWords: Record<ConfirmationRule["action"], string> = {
  confirm: "Confirm the booking",
  wait: "Leave the booking to dispatch",
};

type NumberField = "leastLeadHours" | "mostLeadHours" | "mostFareMinor" | "leastTrips";

/** A rule with its numbers as text. */
export type DraftRule = Omit<ConfirmationRule, NumberField> &
  Record<NumberField, string> & {
    /** Identifies the rule while it is being moved. */
    key: number;
  };

/** Returns saved rules as drafts. */
export function toDraft(rules: readonly ConfirmationRule[], currency: string): DraftRule[] {
  return rules.map((rule) => ({
    ...rule,
    key: createKey(),
    leastLeadHours: numberText(rule.leastLeadHours),
    mostLeadHours: numberText(rule.mostLeadHours),
    mostFareMinor: amountText(rule.mostFareMinor, currency),
    leastTrips: numberText(rule.leastTrips),
  }));
}

/** Returns a careful first rule, which applies only while a vehicle is free. */
export function newRule(): DraftRule {
  return {
    key: createKey(),
    name: "",
    serviceTypes: [],
    classIds: [],
    zoneIds: [],
    payers: [],
    leastLeadHours: "",
    mostLeadHours: "",
    mostFareMinor: "",
    leastTrips: "",
    withoutNoShow: false,
    freeVehicle: true,
    action: "confirm",
  };
}

/** Returns whether the draft equals the saved rules. */
export const isSaved = (
  draft: readonly DraftRule[],
  saved: readonly ConfirmationRule[],
  currency: string,
): boolean => areEqual(draft, toDraft(saved, currency));

/** Returns the draft in the server's form, with faults by field name. */
export function readDraft(
  draft: readonly DraftRule[],
  currency: string,
): { rules: ConfirmationRule[]; faults: Record<string, string> } {
  const faults: Record<string, string> = {};
  const read = fieldReaders(faults);
  const rules = draft.map(({ key: _, ...typed }, at): ConfirmationRule => {
    const name = (field: string) => `rules.${at}.${field}`;
    if (typed.name.trim() === "") faults[name("name")] = "Enter a name for the rule.";
    const readWholeNumber = (field: NumberField, min: number, max: number) =>
      typed[field].trim() === "" ? null : read.readWholeNumber(name(field), typed[field], min, max);
    return {
      ...typed,
      leastLeadHours: readWholeNumber("leastLeadHours", 0, 17_520),
      mostLeadHours: readWholeNumber("mostLeadHours", 1, 17_520),
      mostFareMinor: read.readAmount(name("mostFareMinor"), typed.mostFareMinor, currency),
      leastTrips: readWholeNumber("leastTrips", 1, 1_000),
    };
  });
  return { rules, faults: { ...ruleFaults(rules), ...faults } };
}

/** Returns the payers that a rule can name, in the order of the choice. */
export const payersOf = ({ companies }: Pick<ConfirmationRulesAnswer, "companies">) => [
  { id: PRIVATE_PAYER, name: "Riders who pay for themselves" },
  ...companies,
];

/** Returns the bookings a rule covers, as text. */
export function scopeWords(
  rule: DraftRule,
  answer: Pick<ConfirmationRulesAnswer, "classes" | "zones" | "companies">,
  currency: string,
): string {
  const fare = readMoney(rule.mostFareMinor, currency);
  return [
    rule.serviceTypes.map((service) => serviceWords[service]).join(", ") || "All services",
    namesOf(answer.classes, rule.classIds),
    namesOf(answer.zones, rule.zoneIds),
    namesOf(payersOf(answer), rule.payers),
    ...leadTimeWords(rule),
    "value" in fare && fare.value && `up to ${formatMoney(fare.value, currency)}`,
    rule.leastTrips && `riders with ${rule.leastTrips} completed trips or more`,
    rule.withoutNoShow && "riders without a no-show",
    rule.freeVehicle && "a vehicle is free",
  ]
    .filter(Boolean)
    .join(" · ");
}
