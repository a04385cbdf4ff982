/** A limit in money as staff type it; empty for no limit. */
import { MAX_BUSINESS_AMOUNT_MINOR } from "../../src/settings/amount-contract";
import { formatAmount } from "../../src/settings/money-rules";
import { readMoney } from "../ui/amount";

/** Returns the text of a limit. */
export const limitText = (minor: number | null, currency: string) =>
  minor === null ? "" : formatAmount(minor, currency);

/** Reads a typed limit; null without one. */
export function readLimit(
  typed: string,
  currency: string,
): { value: number | null; fault?: string } {
  if (!typed.trim()) return { value: null };
  const money = readMoney(typed, currency, "en", MAX_BUSINESS_AMOUNT_MINOR);
  return "fault" in money ? { value: null, fault: money.fault } : money;
}
