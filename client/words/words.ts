/**
 * The texts of riders, drivers and the public site in the visitor's language. The English sentence in the code is
 * the key; a dictionary, one for each language and part of these, maps it to its translation. English has none
 * and costs nothing. See docs/decisions/languages.md.
 */
import { type Language, languages } from "../../src/settings/languages/languages-contract";

/** The parts of the areas of riders and drivers and of the public site that have dictionaries of their own. */
export const parts = [
  "shared",
  "sign-in",
  "booking",
  "trips",
  "account",
  "tracking",
  "pay",
  "quote",
  "failures",
  "site",
  "ride",
  "enquiry",
  "apply",
  "driving",
] as const;
export type Part = (typeof parts)[number];

/** English → translation; for counted texts, each plural form of the language. */
export type Dictionary = Record<string, string | readonly string[]>;

/** What the operator calls things, which no build knows: it comes with the page, and is asked for in another language. */
const OPERATOR_NAMES = "names";
type AnyPart = Part | typeof OPERATOR_NAMES;

/** Gives a part's dictionary; rejects where it can't be had. */
export type LoadDictionary = (
  language: Language,
  part: AnyPart,
) => Promise<Dictionary> | Dictionary;

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
/** The values that a text's braces require; nothing without braces. */
type Values<S extends string> = [Names<S>] extends [never]
  ? []
  : [values: Readonly<Record<Names<S>, string | number>>];

declare const translatedBrand: unique symbol;
/** A marked text in a table for `t.of`: its type prevents showing it untranslated. */
export interface Phrase<S extends string = string> {
  readonly [translatedBrand]: S;
}

/**
 * Marks a text for translation where there is no `t`, such as in a table. `context` distinguishes English
 * words with several translations.
 */
export function phrase<const S extends string>(text: S, context?: string): Phrase<S> {
  return (context === undefined ? text : `${context}|${text}`) as unknown as Phrase<S>;
}

/** Translates a text into the visitor's language. Write the text out at the call: a test collects them. */
export interface Say {
  /** `t("Pick-up at {time}", { time })` */
  <const S extends string>(text: S, ...values: Values<S>): string;
  /** `t.in("a verb", "Book")`: one English word with several translations. */
  in<const S extends string>(context: string, text: S, ...values: Values<S>): string;
  /** `t.count(trips, "{n} trip", "{n} trips")`; further names as for `t`. */
  count(
    n: number,
    one: string,
    other: string,
    values?: Readonly<Record<string, string | number>>,
  ): string;
  /** Translates what `phrase` has marked. */
  of<S extends string>(
    phrase: Phrase<S>,
    ...values: string extends S ? [values?: Readonly<Record<string, string | number>>] : Values<S>
  ): string;
  /** Translates text from elsewhere, such as the server's; unchanged if no dictionary has it. */
  known(text: string, context?: string): string;
  /** The parts in a row, without the empty ones; in a right-to-left text each in its own direction. */
  list(parts: readonly (string | false | null | undefined)[]): string;
  /** The current language, in BCP 47. */
  readonly language: Language;
  /** For the root of a document; undefined for languages written from left to right. */
  readonly dir: "rtl" | undefined;
}

type PhraseParams = Readonly<Record<string, string | number>>;

/**
 * A value in a right-to-left text keeps the direction of its own letters and numbers: a phone number, a plate, an
 * address. Figures, and words of that language, need no marks for that.
 */
const isolateText = (value: string, dir: "rtl" | undefined) =>
  dir && /[a-z+]|\d \d/i.test(value) ? `\u2068${value}\u2069` : value;

/** Fills the names in braces with values. */
function fill(text: string, values: PhraseParams, dir: "rtl" | undefined): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    return isolateText(`${values[name]}`, dir);
  });
}

/** Creates the translations of a language from its dictionary. */
export function createSay(language: Language, dictionary: Dictionary): Say {
  const { dir, formOf } = languages[language];
  const find = (key: string) => (Object.hasOwn(dictionary, key) ? dictionary[key] : undefined);
  const say = (key: string, values?: PhraseParams) => {
    const foundText = find(key);
    // Only the text after the context is English.
    const text = typeof foundText === "string" ? foundText : key.slice(key.indexOf("|") + 1);
    return values ? fill(text, values, dir) : text;
  };
  return Object.assign(say, {
    of: say,
    in: (context: string, text: string, values?: PhraseParams) => say(`${context}|${text}`, values),
    count: (n: number, one: string, other: string, values?: PhraseParams) => {
      const foundText = find(other);
      const form = Array.isArray(foundText) ? foundText[formOf(n)] : n === 1 ? one : other;
      return fill(form ?? other, { n, ...values }, dir);
    },
    known: (text: string, context?: string) => {
      const foundText = find(context === undefined ? text : `${context}|${text}`);
      return typeof foundText === "string" ? foundText : text;
    },
    list: (parts: readonly (string | false | null | undefined)[]) =>
      parts.flatMap((part) => (part ? isolateText(part, dir) : [])).join(say(", ")),
    language,
    dir,
  }) as unknown as Say;
}

