/** Texts of driver statements, the same on screens and in files. Safe in the browser. */
import type { PayLine } from "../fares/contract";
import { payLineWords } from "../fares/pay-words";
import type { DriverEntry, StatementLine } from "./contract";

const entryNames: Record<DriverEntry["kind"], string> = {
  bonus: "Bonus",
  damage: "Damage",
  fuel: "Fuel",
  correction: "Correction",
  payout: "Paid to the driver",
  hand_in: "Cash handed in by the driver",
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

/** The name of an entry, marked if it reverses another. */
export function entryWords({ kind, method, reversal }: DriverEntry): string {
  const name = method
    ? `${entryNames[kind]}, ${methodWords[method].toLowerCase()}`
    : entryNames[kind];
  return reversal === "reverses" ? `${name} (reversed)` : name;
}

/**
 * Who has the passenger's money, if there was any. `held` is the amount that the driver has; `who`
 * names the driver.
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

/** Who pays the closing balance of a statement to whom. `payee` names the driver for other readers. */
export function outcomeWords(closingMinor: number, brand: string, payee?: string): string {
  if (closingMinor === 0) return "Nothing is owed";
  if (closingMinor > 0) return `${brand} pays ${payee ?? "you"}`;
  return payee ? `${payee} hands in` : "You hand in";
}

/** The parts of a driver's pay in one line: "Share of the fare RWF 9,730, Per trip RWF 500". */
export function payParts(
  lines: readonly PayLine[],
  currency: string,
  money: (amountMinor: number) => string,
): string {
  return lines
    .map((line) => `${payLineWords(line, currency).label} ${money(line.amountMinor)}`)
    .join(", ");
}
