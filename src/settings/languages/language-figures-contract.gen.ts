// Made of the folders of `languages` by `bun run words`.
import type { FigureFacts } from "./language-facts-contract";
import type { Language } from "./languages-contract.gen";

export const figureFacts: Readonly<Record<Language, FigureFacts>> = {
  en: {"separators":",."},
  fr: {"separators":" ,","isCurrencyLast":true},
  es: {"separators":".,","minGroupedFigures":5,"isCurrencyLast":true},
  rw: {"separators":".,"},
  de: {"separators":".,","isCurrencyLast":true},
  pt: {"separators":".,","isCurrencyLast":true},
  ar: {"separators":",.","listSeparator":"، "},
  sw: {"separators":",."},
};
