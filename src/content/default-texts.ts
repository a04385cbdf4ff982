/**
 * The texts that come with Livery in other languages, by kind and name of the item: `page/home`. Each language is a
 * file beside the program, read when it is first asked for: as code they would be twice as large.
 */
import { readFileSync } from "node:fs";
import type { Language } from "../settings/languages/languages-contract";
import ar from "./texts/ar.json" with { type: "file" };
import de from "./texts/de.json" with { type: "file" };
import es from "./texts/es.json" with { type: "file" };
import fr from "./texts/fr.json" with { type: "file" };
import pt from "./texts/pt.json" with { type: "file" };
import rw from "./texts/rw.json" with { type: "file" };
import sw from "./texts/sw.json" with { type: "file" };
import type { Texts } from "./values-contract";

// Imported in this way they are paths, which the compiler does not know.
const files = { ar, de, es, fr, pt, rw, sw } as unknown as Record<Exclude<Language, "en">, string>;

type Items = Readonly<Record<string, Texts>>;
const known = new Map<string, Items>();

/** What comes with Livery in a language. */
export function defaultTexts(language: Exclude<Language, "en">): Items {
  const found = known.get(language) ?? (JSON.parse(readFileSync(files[language], "utf8")) as Items);
  known.set(language, found);
  return found;
}
