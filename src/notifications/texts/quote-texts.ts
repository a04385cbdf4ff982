/** Messages to customers about quotes that dispatch writes. */
import { renderMailBodies } from "../message-body";
import type { Message } from "../message";
import type { Language } from "../../settings/languages/languages-contract";
import type { SplitPart } from "./trip-texts";
import { wordsIn } from "../words/words";

/** The facts of a quote. Amounts and times are text, in the reader's language and the operator's time zone. */
type QuoteFacts = {
  language: Language;
  brand: string;
  number: number;
  /** The URL of the quote's page. */
  url: string;
};

/** Sends a quote or a new version of it. `text` is dispatch's text for the customer, or "". */
export function quoteSent(
  about: QuoteFacts & { amount: string; until: string; text: string; isRevised: boolean },
): Message {
  const { language, number, amount, until, text, isRevised } = about;
  const words = wordsIn(language).quote;
  const { subject, paragraphs, sms } = words.sent(number, amount, until, isRevised);
  return message("quote_sent", about, { subject, sms }, [...(text ? [text] : []), ...paragraphs]);
}

/** Sends dispatch's answer to a question about a quote. */
export function quoteAnswered(about: QuoteFacts & { text: string }): Message {
  const words = wordsIn(about.language).quote;
  const { subject, paragraphs, sms } = words.answered(about.number);
  return message("quote_answered", about, { subject, sms }, [...paragraphs, about.text]);
}

/** Confirms that the customer has accepted a quote: the terms, and what must be paid or held before the trip. */
export function quoteAccepted(
  about: QuoteFacts & {
    amount: string;
    /** Each of several vehicles. */
    vehicles?: readonly SplitPart[];
    terms: string;
    ask: { amount: string; until: string; isHold: boolean } | null;
  },
): Message {
  const { language, number, amount, vehicles = [], terms, ask } = about;
  const words = wordsIn(language);
  const { subject, paragraphs, sms } = words.quote.accepted(number, amount);
  const paymentTexts = ask ? [words.payBy(ask.amount, ask.until, ask.isHold)] : [];
  return message("quote_accepted", about, { subject, sms: [sms, ...paymentTexts].join(" ") }, [
    ...paragraphs,
    ...vehicles.map((one) => words.splitBooking(one.number, one.passengers, one.fare)),
    ...paymentTexts,
    words.quote.terms,
    terms,
  ]);
}

function message(
  kind: string,
  { language, brand, url }: QuoteFacts,
  { subject, sms }: { subject: string; sms: string },
  paragraphs: string[],
): Message {
  const blocks = paragraphs.map((text) => ({ text }));
  return {
    kind,
    subject,
    ...renderMailBodies(brand, language, blocks, { label: wordsIn(language).quote.see, url }),
    sms: `${brand}: ${sms} ${url}`,
  };
}
