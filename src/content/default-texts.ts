/** The texts that come with Livery in other languages, by kind and name of the item: `page/home`. */
import type { Language } from "../settings/languages/languages-contract";
import es from "./texts/es.json";
import fr from "./texts/fr.json";
import rw from "./texts/rw.json";
import type { Texts } from "./values-contract";

export const defaultTexts: Partial<Record<Language, Readonly<Record<string, Texts>>>> = {
  es,
  fr,
  rw,
};
