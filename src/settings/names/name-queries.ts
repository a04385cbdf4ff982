/**
 * What the operator calls things that riders read of, in other languages than the site's main one: vehicle classes,
 * zones, surcharges, extras, taxes. A name is found by its own text, so that trips of before have it too.
 */
import { findRow } from "../../../db/rows";
import { contentItems } from "../../../db/schema/content";
import type { Deps } from "../../deps";
import type { Language } from "../languages/languages-contract";
import { readOperator } from "../queries";
import { ourNameWords } from "./our-names.gen";

/** Translations by the text in the main language. */
export type Names = Readonly<Record<string, string>>;

/** Where translations of names are kept among the texts of the site. */
const OPERATOR_NAMES_ITEM = { kind: "names", key: "names" } as const;

/** Names that come with Livery, which are English, in a language. */
export function defaultOperatorNames(language: Language): Names {
  return Object.fromEntries(Object.entries(ourNameWords[language]).filter(([, text]) => text));
}

/** Every name that is translated in a language; in the site's main one only those that come with Livery. */
export function operatorNamesIn({ db }: Pick<Deps, "db">, language: Language): Names {
  const { translations } = findRow(db, contentItems, OPERATOR_NAMES_ITEM)?.value ?? {};
  // Only actions write here, and they check it.
  const written = translations as Partial<Record<Language, Names>> | undefined;
  const isMainLanguage = language === readOperator({ db }).riderLanguage;
  return { ...defaultOperatorNames(language), ...(!isMainLanguage && written?.[language]) };
}
