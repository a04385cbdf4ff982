/** Confirmation rules as typed, with their faults. */
import type {
  ConfirmationRule,
  ConfirmationRulesAnswer,
} from "../../../src/auto-dispatch/confirmation/contract";
import { PRIVATE_PAYER, ruleFaults } from "../../../src/auto-dispatch/confirmation/rules";
import { writeMoney } from "../../../src/settings/money-rules";
import { readMoney } from "../../ui/amount";
import { formatMoney } from "../../ui/money";
import { serviceWords } from "../../ui/trip-words";

export const actionWords: Record<ConfirmationRule["action"], string> = {
  confirm: "Confirm the booking",
  wait: "Leave it to dispatch",
};

type NumberName = "leastLeadHours" | "mostLeadHours" | "mostFareMinor" | "leastTrips";

/** A rule with its numbers as text. */
export type DraftRule = Omit<ConfirmationRule, NumberName> &
  Record<NumberName, string> & {
    /** Identifies the rule while it is moved. */
    key: number;
  };

let made = 0;

/** Saved rules as drafts. */
export function toDraft(rules: readonly ConfirmationRule[], currency: string): DraftRule[] {
  const text = (value: number | null) => (value === null ? "" : String(value));
  return rules.map((rule) => ({
    ...rule,
    key: ++made,
    leastLeadHours: text(rule.leastLeadHours),
    mostLeadHours: text(rule.mostLeadHours),
    mostFareMinor: rule.mostFareMinor === null ? "" : writeMoney(rule.mostFareMinor, currency),
    leastTrips: text(rule.leastTrips),
  }));
}

/** A careful first rule: only while a vehicle is free. */
export function newRule(): DraftRule {
  return {
    key: ++made,
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

/** Whether the draft equals the saved rules. */
export function isSaved(
  draft: readonly DraftRule[],
  saved: readonly ConfirmationRule[],
  currency: string,
): boolean {
  const plain = (rules: readonly DraftRule[]) =>
    JSON.stringify(rules.map((rule) => ({ ...rule, key: 0 })));
  return plain(draft) === plain(toDraft(saved, currency));
}

/** The draft as the server needs it, with faults by field name. */
export function readDraft(
  draft: readonly DraftRule[],
  currency: string,
): { rules: ConfirmationRule[]; faults: Record<string, string> } {
  const faults: Record<string, string> = {};
  const rules = draft.map(({ key: _, ...typed }, at): ConfirmationRule => {
    const name = (field: string) => `rules.${at}.${field}`;
    if (typed.name.trim() === "") faults[name("name")] = "Enter a name for the rule.";
    const whole = (field: NumberName, least: number, most: number) => {
      const text = typed[field].trim();
      if (text === "") return null;
      const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= least && value <= most) return value;
      faults[name(field)] = `Enter a whole number from ${least} to ${most}.`;
      return null;
    };
    const fare =
      typed.mostFareMinor.trim() === "" ? null : readMoney(typed.mostFareMinor, currency);
    if (fare && "fault" in fare) faults[name("mostFareMinor")] = fare.fault;
    return {
      ...typed,
      leastLeadHours: whole("leastLeadHours", 0, 17_520),
      mostLeadHours: whole("mostLeadHours", 1, 17_520),
      mostFareMinor: fare && "value" in fare ? fare.value : null,
      leastTrips: whole("leastTrips", 1, 1_000),
    };
  });
  return { rules, faults: { ...ruleFaults(rules), ...faults } };
}

/** Whom a rule can name as payer, in the order of its choice. */
export function payerNames({ companies }: Pick<ConfirmationRulesAnswer, "companies">) {
  return [
    [PRIVATE_PAYER, "Riders who pay themselves"] as const,
    ...companies.map(({ id, name }) => [id, name] as const),
  ];
}

/** The bookings a rule covers, in words. */
export function scopeWords(
  rule: DraftRule,
  answer: Pick<ConfirmationRulesAnswer, "classes" | "zones" | "companies">,
  currency: string,
): string {
  const named = (all: readonly (readonly [string, string])[], ids: readonly string[]) =>
    all.flatMap(([id, name]) => (ids.includes(id) ? [name] : [])).join(", ");
  const pairs = (all: readonly { id: string; name: string }[]) =>
    all.map(({ id, name }) => [id, name] as const);
  const fare = readMoney(rule.mostFareMinor, currency);
  return [
    rule.serviceTypes.map((service) => serviceWords[service]).join(", ") || "All services",
    named(pairs(answer.classes), rule.classIds),
    named(pairs(answer.zones), rule.zoneIds),
    named(payerNames(answer), rule.payers),
    rule.leastLeadHours && `booked ${rule.leastLeadHours} h ahead or more`,
    rule.mostLeadHours && `booked ${rule.mostLeadHours} h ahead or less`,
    "value" in fare && fare.value && `up to ${formatMoney(fare.value, currency)}`,
    rule.leastTrips && `riders with ${rule.leastTrips} completed trips or more`,
    rule.withoutNoShow && "riders without a no-show",
    rule.freeVehicle && "a vehicle is free",
  ]
    .filter(Boolean)
    .join(" · ");
}
