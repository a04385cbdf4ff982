// Made of the folders of `languages` by `bun run words`.
import type { FigureFacts } from "./language-facts-contract";
import type { Language } from "./languages-contract.gen";

export const figureFacts: Readonly<Record<Language, FigureFacts>> = {
  en: {"marks":",."},
  fr: {"marks":" ,","isLast":true},
  es: {"marks":".,","parts":5,"isLast":true},
  rw: {"marks":".,"},
  de: {"marks":".,","isLast":true},
  pt: {"marks":".,","isLast":true},
  ar: {"marks":",.","comma":"، "},
  sw: {"marks":",."},
};
