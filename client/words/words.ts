/**
 * What the rider area says, in the visitor's language. The English sentence in the code is the key;
 * a dictionary, one for each language and part of the area, maps it to its translation. English has
 * none and costs nothing. See docs/decisions/languages.md.
 */
import { type Language, languages } from "../../src/settings/languages/languages-contract";

/** The parts of the rider area and the public site that have dictionaries of their own. */
export const parts = [
  "shared",
  "sign-in",
  "booking",
  "trips",
  "account",
  "tracking",
  "pay",
  "failures",
  "site",
  "ride",
  "enquiry",
] as const;
export type Part = (typeof parts)[number];

/** English → translation; of what is counted, each form that the language has. */
export type Dictionary = Record<string, string | readonly string[]>;

/** What the operator calls things, which no build knows: it comes with the page, and is asked for in another language. */
const NAMES = "names";
type AnyPart = Part | typeof NAMES;

/** Gives a part's dictionary; rejects where it can't be had. */
export type LoadDictionary = (
  language: Language,
  part: AnyPart,
) => Promise<Dictionary> | Dictionary;

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
/** What a text wants for the names in its braces: nothing where it has none. */
type Values<S extends string> = [Names<S>] extends [never]
  ? []
  : [values: Readonly<Record<Names<S>, string | number>>];

declare const said: unique symbol;
/** A text that waits in a table for `t.of`: it can't be shown by mistake, untranslated. */
export interface Phrase<S extends string = string> {
  readonly [said]: S;
}

/**
 * Marks a text for translation where no `t` is at hand, such as in a table. `context` tells apart what
 * is one word in English and several elsewhere.
 */
export function phrase<const S extends string>(text: S, context?: string): Phrase<S> {
  return (context === undefined ? text : `${context}|${text}`) as unknown as Phrase<S>;
}

/** Says a text in the visitor's language. The text is written out at the call: a test collects them. */
export interface Say {
  /** `t("Pick-up at {time}", { time })` */
  <const S extends string>(text: S, ...values: Values<S>): string;
  /** `t.in("a verb", "Book")`: one word in English that is several elsewhere. */
  in<const S extends string>(context: string, text: S, ...values: Values<S>): string;
  /** `t.count(trips, "{n} trip", "{n} trips")`; further names as for `t`. */
  count(
    n: number,
    one: string,
    other: string,
    values?: Readonly<Record<string, string | number>>,
  ): string;
  /** Says what `phrase` has marked. */
  of<S extends string>(
    phrase: Phrase<S>,
    ...values: string extends S ? [values?: Readonly<Record<string, string | number>>] : Values<S>
  ): string;
  /** What came from elsewhere, such as the server's words: as it is where no dictionary has it. */
  known(text: string, context?: string): string;
  /** The language spoken, as BCP 47 names it. */
  readonly language: Language;
  /** For the root of a document: nothing where the language is written as pages are anyway, from left to right. */
  readonly dir: "rtl" | undefined;
}

type Given = Readonly<Record<string, string | number>>;

/**
 * Puts values in the place of their names in braces. In a text from right to left each keeps the direction of its own
 * letters and numbers: a phone number, a plate, an address. Figures, and words of its own, need no marks for that.
 */
function fill(text: string, values: Given, dir: "rtl" | undefined): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = `${values[name]}`;
    return dir && /[a-z+]|\d \d/i.test(value) ? `\u2068${value}\u2069` : value;
  });
}

