/** Messages about an account: codes, links, contacts, linked accounts, and lost property. */
import { renderMailBodies, plainBody } from "../message-body";
import type { Contact, Message } from "../message";
import { abbreviateContact } from "./texts";
import type { CodePurpose } from "../words/message-words";
import type { Language } from "../../settings/languages/languages-contract";
import { wordsIn } from "../words/words";

/** A code for signing in, for a contact, or for confirming the person's identity. The text states `validMinutes`. */
export function codeMessage(input: {
  language: Language;
  brand: string;
  origin: string;
  code: string;
  to: Contact;
  validMinutes: number;
  purpose: CodePurpose;
}): Message {
  const { language, brand, code, validMinutes } = input;
  const words = wordsIn(language);
  const { protocol, hostname } = new URL(input.origin);
  return {
    kind: "code",
    subject: input.purpose === "contact" ? words.contactSubject(brand) : words.codeSubject(brand),
    ...renderMailBodies(brand, language, [
      { text: words.useCode[input.purpose] },
      { code },
      { text: words.codeValid(validMinutes) },
      { text: words.codeNotRequested },
    ]),
    // The last line makes phones offer the code only on this site.
    sms: `${words.codeSms(code, brand, validMinutes)}${
      protocol === "https:" ? `\n\n@${hostname} #${code}` : ""
    }`,
    consoleLine: `Code for ${abbreviateContact(input.to)}: ${code} (valid ${validMinutes} minutes)`,
  };
}

/** The one-tap link that replaces a code after too many wrong guesses. */
export function linkMessage(input: {
  language: Language;
  brand: string;
  url: string;
  to: Contact;
  validMinutes: number;
  purpose: CodePurpose;
}): Message {
  const { language, brand, url, validMinutes } = input;
  const words = wordsIn(language);
  const use = input.purpose === "contact" ? "contact" : "sign_in";
  const linkText = words.linkInstead(validMinutes);
  return {
    kind: "link",
    subject: use === "contact" ? words.contactSubject(brand) : words.signInSubject(brand),
    ...renderMailBodies(
      brand,
      language,
      [
        { text: use === "contact" ? `${linkText} ${words.linkSameBrowser}` : linkText },
        { text: words.linkNotRequested },
      ],
      { label: words.linkLabels[use], url },
    ),
    sms: words.linkSms[use](brand, validMinutes, url),
    consoleLine: `Link for ${abbreviateContact(input.to)}: ${url} (valid ${validMinutes} minutes)`,
  };
}

/** Tells the old contact immediately that the signed-in person wants to change it. */
export function contactChangeRequested(input: {
  language: Language;
  brand: string;
  to: Contact;
}): Message {
  const { language, brand, to } = input;
  const messageText = wordsIn(language).contactChangeRequested(to.type, brand);
  return plainBody("contact_change_asked", brand, language, messageText);
}

/** Tells the old contact that the new one was confirmed. */
export function contactChangeDone(input: {
  language: Language;
  brand: string;
  to: Contact;
}): Message {
  const { language, brand, to } = input;
  const messageText = wordsIn(language).contactChanged(to.type, brand);
  return plainBody("contact_change_done", brand, language, messageText);
}

/** Tells a contact that it can no longer be used to sign in, because two accounts were merged. */
export function contactRemoved(input: { language: Language; brand: string; to: Contact }): Message {
  const { language, brand, to } = input;
  const messageText = wordsIn(language).contactRemoved(to.type, brand);
  return plainBody("accounts_joined", brand, language, messageText);
}

/**
 * Tells the contacts of an account that another one was merged into it. `maskedContacts` are the contacts of the merged
 * account, masked.
 */
export function accountsMerged(input: {
  language: Language;
  brand: string;
  to: Contact;
  maskedContacts: readonly string[];
}): Message {
  const { language, brand, maskedContacts } = input;
  const messageText = wordsIn(language).accountsMerged(brand, maskedContacts.join(", "));
  return plainBody("accounts_joined", brand, language, messageText);
}

/** Invites somebody to ride on a company's account. */
export function companyInvitation(input: {
  language: Language;
  brand: string;
  company: string;
  url: string;
}): Message {
  const { language, brand, company, url } = input;
  const messageText = wordsIn(language).companyInvitation(company, brand, url);
  return plainBody("company_invitation", brand, language, messageText);
}

/** Tells the rider that another account can now be used to sign in. `provider` is the name of its provider. */
export function identityLinked(input: {
  language: Language;
  brand: string;
  provider: string;
}): Message {
  const { language, brand, provider } = input;
  return plainBody(
    "identity_linked",
    brand,
    language,
    wordsIn(language).identityLinked(provider, brand),
  );
}

/** Tells the rider that a linked account can no longer be used to sign in. */
export function identityUnlinked(input: {
  language: Language;
  brand: string;
  provider: string;
}): Message {
  const { language, brand, provider } = input;
  return plainBody(
    "identity_unlinked",
    brand,
    language,
    wordsIn(language).identityUnlinked(provider, brand),
  );
}

/** Tells a rider that their lost item was found. `url` is its page, or null without an account. */
export function itemFound(input: {
  language: Language;
  brand: string;
  what: string;
  number: number;
  wish: "collect" | "deliver" | "post";
  phone: string | null;
  url: string | null;
}): Message {
  const words = wordsIn(input.language);
  const { subject, paragraphs } = words.itemFound(input.what, input.number);
  return plainBody("item_found", input.brand, input.language, {
    subject,
    paragraphs: [
      ...paragraphs,
      words.itemReturn[input.wish],
      ...(input.phone ? [words.callUs(input.phone)] : []),
      ...(input.url ? [input.url] : []),
    ],
  });
}
