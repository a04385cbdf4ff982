// Made of the folders of `languages` by `bun run words`.
import fr from "../../../languages/fr/server.json";
import es from "../../../languages/es/server.json";
import rw from "../../../languages/rw/server.json";
import de from "../../../languages/de/server.json";
import pt from "../../../languages/pt/server.json";
import ar from "../../../languages/ar/server.json";
import sw from "../../../languages/sw/server.json";
import type { Language } from "../languages/languages-contract.gen";

export const serverWords: Readonly<Record<Language, import("./translator-rules").TranslatedTexts>> = {
  en: {},
  fr: fr,
  es: es,
  rw: rw,
  de: de,
  pt: pt,
  ar: ar,
  sw: sw,
};
