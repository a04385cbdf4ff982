/** Payment rules as typed, with their faults. */
import type {
  PaymentRule,
  PaymentRules,
  PaymentRulesAnswer,
  PrepaymentKind,
} from "../../../src/reservations/prepaying/prepay-contract";
import { writeMoney } from "../../../src/settings/money-rules";
import { readMoney } from "../../ui/amount";
import { formatMoney } from "../../ui/money";
import { serviceWords } from "../../ui/trip-words";

export const prepaymentWords: Record<PrepaymentKind, string> = {
  nothing: "Nothing: pay in the car",
  hold: "Hold the price on a card",
  deposit: "Take a deposit",
  all: "Take the whole price",
};

type NumberName =
  "leastLeadHours" | "mostLeadHours" | "leastFareMinor" | "depositPercent" | "marginPercent";

/** A rule with its numbers as text. */
export type DraftRule = Omit<PaymentRule, NumberName> &
  Record<NumberName, string> & {
    /** Identifies the rule while it is moved. */
    key: number;
  };

type Draft = { rules: DraftRule[]; payWithinMinutes: string };

let made = 0;

/** Saved rules as drafts. */
export function toDraft({ rules, payWithinMinutes }: PaymentRules, currency: string): Draft {
  const text = (value: number | null) => (value === null ? "" : String(value));
  return {
    payWithinMinutes: String(payWithinMinutes),
    rules: rules.map((rule) => ({
      ...rule,
      key: ++made,
      leastLeadHours: text(rule.leastLeadHours),
      mostLeadHours: text(rule.mostLeadHours),
      leastFareMinor: rule.leastFareMinor === null ? "" : writeMoney(rule.leastFareMinor, currency),
      depositPercent: String(rule.depositPercent),
      marginPercent: String(rule.marginPercent),
    })),
  };
}

/** A first rule, for every trip. */
export function newRule(take: PrepaymentKind): DraftRule {
  return {
    key: ++made,
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

/** Whether the draft equals the saved rules. */
export function isSaved(draft: Draft, saved: PaymentRules, currency: string): boolean {
  const plain = (one: Draft) =>
    JSON.stringify({ ...one, rules: one.rules.map((rule) => ({ ...rule, key: 0 })) });
  return plain(draft) === plain(toDraft(saved, currency));
}

/** The draft as the server needs it, with faults by field name. */
export function readDraft(
  { rules, payWithinMinutes }: Draft,
  currency: string,
): PaymentRules & { faults: Record<string, string> } {
  const faults: Record<string, string> = {};
  const whole = (name: string, typed: string, least: number, most: number): number => {
    const value = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    if (value >= least && value <= most) return value;
    faults[name] = `Enter a whole number from ${least} to ${most}.`;
    return least;
  };
  const read = rules.map(({ key: _, ...typed }, at): PaymentRule => {
    const name = (field: string) => `rules.${at}.${field}`;
    if (typed.name.trim() === "") faults[name("name")] = "Enter a name for the rule.";
    const hours = (field: "leastLeadHours" | "mostLeadHours", least: number) =>
      typed[field].trim() === "" ? null : whole(name(field), typed[field], least, 17_520);
    const leastLeadHours = hours("leastLeadHours", 0);
    const mostLeadHours = hours("mostLeadHours", 1);
    if (mostLeadHours !== null && mostLeadHours < (leastLeadHours ?? 0))
      faults[name("mostLeadHours")] = "Enter at least as many hours as in the field before.";
    const fare =
      typed.leastFareMinor.trim() === "" ? null : readMoney(typed.leastFareMinor, currency);
    if (fare && "fault" in fare) faults[name("leastFareMinor")] = fare.fault;
    const percent = (field: "depositPercent" | "marginPercent", by: PrepaymentKind) => {
      const [least, most, usual] = field === "depositPercent" ? [1, 99, 30] : [0, 50, 0];
      return typed.take === by ? whole(name(field), typed[field], least, most) : usual;
    };
    return {
      ...typed,
      leastLeadHours,
      mostLeadHours,
      leastFareMinor: fare && "value" in fare ? fare.value : null,
      depositPercent: percent("depositPercent", "deposit"),
      marginPercent: percent("marginPercent", "hold"),
    };
  });
  return {
    rules: read,
    payWithinMinutes: whole("payWithinMinutes", payWithinMinutes, 10, 1_440),
    faults,
  };
}

/** The trips a rule covers, in words. */
export function scopeWords(
  rule: DraftRule,
  { classes, zones }: Pick<PaymentRulesAnswer, "classes" | "zones">,
  currency: string,
): string {
  const named = (all: readonly { id: string; name: string }[], ids: readonly string[]) =>
    all.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(", ");
  const fare = readMoney(rule.leastFareMinor, currency);
  return [
    rule.serviceTypes.map((service) => serviceWords[service]).join(", ") || "All services",
    named(classes, rule.classIds),
    named(zones, rule.zoneIds),
    rule.leastLeadHours && `booked ${rule.leastLeadHours} h ahead or more`,
    rule.mostLeadHours && `booked ${rule.mostLeadHours} h ahead or less`,
    rule.newRiders && "new riders",
    "value" in fare && fare.value && `from ${formatMoney(fare.value, currency)}`,
    rule.covers.includes("phone") && "by phone too",
    rule.covers.includes("repeating") && "repeating trips too",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What a rule does, in words. */
export function actionText(rule: DraftRule): string {
  if (rule.take === "deposit") return `Take a deposit of ${rule.depositPercent || "…"} %`;
  const hasMargin = rule.take === "hold" && Number(rule.marginPercent) > 0;
  return hasMargin
    ? `${prepaymentWords.hold}, and ${rule.marginPercent} % more`
    : prepaymentWords[rule.take];
}
