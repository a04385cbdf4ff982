/** What the drafts of all kinds of rules have in common. */
import { formatAmount } from "../../../src/settings/money-rules";
import { readMoney } from "../../ui/amount";

let madeKeys = 0;

/** Identifies a rule while it is moved. */
export const createKey = (): number => ++madeKeys;

/** Whether two drafts are the same but for the keys of their rules. */
export function areEqual(one: unknown, other: unknown): boolean {
  const toPlainJson = (draft: unknown) =>
    JSON.stringify(draft, (name, value: unknown) => (name === "key" ? undefined : value));
  return toPlainJson(one) === toPlainJson(other);
}

/** A number as text; empty for none. */
export const numberText = (value: number | null): string => (value === null ? "" : String(value));

/** An amount as text; empty for none. */
export const amountText = (minor: number | null, currency: string): string =>
  minor === null ? "" : formatAmount(minor, currency);

/** Readers of typed fields that put what is wrong into `faults`, by the name of the field; null for that and for nothing. */
export function fieldReaders(faults: Record<string, string>) {
  return {
    readWholeNumber: (name: string, typed: string, min: number, max: number): number | null => {
      const value = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
      if (value >= min && value <= max) return value;
      faults[name] = `Enter a whole number from ${min} to ${max}.`;
      return null;
    },
    readAmount: (name: string, typed: string, currency: string): number | null => {
      const read = typed.trim() === "" ? null : readMoney(typed, currency);
      if (read && "fault" in read) faults[name] = read.fault;
      return read && "value" in read ? read.value : null;
    },
  };
}

/** The names of the chosen ones, in words. */
export const namesOf = (
  all: readonly { id: string; name: string }[],
  ids: readonly string[],
): string => all.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(", ");

/** How far ahead a booking is made, in words. */
export const leadTimeWords = (rule: { leastLeadHours: string; mostLeadHours: string }) => [
  rule.leastLeadHours && `booked ${rule.leastLeadHours} h ahead or more`,
  rule.mostLeadHours && `booked ${rule.mostLeadHours} h ahead or less`,
];
