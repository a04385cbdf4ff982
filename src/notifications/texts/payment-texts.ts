/** Messages about payments by link, and to those who keep the books. */
import { bodies } from "../message-body";
import type { Message } from "../message";
import type { Language } from "../../settings/languages/languages-contract";
import { wordsIn } from "../words/words";

/** Asks a rider to pay for a trip by its link, or to have the amount held. */
export function tripPayLink(about: {
  language: Language;
  brand: string;
  number: number;
  /** In the reader's language: "RWF 12,500". */
  amount: string;
  url: string;
  isHold: boolean;
}): Message {
  const { language, brand, number, amount, url, isHold } = about;
  const words = wordsIn(language);
  const told = isHold ? words.holdLink : words.payLink;
  const { subject, paragraphs, label, sms } = told(number, amount);
  return {
    kind: "pay_link",
    subject,
    ...bodies(
      brand,
      language,
      paragraphs.map((text) => ({ text })),
      { label, url },
    ),
    sms: `${brand}: ${sms} ${url}`,
  };
}

/** Asks a company to pay an invoice by its link. */
export function invoicePayLink(about: {
  brand: string;
  number: string;
  amount: string;
  url: string;
}): Message {
  const { brand, number, amount, url } = about;
  const asked = `${amount} of invoice ${number} can be paid online.`;
  return {
    kind: "pay_link",
    subject: `Pay invoice ${number}`,
    ...bodies(brand, "en", [{ text: asked }], { label: "Pay online", url }),
    sms: `${brand}: ${asked} ${url}`,
  };
}

/** A provider and the ledger do not agree. */
export function paymentDiffers(about: {
  brand: string;
  title: string;
  detail: string;
  expected: string | null;
  found: string | null;
  /** The provider's name of the payment. */
  reference: string;
  url: string;
}): Message {
  const { brand, title, detail, expected, found, reference, url } = about;
  const rows: [string, string][] = [
    ...(expected === null ? [] : [["Asked for", expected] as [string, string]]),
    ...(found === null ? [] : [["Found", found] as [string, string]]),
    ["Reference", reference],
  ];
  return {
    kind: "payment_difference",
    subject: title,
    ...bodies(brand, "en", [{ text: `${title}. ${detail}` }, { rows }], {
      label: "Open the list",
      url,
    }),
    sms: `${brand}: ${title}. ${url}`,
  };
}
