/** Messages to affiliates about trips that they are offered and drive. */
import type { Language } from "../../settings/languages/languages-contract";
import type { Message } from "../message";
import { bodies } from "../message-body";
import { wordsIn } from "../words/words";

/** What an affiliate is told: an offer, and of one that they have what became of it. */
export type AffiliateNews = "offered" | "changed" | "withdrawn" | "cancelled";

/** Amounts and times as text, in the language and the operator's zone. */
export type AffiliateFacts = {
  language: Language;
  brand: string;
  number: number;
  time: string;
  pickup: string;
  dropoff: string;
  cost: string;
  until: string;
  url: string;
};

/** The message with the link to the page of the offer. */
export function affiliateMessage(news: AffiliateNews, facts: AffiliateFacts): Message {
  const { language, brand, url } = facts;
  const words = wordsIn(language).affiliate;
  const { subject, paragraphs } = words[news](facts);
  return {
    kind: `affiliate_${news}`,
    subject,
    ...bodies(
      brand,
      language,
      paragraphs.map((text) => ({ text })),
      { label: words.see, url },
    ),
    sms: `${brand}: ${subject}. ${url}`,
  };
}