/** For every page in English only. */
export const english: Say = createSay("en", {});

/** A page's language and its loaded parts. */
export interface Words {
  /** The translations; a new object whenever a part is added or the language changes. */
  readonly t: Say;
  /** The dictionaries requested so far, in order; the operator's names always come first. */
  readonly parts: readonly AnyPart[];
  /** The language chosen on this page before a sign-in. */
  chosen: Language | null;
  /** Names the dictionaries' build, for their addresses. */
  readonly version: string;
  /** On the server, to hand over: what the operator's names are called in the language, "Night" as `name|Night`. */
  readonly names?: Dictionary;
  /** Makes parts ready. Those that can't be had are said in English, and asked for again next time. */
  load(parts: readonly AnyPart[]): Promise<void>;
  /** Changes the language once all its parts are there; rejects, and changes nothing, without them. */
  setLanguage(language: Language): Promise<void>;
  /** Loads a part on demand, not with the page. */
  loadPart(part: Part): Promise<Say>;
  /** Calls back when `t` changes; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** Makes the words of one page: one a request on the server, one in the browser. */
export function createWords(
  language: Language,
  load: LoadDictionary,
  version = "",
  names: Dictionary = {},
): Words {
  const listeners = new Set<() => void>();
  const knownDictionaries = new Map([[`${language}/${OPERATOR_NAMES}`, names]]);
  const startedParts = new Set<AnyPart>([OPERATOR_NAMES]);
  let t = createSay(language, names);
  let turn = 0;

  const dictionaryOf = async (of: Language, part: AnyPart): Promise<Dictionary> => {
    if (of === "en" && part !== OPERATOR_NAMES) return {};
    const name = `${of}/${part}`;
    const foundDictionary = knownDictionaries.get(name) ?? (await load(of, part));
    knownDictionaries.set(name, foundDictionary);
    return foundDictionary;
  };
  const switchLanguage = (next: Language) => {
    const dictionaries = [...startedParts].map(
      (part) => knownDictionaries.get(`${next}/${part}`) ?? {},
    );
    t = createSay(next, Object.assign({}, ...dictionaries));
    for (const listener of listeners) listener();
  };

  return {
    get t() {
      return t;
    },
    get parts() {
      return [...startedParts];
    },
    chosen: null,
    version,
    async load(requestedParts) {
      const missingParts = requestedParts.filter((part) => !startedParts.has(part));
      for (const part of missingParts) startedParts.add(part);
      const { language: now } = t;
      if (now === "en" || missingParts.length === 0) return;
      await Promise.all(
        missingParts.map((part) =>
          // English is better than no page; the next page asks again.
          dictionaryOf(now, part).catch(() => startedParts.delete(part)),
        ),
      );
      if (t.language === now) switchLanguage(now);
    },
    async setLanguage(next) {
      const mine = ++turn;
      if (next === t.language) return;
      await Promise.all([...startedParts].map((part) => dictionaryOf(next, part)));
      if (mine === turn) switchLanguage(next);
    },
    async loadPart(part) {
      return createSay(t.language, await dictionaryOf(t.language, part));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The address of a part's dictionary, or of the operator's names. */
export function dictionaryUrl(language: Language, part: AnyPart, version: string): string {
  return part === OPERATOR_NAMES
    ? `/backend/content/names/${language}`
    : `/assets/words-${language}-${part}-${version}.json`;
}

/** The dictionaries of all requested parts; none in English. */
export function dictionaryUrls({ t: { language }, parts, version }: Words): string[] {
  return language === "en"
    ? []
    : // Names come with the page.
      parts.slice(1).map((part) => dictionaryUrl(language, part, version));
}

/** How browsers load dictionaries: files of the build, cached for good. */
export function fetchDictionary(version: string): LoadDictionary {
  return async (language, part) => {
    const answer = await fetch(dictionaryUrl(language, part, version));
    if (!answer.ok) throw new Error(answer.url);
    return answer.json();
  };
}
