/**
 * Translates the texts of riders, drivers and the public site into the visitor's language. The English sentence in the
 * code is the key. Each language has one dictionary for each part of these areas, which maps the key to its
 * translation. English needs no dictionary. See docs/decisions/languages.md.
 */
import { type Language, languages } from "../../src/settings/languages/languages-contract";

/** The parts of the rider and driver areas and of the public site that have their own dictionaries. */
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

/** English → translation. A counted text has each plural form of the language. */
export type Dictionary = Record<string, string | readonly string[]>;

/**
 * The part with the names that the operator gives things, which the build cannot know. The page brings it along; for
 * another language it is requested.
 */
const OPERATOR_NAMES = "names";
type AnyPart = Part | typeof OPERATOR_NAMES;

/** Loads the dictionary of a part. Rejects if it is not available. */
export type LoadDictionary = (
  language: Language,
  part: AnyPart,
) => Promise<Dictionary> | Dictionary;

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
/** The values for the names in a text's braces; nothing if it has no braces. */
type Values<S extends string> = [Names<S>] extends [never]
  ? []
  : [values: Readonly<Record<Names<S>, string | number>>];

declare const translatedBrand: unique symbol;
/** A marked text in a table, for `t.of`. Its type prevents showing it untranslated. */
export interface Phrase<S extends string = string> {
  readonly [translatedBrand]: S;
}

/**
 * Marks a text for translation in places without a `t`, such as a table. `context` distinguishes English words with
 * several translations.
 */
export function phrase<const S extends string>(text: S, context?: string): Phrase<S> {
  return (context === undefined ? text : `${context}|${text}`) as unknown as Phrase<S>;
}

/**
 * Translates a text into the visitor's language. Write the text literally at the call, because a test collects the
 * texts.
 */
export interface Say {
  /** `t("Pickup at {time}", { time })`. */
  <const S extends string>(text: S, ...values: Values<S>): string;
  /** `t.in("a verb", "Book")`, for an English word with several translations. */
  in<const S extends string>(context: string, text: S, ...values: Values<S>): string;
  /** `t.count(trips, "{n} trip", "{n} trips")`. Other names work as in `t`. */
  count(
    n: number,
    one: string,
    other: string,
    values?: Readonly<Record<string, string | number>>,
  ): string;
  /** Translates a text marked by `phrase`. */
  of<S extends string>(
    phrase: Phrase<S>,
    ...values: string extends S ? [values?: Readonly<Record<string, string | number>>] : Values<S>
  ): string;
  /** Translates a text from elsewhere, such as the server. Returns it unchanged if no dictionary has it. */
  known(text: string, context?: string): string;
  /** Joins the parts that are not empty. In a right-to-left text, each part keeps its own direction. */
  list(parts: readonly (string | false | null | undefined)[]): string;
  /** The current language, in BCP 47. */
  readonly language: Language;
  /** The `dir` of a document's root element. Undefined for languages written from left to right. */
  readonly dir: "rtl" | undefined;
}

type PhraseParams = Readonly<Record<string, string | number>>;

/**
 * In a right-to-left text, a value such as a phone number, a plate or an address keeps the direction of its own letters
 * and numbers. Numbers alone and words of that language need no marks for this.
 */
const isolateText = (value: string, dir: "rtl" | undefined) =>
  dir && /[a-z+]|\d \d/i.test(value) ? `\u2068${value}\u2069` : value;

/** Replaces the names in braces with their values. */
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
    const translation = find(key);
    // Only the part of the key after the context is English text.
    const text = typeof translation === "string" ? translation : key.slice(key.indexOf("|") + 1);
    return values ? fill(text, values, dir) : text;
  };
  return Object.assign(say, {
    of: say,
    in: (context: string, text: string, values?: PhraseParams) => say(`${context}|${text}`, values),
    count: (n: number, one: string, other: string, values?: PhraseParams) => {
      const translation = find(other);
      const form = Array.isArray(translation) ? translation[formOf(n)] : n === 1 ? one : other;
      return fill(form ?? other, { n, ...values }, dir);
    },
    known: (text: string, context?: string) => {
      const translation = find(context === undefined ? text : `${context}|${text}`);
      return typeof translation === "string" ? translation : text;
    },
    list: (parts: readonly (string | false | null | undefined)[]) =>
      parts.flatMap((part) => (part ? isolateText(part, dir) : [])).join(say(", ")),
    language,
    dir,
  }) as unknown as Say;
}

