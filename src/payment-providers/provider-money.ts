/** How providers write amounts. */
import { currencyDecimals, majorAmount, minorAmount } from "../settings/money-rules";
import { ProviderRefusal } from "./provider";

/**
 * Stripe's own decimals where they are others than ISO's. The króna and the Ugandan shilling have none, and are
 * sent with two zeros; the ariary is sent without any.
 */
const stripeDecimals: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 };

/** What must divide the amount that is sent: Stripe refuses the last digit of three decimals, and parts of a króna. */
const stripeRoundingSteps: Record<string, number> = {
  ISK: 100,
  UGX: 100,
  BHD: 10,
  JOD: 10,
  KWD: 10,
  OMR: 10,
  TND: 10,
};

/** Minor units as Stripe counts them. Throws `ProviderRefusal` for an amount that it has no way to write. */
export function toStripeAmount(amountMinor: number, currency: string): number {
  const amount = amountMinor * 10 ** shift(currency);
  if (!Number.isInteger(amount) || amount % (stripeRoundingSteps[currency] ?? 1) !== 0)
    throw new ProviderRefusal(
      `Stripe cannot take this amount in ${currency}: its last digit must be 0.`,
    );
  return amount;
}

/** An amount rounded up (with `Math.floor` down) to one that every provider can take. */
export function payableMinor(amountMinor: number, currency: string, round = Math.ceil): number {
  const step = Math.max(1, (stripeRoundingSteps[currency] ?? 1) / 10 ** shift(currency));
  return round(amountMinor / step) * step;
}

/** Stripe's count in minor units. */
export function fromStripeAmount(amount: number, currency: string): number {
  return Math.round(amount / 10 ** shift(currency.toUpperCase()));
}

function shift(currency: string): number {
  return (stripeDecimals[currency] ?? currencyDecimals(currency)) - currencyDecimals(currency);
}

/** Minor units as a decimal number in a text: 2750 USD is "27.50", 12500 RWF is "12500". */
export function toDecimal(amountMinor: number, currency: string): string {
  return majorAmount(amountMinor, currency).toFixed(currencyDecimals(currency));
}

/** A decimal number, or one in a text, in minor units. */
export function fromDecimal(amount: number | string, currency: string): number {
  return minorAmount(Number(amount), currency);
}
