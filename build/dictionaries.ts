import { basename, dirname, join } from "node:path";
import type { Dictionary, Part } from "../client/words/words";

/** What has a dictionary of its own in the sources: what prices say is told by the server too. */
export type Source = Part | "price" | "server";

/** Where the sources have a dictionary. */
export function dictionaryFile(root: string, language: string, source: Source): string {
  const serverDictionaries = { price: "src/fares/words", server: "src/settings/words" };
  const file =
    source === "price" || source === "server"
      ? `${serverDictionaries[source]}/${language}.json`
      : `client/words/${language}/${source}.json`;
  return join(root, file);
}

/** A part's dictionary as pages have it: `shared` has what prices say as well. */
export async function readDictionary(
  root: string,
  language: string,
  part: Part,
): Promise<Dictionary> {
  const read = (source: Source): Promise<Dictionary> =>
    Bun.file(dictionaryFile(root, language, source)).json();
  const dictionary = await read(part);
  if (part !== "shared") return dictionary;
  const prices = Object.entries(await read("price")).map(([key, text]) => [`price|${key}`, text]);
  return { ...dictionary, ...Object.fromEntries(prices) };
}

/** The dictionaries as files to serve, path → bytes, and the name of this state of them. */
export async function readDictionaries(
  root: string,
): Promise<{ version: string; files: Map<string, Uint8Array> }> {
  const folder = join(root, "client/words");
  const found = new Map<string, string>();
  for await (const file of new Bun.Glob("*/*.json").scan(folder)) {
    const language = dirname(file);
    const part = basename(file, ".json");
    const dictionary = await readDictionary(root, language, part as Part);
    found.set(`${language}-${part}`, JSON.stringify(dictionary));
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  const version = Bun.hash.wyhash(JSON.stringify(sorted)).toString(36);
  return {
    version,
    files: new Map(
      sorted.map(([name, text]) => [
        `assets/words-${name}-${version}.json`,
        new TextEncoder().encode(text),
      ]),
    ),
  };
}
