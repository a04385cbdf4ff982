import { figureFacts } from "./language-figures-contract.gen";
import type { Language } from "./languages-contract";

export { figureFacts };

/** Joins the parts of a list with the language's comma. */
export function joinList(parts: readonly string[], language: Language): string {
  return parts.join(figureFacts[language].listSeparator ?? ", ");
}
