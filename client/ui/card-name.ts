import type { CardName } from "../../src/reservations/prepaying/card-contract";

/** The brands whose names aren't their codes with a capital letter. */
const cardBrandNames: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  unknown: "Card",
};

/** Returns the name by which people know a saved card: "Visa ···· 4242". It is the same in every language. */
export function paymentCardName({ brand, last4 }: CardName): string {
  return `${cardBrandNames[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)} ···· ${last4}`;
}
