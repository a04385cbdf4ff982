/** Converts amounts into the formats of providers. */
import { currencyDecimals, majorAmount, minorAmount } from "../settings/money-rules";
import { ProviderRefusal } from "./provider";

/**
 * Stripe's decimals that differ from ISO's. The króna and the Ugandan shilling have none, but are sent with two zeros;
 * the ariary is sent without decimals.
 */
const stripeDecimals: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 };

/**
 * Amounts must be multiples of these steps: Stripe refuses the last digit of three decimals, and fractions of a króna.
 */
const stripeRoundingSteps: Record<string, number> = {
  ISK: 100,
  UGX: 100,
  BHD: 10,
  JOD: 10,
  KWD: 10,
  OMR: 10,
  TND: 10,
};

/** Converts minor units to Stripe's units. Throws `ProviderRefusal` for an amount that Stripe cannot represent. */
export function toStripeAmount(amountMinor: number, currency: string): number {
  const amount = amountMinor * 10 ** shift(currency);
  if (!Number.isInteger(amount) || amount % (stripeRoundingSteps[currency] ?? 1) !== 0)
    throw new ProviderRefusal(
      `Stripe cannot take this amount in ${currency}: its last digit must be 0.`,
    );
  return amount;
}

/** Rounds an amount up (with `Math.floor` down) to one that every provider accepts. */
export function payableMinor(amountMinor: number, currency: string, round = Math.ceil): number {
  const step = Math.max(1, (stripeRoundingSteps[currency] ?? 1) / 10 ** shift(currency));
  return round(amountMinor / step) * step;
}

/** Converts Stripe's units to minor units. */
export function fromStripeAmount(amount: number, currency: string): number {
  return Math.round(amount / 10 ** shift(currency.toUpperCase()));
}

function shift(currency: string): number {
  return (stripeDecimals[currency] ?? currencyDecimals(currency)) - currencyDecimals(currency);
}

/** Formats minor units as a decimal number: 2750 USD is "27.50", 12500 RWF is "12500". */
export function toDecimal(amountMinor: number, currency: string): string {
  return majorAmount(amountMinor, currency).toFixed(currencyDecimals(currency));
}

/** Converts a decimal number, or one in a text, to minor units. */
export function fromDecimal(amount: number | string, currency: string): number {
  return minorAmount(Number(amount), currency);
}