/** Makes the voice of a language out of its dictionary. */
export function createSay(language: Language, dictionary: Dictionary): Say {
  const { dir, formOf } = languages[language];
  const find = (key: string) => (Object.hasOwn(dictionary, key) ? dictionary[key] : undefined);
  const say = (key: string, values?: Given) => {
    const found = find(key);
    // Of what has a context only the text after it is English.
    const text = typeof found === "string" ? found : key.slice(key.indexOf("|") + 1);
    return values ? fill(text, values, dir) : text;
  };
  return Object.assign(say, {
    of: say,
    in: (context: string, text: string, values?: Given) => say(`${context}|${text}`, values),
    count: (n: number, one: string, other: string, values?: Given) => {
      const found = find(other);
      const form = Array.isArray(found) ? found[formOf(n)] : n === 1 ? one : other;
      return fill(form ?? other, { n, ...values }, dir);
    },
    known: (text: string, context?: string) => {
      const found = find(context === undefined ? text : `${context}|${text}`);
      return typeof found === "string" ? found : text;
    },
    language,
    dir,
  }) as unknown as Say;
}

/** The voice of every page that speaks English only. */
export const english: Say = createSay("en", {});

/** A page's language and the parts of it that are at hand. */
export interface Words {
  /** The voice; another object whenever it can say more, or in another language. */
  readonly t: Say;
  /** Asked for so far, in order; the operator's names are always the first. */
  readonly parts: readonly AnyPart[];
  /** What was chosen on this page before anybody signed in. */
  chosen: Language | null;
  /** Names the dictionaries' build, for their addresses. */
  readonly version: string;
  /** On the server, to hand over: what the operator's names are called in the language, "Night" as `name|Night`. */
  readonly names?: Dictionary;
  /** Makes parts ready. Those that can't be had are said in English, and asked for again next time. */
  load(wanted: readonly AnyPart[]): Promise<void>;
  /** Changes the language once all its parts are there; rejects, and changes nothing, without them. */
  speak(language: Language): Promise<void>;
  /** A part that is fetched only when it is first needed, and not by the page. */
  borrow(part: Part): Promise<Say>;
  /** Tells when `t` has changed; gives the way to stop. */
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
  const known = new Map([[`${language}/${NAMES}`, names]]);
  const asked = new Set<AnyPart>([NAMES]);
  let t = createSay(language, names);
  let turn = 0;

  const dictionaryOf = async (of: Language, part: AnyPart): Promise<Dictionary> => {
    if (of === "en" && part !== NAMES) return {};
    const name = `${of}/${part}`;
    const found = known.get(name) ?? (await load(of, part));
    known.set(name, found);
    return found;
  };
  const adopt = (next: Language) => {
    const dictionaries = [...asked].map((part) => known.get(`${next}/${part}`) ?? {});
    t = createSay(next, Object.assign({}, ...dictionaries));
    for (const listener of listeners) listener();
  };

  return {
    get t() {
      return t;
    },
    get parts() {
      return [...asked];
    },
    chosen: null,
    version,
    async load(wanted) {
      const missing = wanted.filter((part) => !asked.has(part));
      for (const part of missing) asked.add(part);
      const { language: now } = t;
      if (now === "en" || missing.length === 0) return;
      await Promise.all(
        missing.map((part) =>
          // English is better than no page; the next page asks again.
          dictionaryOf(now, part).catch(() => asked.delete(part)),
        ),
      );
      if (t.language === now) adopt(now);
    },
    async speak(next) {
      const mine = ++turn;
      if (next === t.language) return;
      await Promise.all([...asked].map((part) => dictionaryOf(next, part)));
      if (mine === turn) adopt(next);
    },
    async borrow(part) {
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
  return part === NAMES
    ? `/backend/content/names/${language}`
    : `/assets/words-${language}-${part}-${version}.json`;
}

/** Those of all parts that a page has asked for; none in English. */
export function dictionaryUrls({ t: { language }, parts, version }: Words): string[] {
  return language === "en"
    ? []
    : // Names come with the page.
      parts.slice(1).map((part) => dictionaryUrl(language, part, version));
}

/** How browsers come by dictionaries: files of the build, kept for good. */
export function fetchDictionary(version: string): LoadDictionary {
  return async (language, part) => {
    const answer = await fetch(dictionaryUrl(language, part, version));
    if (!answer.ok) throw new Error(answer.url);
    return answer.json();
  };
}
