/** Who tells visitors: each language's words come with the server. */
import type { Language } from "../languages/languages-contract";
import { createTranslator, type Translator, type TranslatedTexts } from "./translator-rules";
import ar from "../words/ar.json";
import de from "../words/de.json";
import es from "../words/es.json";
import fr from "../words/fr.json";
import pt from "../words/pt.json";
import rw from "../words/rw.json";
import sw from "../words/sw.json";

const dictionaries: Record<Language, TranslatedTexts> = { en: {}, ar, de, es, fr, pt, rw, sw };

/** The voice of a language. */
export function translatorFor(language: Language): Translator {
  return createTranslator(language, dictionaries[language]);
}
