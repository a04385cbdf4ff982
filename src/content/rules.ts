/**
 * Rules for the texts of the public site. Unchanged texts are the built-in ones, so they stay up to date. On a page
 * this applies to each section separately. A text may contain facts about the operator in braces. Withdrawn or removed
 * content answers 410, content that never existed 404.
 */
import { readLocalTime } from "../settings/local-time";
import { joinList } from "../settings/languages/language-figures-contract";
import { hoursLines } from "../settings/hours-rules";
import type { OpeningHours } from "../settings/hours-contract";
import {
  joinNames,
  type Translator,
  englishTranslator,
} from "../settings/translation/translator-rules";
import type { ContentState, PageSection, PageValue } from "./content-values-contract";

/** The facts that a text may contain in braces, with their descriptions. */
export const placeholders = {
  brand: "The name of the company",
  town: "The town you drive in",
  phone: "The office's phone number, or “our office” if there is none",
  email: "The office's e-mail address, or “the contact form” if there is none",
  offers: "Your services, as a list in a sentence",
  rides: "Where your services go: “to the airport or across town”",
  hours: "The office's opening hours, in words",
  notice: "How much notice a booking needs",
  waiting: "A sentence about free waiting time, from the prices in force",
  landing: "A sentence about late flights: who is told, and when free waiting starts",
  cancellation: "Sentences about the cost of cancelling, from the prices in force",
} as const;
type Placeholder = keyof typeof placeholders;
export type Facts = Record<Placeholder, string>;

const placeholderPattern = /\{([a-z]+)\}/g;

/** Returns the text with facts filled in. Unknown names stay unchanged. */
export function fillPlaceholders(text: string, facts: Facts): string {
  return text.replace(placeholderPattern, (whole, name: string) =>
    Object.hasOwn(facts, name) ? facts[name as Placeholder] : whole,
  );
}

/** Returns Markdown with facts filled in and escaped. */
export function filledMarkdown(text: string, facts: Facts): string {
  return text.replace(placeholderPattern, (whole, name: string) =>
    Object.hasOwn(facts, name)
      ? facts[name as Placeholder].replace(/[\\`*_{}[\]()<>#+!|~]/g, "\\$&")
      : whole,
  );
}

/** Returns the sections of a page that differ from the built-in ones. Only they are stored. */
export function pageChanges(builtInPage: PageValue, editedPage: PageValue): Partial<PageValue> {
  const differs = (name: keyof PageValue) =>
    JSON.stringify(builtInPage[name]) !== JSON.stringify(editedPage[name]);
  const names = (Object.keys(builtInPage) as (keyof PageValue)[]).filter(
    (name) => name !== "sections" && differs(name),
  );
  const changedSections = editedPage.sections.filter((section) => {
    const before = builtInPage.sections.find(({ key }) => key === section.key);
    return before && JSON.stringify(before) !== JSON.stringify(section);
  });
  return {
    ...Object.fromEntries(names.map((name) => [name, editedPage[name]])),
    ...(changedSections.length > 0 && { sections: changedSections }),
  };
}

/** Returns a page with its changes. Unknown sections are ignored. */
export function withPageChanges(builtInPage: PageValue, changes: Partial<PageValue>): PageValue {
  const sections = builtInPage.sections.map(
    (section): PageSection => changes.sections?.find(({ key }) => key === section.key) ?? section,
  );
  return { ...builtInPage, ...changes, sections };
}

/** Whether visitors can read an item at a certain time. */
export function isShown(
  { state, publishedAt }: { state: ContentState; publishedAt: number | null },
  now: number,
): boolean {
  if (state === "scheduled") return publishedAt !== null && publishedAt <= now;
  return state === "published";
}

/** Turns a name into a slug: `Düsseldorf – now open!` becomes `dusseldorf-now-open`. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
}

/** Returns the reading time in minutes, at least one. */
export function readingMinutes(words: string): number {
  return Math.max(1, Math.round(words.split(/\s+/).length / 220));
}

/** A non-breaking character after the dash, which keeps a time span on one line. */
const WORD_JOINER = "\u2060";

const weekdayNames = (t: Translator) => [
  t("Monday"),
  t("Tuesday"),
  t("Wednesday"),
  t("Thursday"),
  t("Friday"),
  t("Saturday"),
  t("Sunday"),
];

/**
 * Returns opening hours such as "Monday to Friday 08:00–18:00, Saturday 09:00–13:00", or a general phrase without any.
 */
export function hoursText(week: OpeningHours | null, t: Translator = englishTranslator): string {
  const openLines = week ? hoursLines(week).filter(({ hours }) => hours.length > 0) : [];
  if (openLines.length === 0) return t("during the day");
  const days = weekdayNames(t);
  const lines = openLines.map(({ first, last, hours }) => {
    const isOpenAlways = hours.every(({ from, until }) => from === "00:00" && until === "24:00");
    const times = isOpenAlways
      ? t("day and night")
      : joinNames(
          hours.map(({ from, until }) => `${from}–${WORD_JOINER}${until}`),
          t,
        );
    if (first === 0 && last === 6) return isOpenAlways ? times : t("every day {times}", { times });
    const [from = "", to = ""] = [days[first], days[last]];
    return `${first === last ? from : t("{from} to {to}", { from, to })} ${times}`;
  });
  return joinList(lines, t.language);
}

/** Returns when a banner is shown, in ms UTC. */
export function bannerTimes(
  { from, until }: { from: string; until: string },
  timeZone: string,
): { from: number; until: number } {
  return {
    from: from === "" ? Number.NEGATIVE_INFINITY : instantOf(from, timeZone),
    until: until === "" ? Number.POSITIVE_INFINITY : instantOf(until, timeZone),
  };
}

/** Converts a local time to ms UTC. A time that the clock change skips or repeats becomes the earlier one. */
function instantOf(local: string, timeZone: string): number {
  const reading = readLocalTime(local, timeZone);
  if (reading.kind === "ok") return reading.at;
  if (reading.kind === "ambiguous") return reading.earlier;
  return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds;
}
