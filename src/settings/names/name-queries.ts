/**
 * The operator's names of things that riders read about (vehicle classes, zones, surcharges, extras, taxes) in other
 * languages than the site's main one. A name is found by its text, so that earlier trips are translated too.
 */
import { findRow } from "../../../db/rows";
import { contentItems } from "../../../db/schema/content";
import type { Deps } from "../../deps";
import type { Language } from "../languages/languages-contract";
import { readOperator } from "../queries";
import { ourNameWords } from "./our-names.gen";

/** Translations of names. The keys are the texts in the main language. */
export type Names = Readonly<Record<string, string>>;

/** The place of translated names among the texts of the site. */
const OPERATOR_NAMES_ITEM = { kind: "names", key: "names" } as const;

/** Returns the translations of names that come with Livery in English. */
export function defaultOperatorNames(language: Language): Names {
  return Object.fromEntries(Object.entries(ourNameWords[language]).filter(([, text]) => text));
}

/** Returns all translated names in a language. In the site's main language, only those that come with Livery. */
export function operatorNamesIn({ db }: Pick<Deps, "db">, language: Language): Names {
  const { translations } = findRow(db, contentItems, OPERATOR_NAMES_ITEM)?.value ?? {};
  // Only actions write this value, and they check it.
  const namesByLanguage = translations as Partial<Record<Language, Names>> | undefined;
  const isMainLanguage = language === readOperator({ db }).riderLanguage;
  return { ...defaultOperatorNames(language), ...(!isMainLanguage && namesByLanguage?.[language]) };
}
