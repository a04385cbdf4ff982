/** Messages about trips that a manager of the company must approve. */
import type { Language } from "../../settings/languages/languages-contract";
import type { Message } from "../message";
import { renderMailBodies } from "../message-body";
import { wordsIn } from "../words/words";
import type { MessageText } from "../words/message-words";

/** The facts of a trip. Amounts and times are text, in the reader's language and the operator's time zone. */
type ApprovalFacts = {
  language: Language;
  brand: string;
  company: string;
  number: number;
  url: string;
};

/** Asks a manager for approval. The link opens the trip and changes nothing. */
export function approvalRequest(
  about: ApprovalFacts & { time: string; amount: string; until: string },
): Message {
  const { number, time, amount, until, company } = about;
  const words = wordsIn(about.language).approval;
  return message("approval_asked", about, words.requested(number, time, amount, until, company));
}

/** Tells the person who booked that the company has approved the trip. */
export function tripApproved(about: ApprovalFacts): Message {
  const words = wordsIn(about.language).approval;
  return message("trip_approved", about, words.given(about.number, about.company));
}

function message(
  kind: string,
  { language, brand, url }: ApprovalFacts,
  { subject, paragraphs, sms }: MessageText & { sms: string },
): Message {
  const blocks = paragraphs.map((text) => ({ text }));
  return {
    kind,
    subject,
    ...renderMailBodies(brand, language, blocks, { label: wordsIn(language).approval.see, url }),
    sms: `${brand}: ${sms} ${url}`,
  };
}
