import { figureFacts } from "./language-figures-contract.gen";
import type { Language } from "./languages-contract";

export { figureFacts };

/** The parts of a list one after the other, as the language parts them. */
export function joinList(parts: readonly string[], language: Language): string {
  return parts.join(figureFacts[language].comma ?? ", ");
}
