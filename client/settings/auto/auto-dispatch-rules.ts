/** Auto-dispatch rules in typed form, with their faults. */
import { durationText } from "../../../src/fares/money-rules";
import type { AutoDispatch, AutoMode, AutoRule } from "../../../src/auto-dispatch/contract";
import { countText, serviceWords } from "../../ui/trip-words";
import { areEqual, createKey } from "../rules/rule-drafts";

export const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

export const modeWords: Record<AutoMode, string> = {
  off: "Leave to dispatch",
  suggest: "Suggest a driver",
  offer_in_turn: "Offer to one driver after another",
  offer_at_once: "Offer to several drivers at once",
  assign: "Assign the best driver",
};

type NumberField = "drivers" | "answerSeconds" | "startMinutes" | "alertMinutes";

/** A rule with its numbers as text. */
export type DraftRule = Omit<AutoRule, NumberField> &
  Record<NumberField, string> & {
    /** Identifies the rule while it is being moved. */
    key: number;
  };

type Draft = { rules: DraftRule[]; quiet: AutoDispatch["quiet"] };

/** Returns saved rules as drafts. */
export function toDraft({ rules, quiet }: Pick<AutoDispatch, "rules" | "quiet">): Draft {
  return { rules: rules.map(toDraftRule), quiet };
}

function toDraftRule(rule: AutoRule): DraftRule {
  return {
    ...rule,
    key: createKey(),
    drivers: String(rule.drivers),
    answerSeconds: String(rule.answerSeconds),
    startMinutes: String(rule.startMinutes),
    alertMinutes: String(rule.alertMinutes),
  };
}

/** Returns a careful first rule, which only makes suggestions, for every trip. */
export function newRule(): DraftRule {
  return toDraftRule({
    name: "",
    serviceTypes: [],
    weekdays: [],
    from: "00:00",
    until: "00:00",
    mode: "suggest",
    drivers: 3,
    answerSeconds: 120,
    startMinutes: 120,
    alertMinutes: 45,
  });
}

/** Returns whether the draft equals the saved rules. */
export const isSaved = (draft: Draft, saved: Pick<AutoDispatch, "rules" | "quiet">): boolean =>
  areEqual(draft, toDraft(saved));

/** Returns whether a mode sends offers and waits for answers. */
export const sendsOffers = (mode: AutoMode) => mode === "offer_in_turn" || mode === "offer_at_once";

/** The limits of each number, when it applies, and its default when it doesn't. */
const numberFields: Record<
  NumberField,
  { from: number; until: number; defaultValue: number; appliesTo: (mode: AutoMode) => boolean }
> = {
  drivers: { from: 1, until: 20, defaultValue: 3, appliesTo: sendsOffers },
  answerSeconds: { from: 30, until: 3_600, defaultValue: 120, appliesTo: sendsOffers },
  startMinutes: { from: 10, until: 10_080, defaultValue: 120, appliesTo: (mode) => mode !== "off" },
  alertMinutes: { from: 5, until: 10_075, defaultValue: 5, appliesTo: (mode) => mode !== "off" },
};

/** Returns the draft in the server's form, with faults by field name. */
export function readDraft({ rules, quiet }: Draft): {
  rules: AutoRule[];
  quiet: AutoDispatch["quiet"];
  faults: Record<string, string>;
} {
  const faults: Record<string, string> = {};
  const parsedRules = rules.map(({ key: _, ...typed }, at): AutoRule => {
    const faultOf = (name: string, text: string) => {
      faults[`rules.${at}.${name}`] = text;
    };
    if (typed.name.trim() === "") faultOf("name", "Enter a name for the rule.");
    for (const name of ["from", "until"] as const)
      if (typed[name] === "") faultOf(name, "Enter a time.");
    const number = (name: NumberField) => {
      const { from, until, defaultValue, appliesTo } = numberFields[name];
      const value = typed[name].trim() === "" ? Number.NaN : Number(typed[name]);
      if (Number.isInteger(value) && value >= from && value <= until) return value;
      if (appliesTo(typed.mode)) faultOf(name, `Enter a whole number from ${from} to ${until}.`);
      return defaultValue;
    };
    const startMinutes = number("startMinutes");
    const alertMinutes = number("alertMinutes");
    const isAlertAfterStart = alertMinutes < startMinutes;
    if (!isAlertAfterStart && typed.mode !== "off" && !faults[`rules.${at}.startMinutes`])
      faultOf(
        "alertMinutes",
        "Auto-dispatch must start before it stops: enter fewer minutes here.",
      );
    return {
      ...typed,
      drivers: number("drivers"),
      answerSeconds: number("answerSeconds"),
      startMinutes,
      alertMinutes: isAlertAfterStart ? alertMinutes : 5,
    };
  });
  if (quiet?.from === "") faults["quiet.from"] = "Enter a time.";
  if (quiet?.until === "") faults["quiet.until"] = "Enter a time.";
  return { rules: parsedRules, quiet, faults };
}

/** Returns the trips a rule covers, as text. */
export function scopeWords({ serviceTypes, weekdays, from, until }: DraftRule): string {
  const services = serviceTypes.map((service) => serviceWords[service]).join(", ");
  const days = weekdays.map((day) => dayNames[day - 1]).join(", ");
  const hours = from === until ? "" : `${from || "…"}–${until || "…"}`;
  return [services || "All services", days || "every day", hours || "at all hours"].join(" · ");
}

/** Returns what a rule does, as text. */
export function actionText(rule: DraftRule): string {
  if (rule.mode === "off") return modeWords.off;
  const offersText = sendsOffers(rule.mode)
    ? `, ${countText(Number(rule.drivers) || 0, "driver")}, ${rule.answerSeconds} s to answer`
    : "";
  return `${modeWords[rule.mode]}${offersText}. Auto-dispatch searches from ${durationText(Number(rule.startMinutes) || 0)} to ${durationText(Number(rule.alertMinutes) || 0)} before the pickup`;
}
