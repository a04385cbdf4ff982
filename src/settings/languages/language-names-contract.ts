import type { Language } from "./languages-contract";

/** Each language as those who speak it call it: apart from the list, for most pages need none of them. */
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
