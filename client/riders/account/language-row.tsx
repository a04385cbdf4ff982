import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Language } from "../../../src/accounts/contract";
import { languageNames } from "../../../src/settings/languages/language-names-contract.gen";
import { isLanguage } from "../../../src/settings/languages/languages-contract";
import { SelectField } from "../../ui/select-field";
import { useRiderLanguageChange } from "../use-language-change";
import { profileFailureText } from "../profile";
import { useWords } from "../../words/use-words";

/** The select for the rider's language. A choice is saved at once, and undone if saving fails. */
export function LanguageRow({ language }: { language: Language }) {
  const t = useWords();
  const { languages } = useRouter().options.context.settings;
  const change = useRiderLanguageChange();
  const [chosen, setChosen] = useState<Language | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);

  const choose = async (next: string) => {
    if (!isLanguage(next)) return;
    setChosen(next);
    setError(null);
    setSaved(false);
    try {
      await change(next);
      setSaved(true);
    } catch (failure) {
      setError(profileFailureText(failure, t));
    } finally {
      setChosen(null);
    }
  };

  return (
    <>
      <SelectField
        className="sm:max-w-80"
        error={error}
        label={t("Your language")}
        name="language"
        onChange={(event) => void choose(event.target.value)}
        value={chosen ?? language}
      >
        {languages.map((code) => (
          <option key={code} lang={code} value={code}>
            {languageNames[code]}
          </option>
        ))}
      </SelectField>
      <p className="text-sm text-success-ink" role="status">
        {saved && t("Your language is saved.")}
      </p>
    </>
  );
}
