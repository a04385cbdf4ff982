// Made of the folders of `languages` by `bun run words`.
import en from "../../../languages/en/names.json";
import fr from "../../../languages/fr/names.json";
import es from "../../../languages/es/names.json";
import rw from "../../../languages/rw/names.json";
import de from "../../../languages/de/names.json";
import pt from "../../../languages/pt/names.json";
import ar from "../../../languages/ar/names.json";
import sw from "../../../languages/sw/names.json";
import type { Language } from "../languages/languages-contract.gen";

export const ourNameWords: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: en,
  fr: fr,
  es: es,
  rw: rw,
  de: de,
  pt: pt,
  ar: ar,
  sw: sw,
};
