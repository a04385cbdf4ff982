import type { CardName } from "../../src/reservations/prepaying/card-contract";

/** Brands whose names are not their codes with a capital letter. */
const cardBrandNames: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  unknown: "Card",
};

/** What people know a saved card by: "Visa ···· 4242". The same in every language. */
export function paymentCardName({ brand, last4 }: CardName): string {
  return `${cardBrandNames[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)} ···· ${last4}`;
}
