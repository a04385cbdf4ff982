// Made of the folders of `languages` by `bun run words`.
import fr from "../../../languages/fr/price.json";
import es from "../../../languages/es/price.json";
import rw from "../../../languages/rw/price.json";
import de from "../../../languages/de/price.json";
import pt from "../../../languages/pt/price.json";
import ar from "../../../languages/ar/price.json";
import sw from "../../../languages/sw/price.json";
import type { Language } from "../languages/languages-contract.gen";

export const priceWords: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  fr: fr,
  es: es,
  rw: rw,
  de: de,
  pt: pt,
  ar: ar,
  sw: sw,
};
