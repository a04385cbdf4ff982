import { LanguageChoice as AnyLanguageChoice } from "../ui/language-choice";
import { useRiderLanguageChange } from "./use-language-change";

/** The small select of languages, for riders. */
export function LanguageChoice() {
  return <AnyLanguageChoice change={useRiderLanguageChange()} />;
}
