/** The built-in texts in other languages, by kind and key of the item: `page/home`. */
import type { Language } from "../settings/languages/languages-contract";
import ar from "./texts/ar.json";
import de from "./texts/de.json";
import es from "./texts/es.json";
import fr from "./texts/fr.json";
import pt from "./texts/pt.json";
import rw from "./texts/rw.json";
import sw from "./texts/sw.json";
import type { Texts } from "./values-contract";

export const defaultTexts: Partial<Record<Language, Readonly<Record<string, Texts>>>> = {
  ar,
  de,
  es,
  fr,
  pt,
  rw,
  sw,
};
