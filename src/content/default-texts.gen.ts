// Made of the folders of `languages` by `bun run words`.
import fr from "../../languages/fr/website.json";
import es from "../../languages/es/website.json";
import rw from "../../languages/rw/website.json";
import de from "../../languages/de/website.json";
import pt from "../../languages/pt/website.json";
import ar from "../../languages/ar/website.json";
import sw from "../../languages/sw/website.json";
import type { Language } from "../settings/languages/languages-contract.gen";

export const defaultTexts: Readonly<Record<Language, Readonly<Record<string, import("./content-values-contract").Texts>>>> = {
  en: {},
  fr: fr,
  es: es,
  rw: rw,
  de: de,
  pt: pt,
  ar: ar,
  sw: sw,
};
