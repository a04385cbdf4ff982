/**
 * Rules for messages from the public form. A message is open until staff close it or mark it as spam, and opens again
 * when they record a reply, answer it without closing it, or reopen it. The confirmation repeats none of the message's
 * text and is sent to an address at most three times a day, so that the form cannot be used to send spam to others. The
 * operator sets how long a message is kept after its last entry.
 */

/** The most confirmations that an e-mail address gets in a day. */
export const MAX_CONFIRMATIONS_PER_DAY = 3;
/** The most templates that can be stored. */
export const MAX_TEMPLATES = 50;
/** How many characters of the customer's text are quoted below an answer. */
const MAX_QUOTED_LENGTH = 1_500;

/** Returns the customer's text as a quotation for an e-mail. */
export function quotedText(text: string): string {
  const excerpt =
    text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH).trimEnd()} …` : text;
  return excerpt
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/** Fills in a template: `{name}` becomes the customer's first name, `{number}` the message's number. */
export function fillTemplate(template: string, message: { name: string; number: number }): string {
  const [first = ""] = message.name.split(" ");
  return template.replaceAll("{name}", () => first).replaceAll("{number}", String(message.number));
}
