/** How statements say what stands on them; the same on screens and in files. Browser-safe. */
import type { PayLine } from "../fares/contract";
import { payLineWords } from "../fares/pay-words";
import type { DriverEntry, StatementLine } from "./contract";

const entryNames: Record<DriverEntry["kind"], string> = {
  bonus: "Bonus",
  damage: "Damage",
  fuel: "Fuel",
  correction: "Correction",
  payout: "Paid to the driver",
  hand_in: "Handed in by the driver",
};

export const methodWords: Record<NonNullable<DriverEntry["method"]>, string> = {
  bank_transfer: "Bank transfer",
  mobile_money: "Mobile money",
  cash: "Cash",
  cheque: "Cheque",
  other: "Other",
};

const endingWords: Record<StatementLine["ended"], string> = {
  driven: "",
  cancelled: "Cancelled late",
  no_show: "No-show",
};

/** What an entry is; that it takes another back, where it does. */
export function entryWords({ kind, method, reversal }: DriverEntry): string {
  const name = method
    ? `${entryNames[kind]}, ${methodWords[method].toLowerCase()}`
    : entryNames[kind];
  return reversal === "reverses" ? `${name} (taken back)` : name;
}

/**
 * Who has the passenger's money, where there was any; `held` is the amount that the driver has, `who` how the
 * driver is called.
 */
export function heldWords(
  line: Pick<StatementLine, "ended" | "payment" | "terminal" | "heldMinor">,
  held: string,
  who = "You",
): string {
  if (line.ended !== "driven") return endingWords[line.ended];
  if (line.payment === "account") return "Billed to a company";
  const way = line.payment === "cash" ? "in cash" : "by card";
  return line.heldMinor === 0 ? `Paid ${way}` : `${who} took ${held} ${way}`;
}

/** Who pays whom what a statement comes to; `payee` names the driver to anybody but them. */
export function outcomeWords(closingMinor: number, brand: string, payee?: string): string {
  if (closingMinor === 0) return "Nothing is owed";
  if (closingMinor > 0) return `${brand} pays ${payee ?? "you"}`;
  return payee ? `${payee} hands in` : "You hand in";
}

/** What a driver's pay is made of, in one line: "Share of the fare RWF 9,730, Per trip RWF 500". */
export function payParts(
  lines: readonly PayLine[],
  currency: string,
  money: (amountMinor: number) => string,
): string {
  return lines
    .map((line) => `${payLineWords(line, currency).label} ${money(line.amountMinor)}`)
    .join(", ");
}
