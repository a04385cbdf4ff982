// Made of the folders of `languages` by `bun run words`.
import type { ServerLanguageFacts } from "./language-facts-contract";
import type { Language } from "./languages-contract.gen";

export const written: Readonly<Record<Language, ServerLanguageFacts>> = {
  en: {"locale":"en-GB","names":"short","forms":["one","other"]},
  fr: {"locale":"fr-FR","names":"short","forms":["one","other"]},
  es: {"locale":"es-ES","names":"short","forms":["one","other"]},
  rw: {"locale":"rw-RW","names":"long","forms":["one","other"]},
  de: {"locale":"de-DE","names":"short","moment":"{weekday} {day}. {month} {year}, {hour}:{minute}","forms":["one","other"]},
  pt: {"locale":"pt-BR","names":"short","forms":["one","other"]},
  ar: {"locale":"ar-AE","names":"short","moment":"{weekday} {day} {month} {year}، {hour}:{minute}","forms":["zero","one","two","few","many","other"]},
  sw: {"locale":"sw-TZ","names":"short","forms":["one","other"]},
};
