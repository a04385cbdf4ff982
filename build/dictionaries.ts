import { join } from "node:path";
import { type Dictionary, type Part, parts } from "../client/words/words";
import { languageCodes } from "../src/settings/languages/languages-contract";

/** The parts of the sources that have their own dictionary. The server also uses the texts of prices. */
export type DictionarySource = Part | "price" | "server";

/** Returns the path of a language's dictionary. */
export function dictionaryFile(root: string, language: string, source: DictionarySource): string {
  return join(root, "languages", language, `${source}.json`);
}

/** Whether a dictionary has a translation. For counted texts, whether it has the first form. */
export const isTranslated = (text: string | readonly string[]): boolean => Boolean(text[0]);

/**
 * Returns a part's dictionary for pages. `shared` also has the texts of prices. Texts without a translation stay
 * English.
 */
export async function readDictionary(
  root: string,
  language: string,
  part: Part,
): Promise<Dictionary> {
  const readSource = async (source: DictionarySource): Promise<Dictionary> => {
    const all: Dictionary = await Bun.file(dictionaryFile(root, language, source)).json();
    return Object.fromEntries(Object.entries(all).filter(([, text]) => isTranslated(text)));
  };
  const dictionary = await readSource(part);
  if (part !== "shared") return dictionary;
  const prices = Object.entries(await readSource("price")).map(([key, text]) => [
    `price|${key}`,
    text,
  ]);
  return { ...dictionary, ...Object.fromEntries(prices) };
}

/** Returns the dictionaries of pages as files to serve (path → bytes), and a name that changes with their content. */
export async function readDictionaries(
  root: string,
): Promise<{ version: string; files: Map<string, Uint8Array> }> {
  const textByName = new Map<string, string>();
  for (const language of languageCodes.filter((code) => code !== "en"))
    for (const part of parts) {
      const dictionary = await readDictionary(root, language, part);
      textByName.set(`${language}-${part}`, JSON.stringify(dictionary));
    }
  const sortedTexts = [...textByName].sort(([a], [b]) => (a < b ? -1 : 1));
  const version = Bun.hash.wyhash(JSON.stringify(sortedTexts)).toString(36);
  return {
    version,
    files: new Map(
      sortedTexts.map(([name, text]) => [
        `assets/words-${name}-${version}.json`,
        new TextEncoder().encode(text),
      ]),
    ),
  };
}
