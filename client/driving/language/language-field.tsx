import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { languageNames } from "../../../src/settings/languages/language-names-contract.gen";
import { isLanguage, type Language } from "../../../src/settings/languages/languages-contract";
import { read } from "../../api";
import { SelectField } from "../../ui/select-field";
import { useWords } from "../../words/use-words";
import { useLanguageChange } from "../../words/use-language-change";

/** The driver's language. A choice is saved at once, and undone if saving fails. */
export function LanguageField() {
  const t = useWords();
  const { api, settings } = useRouter().options.context;
  const change = useLanguageChange((language) =>
    read(api.driver.language.$put({ json: { language } })),
  );
  const [chosen, setChosen] = useState<Language | null>(null);
  const [failed, setFailed] = useState(false);
  const choose = async (next: string) => {
    if (!isLanguage(next)) return;
    setChosen(next);
    setFailed(false);
    await change(next).catch(() => setFailed(true));
    setChosen(null);
  };
  return (
    <SelectField
      error={failed ? t("The language could not be changed. Please try again.") : null}
      label={t("Language")}
      name="language"
      onChange={(event) => void choose(event.target.value)}
      value={chosen ?? t.language}
    >
      {settings.languages.map((code) => (
        <option key={code} lang={code} value={code}>
          {languageNames[code]}
        </option>
      ))}
    </SelectField>
  );
}
