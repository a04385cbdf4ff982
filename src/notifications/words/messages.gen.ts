// Made of the folders of `languages` by `bun run words`.
import en from "../../../languages/en/messages";
import fr from "../../../languages/fr/messages";
import es from "../../../languages/es/messages";
import rw from "../../../languages/rw/messages";
import de from "../../../languages/de/messages";
import pt from "../../../languages/pt/messages";
import ar from "../../../languages/ar/messages";
import sw from "../../../languages/sw/messages";
import type { Language } from "../../settings/languages/languages-contract.gen";

export const messageWords: Readonly<Record<Language, import("./message-words").MessageWords>> = {
  en: en,
  fr: fr,
  es: es,
  rw: rw,
  de: de,
  pt: pt,
  ar: ar,
  sw: sw,
};
