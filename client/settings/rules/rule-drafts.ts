/** Helpers for the drafts of all kinds of rules. */
import { formatAmount } from "../../../src/settings/money-rules";
import { readMoney } from "../../ui/amount";

let lastKey = 0;

/** Creates a key that identifies a rule while it is being moved. */
export const createKey = (): number => ++lastKey;

/** Returns whether two drafts are equal apart from the keys of their rules. */
export function areEqual(one: unknown, other: unknown): boolean {
  const toPlainJson = (draft: unknown) =>
    JSON.stringify(draft, (name, value: unknown) => (name === "key" ? undefined : value));
  return toPlainJson(one) === toPlainJson(other);
}

/** Returns a number as text; empty for null. */
export const numberText = (value: number | null): string => (value === null ? "" : String(value));

/** Returns an amount as text; empty for null. */
export const amountText = (minor: number | null, currency: string): string =>
  minor === null ? "" : formatAmount(minor, currency);

/**
 * Returns functions that read typed fields. They return null for an invalid or empty field, and write what is wrong
 * into `faults` by field name. An empty amount is allowed, an empty number is not.
 */
export function fieldReaders(faults: Record<string, string>) {
  return {
    readWholeNumber: (name: string, typed: string, min: number, max: number): number | null => {
      const value = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
      if (value >= min && value <= max) return value;
      faults[name] = `Enter a whole number from ${min} to ${max}.`;
      return null;
    },
    readAmount: (name: string, typed: string, currency: string): number | null => {
      const amount = typed.trim() === "" ? null : readMoney(typed, currency);
      if (amount && "fault" in amount) faults[name] = amount.fault;
      return amount && "value" in amount ? amount.value : null;
    },
  };
}

/** Returns the names of the chosen items as text. */
export const namesOf = (
  all: readonly { id: string; name: string }[],
  ids: readonly string[],
): string => all.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(", ");

/** Returns how far ahead a booking is made, as text. */
export const leadTimeWords = (rule: { leastLeadHours: string; mostLeadHours: string }) => [
  rule.leastLeadHours && `booked ${rule.leastLeadHours} h ahead or more`,
  rule.mostLeadHours && `booked ${rule.mostLeadHours} h ahead or less`,
];