/** The translations of pages that exist in English only. */
export const english: Say = createSay("en", {});

/** A page's language and its loaded parts. */
export interface Words {
  /** The translations; a new object whenever a part is added or the language changes. */
  readonly t: Say;
  /** The dictionaries requested so far, in order. The operator's names always come first. */
  readonly parts: readonly AnyPart[];
  /** The language chosen on this page before a sign-in. */
  chosen: Language | null;
  /** The version of the dictionaries, which is part of their addresses. */
  readonly version: string;
  /**
   * Only on the server, which sends them with the page: the operator's names in the language, with "Night" as
   * `name|Night`.
   */
  readonly names?: Dictionary;
  /** Loads parts. Shows a part that cannot be loaded in English, and requests it again next time. */
  load(parts: readonly AnyPart[]): Promise<void>;
  /** Changes the language once all its parts are loaded. If one cannot be loaded, rejects and changes nothing. */
  setLanguage(language: Language): Promise<void>;
  /** Loads a part when it is needed, not with the page. */
  loadPart(part: Part): Promise<Say>;
  /** Calls the listener when `t` changes. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
}

/** Creates the words of one page: one instance for each request on the server, and one in the browser. */
export function createWords(
  language: Language,
  load: LoadDictionary,
  version = "",
  names: Dictionary = {},
): Words {
  const listeners = new Set<() => void>();
  const loadedDictionaries = new Map([[`${language}/${OPERATOR_NAMES}`, names]]);
  const startedParts = new Set<AnyPart>([OPERATOR_NAMES]);
  let t = createSay(language, names);
  let lastChangeNumber = 0;

  const dictionaryOf = async (of: Language, part: AnyPart): Promise<Dictionary> => {
    if (of === "en" && part !== OPERATOR_NAMES) return {};
    const name = `${of}/${part}`;
    const dictionary = loadedDictionaries.get(name) ?? (await load(of, part));
    loadedDictionaries.set(name, dictionary);
    return dictionary;
  };
  const showTranslations = (next: Language) => {
    const dictionaries = [...startedParts].map(
      (part) => loadedDictionaries.get(`${next}/${part}`) ?? {},
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
      const { language: pageLanguage } = t;
      if (pageLanguage === "en" || missingParts.length === 0) return;
      await Promise.all(
        missingParts.map((part) =>
          // English is better than no page. The next page requests the part again.
          dictionaryOf(pageLanguage, part).catch(() => startedParts.delete(part)),
        ),
      );
      if (t.language === pageLanguage) showTranslations(pageLanguage);
    },
    async setLanguage(next) {
      const changeNumber = ++lastChangeNumber;
      if (next === t.language) return;
      await Promise.all([...startedParts].map((part) => dictionaryOf(next, part)));
      if (changeNumber === lastChangeNumber) showTranslations(next);
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

/** Returns the address of a part's dictionary, or of the operator's names. */
export function dictionaryUrl(language: Language, part: AnyPart, version: string): string {
  return part === OPERATOR_NAMES
    ? `/backend/content/names/${language}`
    : `/assets/words-${language}-${part}-${version}.json`;
}

/** Returns the addresses of the dictionaries of all requested parts; an empty list in English. */
export function dictionaryUrls({ t: { language }, parts, version }: Words): string[] {
  return language === "en"
    ? []
    : // The operator's names come with the page.
      parts.slice(1).map((part) => dictionaryUrl(language, part, version));
}

/** Returns the loader that browsers use. Dictionaries are files of the build and are cached permanently. */
export function fetchDictionary(version: string): LoadDictionary {
  return async (language, part) => {
    const answer = await fetch(dictionaryUrl(language, part, version));
    if (!answer.ok) throw new Error(answer.url);
    return answer.json();
  };
}
