/** The texts of driver statements, the same on screens and in files. Browser-safe. */
import type { PayLine } from "../fares/contract";
import { englishPayTranslator, payLineWords, type PayTranslator } from "../fares/driver-pay-words";
import { joinList } from "../settings/languages/language-figures-contract";
import type { DriverEntry, StatementLine } from "./contract";

const entryNames = (t: PayTranslator): Record<DriverEntry["kind"], string> => ({
  bonus: t("Bonus"),
  damage: t("Damage"),
  fuel: t("Fuel"),
  correction: t("Correction"),
  payout: t("Paid to the driver"),
  hand_in: t("Cash handed in by the driver"),
});

export const methodWords: Record<NonNullable<DriverEntry["method"]>, string> = {
  bank_transfer: "Bank transfer",
  mobile_money: "Mobile money",
  cash: "Cash",
  cheque: "Cheque",
  other: "Other",
};

const methodsInText = (t: PayTranslator): typeof methodWords => ({
  bank_transfer: t("bank transfer"),
  mobile_money: t("mobile money"),
  cash: t("cash"),
  cheque: t("cheque"),
  other: t("other"),
});

/** Returns the name of an entry, marked if it reverses another. */
export function entryWords(
  { kind, method, reversal }: DriverEntry,
  t: PayTranslator = englishPayTranslator,
): string {
  const entry = entryNames(t)[kind];
  const name = method ? t("{entry}, {method}", { entry, method: methodsInText(t)[method] }) : entry;
  return reversal === "reverses" ? t("{name} (reversed)", { name }) : name;
}

/**
 * Tells who has the passenger's money, if there was any. `held` is the amount that the driver has. `who` names the
 * driver to other readers.
 */
export function heldAmountText(
  line: Pick<StatementLine, "ended" | "payment" | "terminal" | "heldMinor">,
  held: string,
  { who, t = englishPayTranslator }: { who?: string; t?: PayTranslator } = {},
): string {
  if (line.ended === "cancelled") return t("Cancelled late");
  if (line.ended === "no_show") return t("No-show");
  if (line.payment === "account") return t("Billed to a company");
  const isCash = line.payment === "cash";
  if (line.heldMinor === 0) return isCash ? t("Paid in cash") : t("Paid by card");
  if (who) return `${who} took ${held} ${isCash ? "in cash" : "by card"}`;
  return isCash
    ? t("You took {amount} in cash", { amount: held })
    : t("You took {amount} by card", { amount: held });
}

/** Tells who pays the closing balance of a statement to whom. `payee` names the driver to other readers. */
export function outcomeWords(
  closingMinor: number,
  brand: string,
  { payee, t = englishPayTranslator }: { payee?: string | undefined; t?: PayTranslator } = {},
): string {
  if (closingMinor === 0) return t("Nothing is owed");
  if (payee) return closingMinor > 0 ? `${brand} pays ${payee}` : `${payee} hands in`;
  return closingMinor > 0 ? t("{brand} pays you", { brand }) : t("You hand in");
}

/** Describes the parts of a driver's pay in one line: "Share of the fare RWF 9,730, Per trip RWF 500". */
export function payLinesText(
  lines: readonly PayLine[],
  currency: string,
  money: (amountMinor: number) => string,
  t: PayTranslator = englishPayTranslator,
): string {
  return joinList(
    lines.map((line) => `${payLineWords(line, currency, t).label} ${money(line.amountMinor)}`),
    t.language,
  );
}
