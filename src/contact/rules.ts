/**
 * Messages from the public form. They are open until somebody closes them or marks them as spam; a sender who
 * writes again opens them. The mail that confirms one repeats nothing of it and goes to an address three
 * times a day at most: the form is no way to send others what they did not ask for. How long they
 * are kept after the last word is the operator's to say.
 */

/** Confirmations that an address gets in a day. */
export const MAX_CONFIRMATIONS_PER_DAY = 3;
/** Templates that there is room for. */
export const MAX_TEMPLATES = 50;
/** What is quoted of the writer's own words beneath an answer. */
const MAX_QUOTED_LENGTH = 1_500;

/** The writer's words as a mail quotes them. */
export function quotedText(text: string): string {
  const short =
    text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH).trimEnd()} …` : text;
  return short
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/** A template's words for somebody: `{name}` is what they are called, `{number}` the message's. */
export function fillTemplate(template: string, of: { name: string; number: number }): string {
  const [first = ""] = of.name.split(" ");
  return template.replaceAll("{name}", () => first).replaceAll("{number}", String(of.number));
}
