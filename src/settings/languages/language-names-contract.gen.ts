// Made of the folders of `languages` by `bun run words`.
import type { Language } from "./languages-contract.gen";

export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  fr: "Français",
  es: "Español",
  rw: "Ikinyarwanda",
  de: "Deutsch",
  pt: "Português",
  ar: "العربية",
  sw: "Kiswahili",
};
