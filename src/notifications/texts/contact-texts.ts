/** E-mails about a message from a public form. All e-mails about one message are one thread. */
import { renderMailBodies, plainBody } from "../message-body";
import type { Message } from "../message";
import type { Language } from "../../settings/languages/languages-contract";
import { wordsIn } from "../words/words";

type About = {
  language: Language;
  brand: string;
  number: number;
  /** The reply address; null for the sender's address. */
  replyTo: string | null;
};

/** Confirms receipt. It repeats nothing of the message, because the address may belong to somebody else. */
export function contactReceived({ language, brand, number, replyTo }: About): Message {
  return {
    ...plainBody(
      "contact_received",
      brand,
      language,
      wordsIn(language).contactReceived(number, brand),
    ),
    thread: { after: [], replyTo, personal: false },
  };
}

/** Confirms a lost report from the public form. It repeats nothing that was typed either. */
export function lostReportReceived({ language, brand, number, replyTo }: About): Message {
  return {
    ...plainBody(
      "lost_received",
      brand,
      language,
      wordsIn(language).lostReportReceived(number, brand),
    ),
    thread: { after: [], replyTo, personal: false },
  };
}

/**
 * The answer of a member of staff. `after` are the earlier e-mails of the conversation, `quote` is the writer's text as
 * a quotation.
 */
export function contactAnswer(
  about: About & { text: string; by: string; quote: string; after: readonly string[] },
): Message {
  const { language, brand, number, replyTo, text, by, quote, after } = about;
  const words = wordsIn(language);
  const { subject } = words.contactReceived(number, brand);
  const quotedText = `${words.quotedMessageIntro}\n${quote}`;
  const lines = [...text.split("\n"), by, ...quotedText.split("\n")].filter((line) => line.trim());
  return {
    kind: "contact_answer",
    subject: `Re: ${subject}`,
    text: [text, `${by}\n${brand}`, quotedText].join("\n\n"),
    html: renderMailBodies(
      brand,
      language,
      lines.map((line) => ({ text: line })),
    ).html,
    sms: "",
    thread: { after, replyTo, personal: true },
  };
}
