/** Who tells visitors: each language's words come with the server. */
import type { Language } from "../languages-contract";
import { createTell, type Tell, type ToldWords } from "./tell-rules";
import es from "../words/es.json";
import fr from "../words/fr.json";
import rw from "../words/rw.json";

const dictionaries: Record<Language, ToldWords> = { en: {}, es, fr, rw };

/** The voice of a language. */
export function tellIn(language: Language): Tell {
  return createTell(language, dictionaries[language]);
}
