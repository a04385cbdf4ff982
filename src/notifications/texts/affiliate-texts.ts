/** Messages to affiliates about trips that they are offered or drive, and about their documents. */
import type { AffiliateDocumentKind } from "../../documents/contract";
import type { Language } from "../../settings/languages/languages-contract";
import type { Message } from "../message";
import { renderMailBodies } from "../message-body";
import type { AffiliateNews, AffiliateTrip } from "../words/message-words";
import { wordsIn } from "../words/words";

/** The facts of a trip, in the reader's language and the operator's time zone. */
type AffiliateFacts = AffiliateTrip & { language: Language; brand: string; url: string };

/** The message with a link to the page of the offer. */
export function affiliateMessage(news: AffiliateNews, facts: AffiliateFacts): Message {
  const { language, brand, url } = facts;
  const words = wordsIn(language).affiliate;
  const { subject, paragraphs } = words[news](facts);
  return {
    kind: `affiliate_${news}`,
    subject,
    ...renderMailBodies(
      brand,
      language,
      paragraphs.map((text) => ({ text })),
      { label: words.see, url },
    ),
    sms: `${brand}: ${subject}. ${url}`,
  };
}

/** Asks an affiliate to renew a document that expires soon or has expired. */
export function affiliateDocumentMessage(
  kind: AffiliateDocumentKind,
  facts: { language: Language; brand: string; lastDay: string; isOver: boolean },
): Message {
  const { language, brand, lastDay, isOver } = facts;
  const words = wordsIn(language).affiliate;
  const { subject, paragraphs } = words.documentExpiry(words.documents[kind], lastDay, isOver);
  return {
    kind: "affiliate_document_ends",
    subject,
    ...renderMailBodies(
      brand,
      language,
      paragraphs.map((text) => ({ text })),
    ),
    sms: `${brand}: ${subject}. ${paragraphs.join(" ")}`,
  };
}
