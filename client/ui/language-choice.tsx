import { useRouter } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import { isLanguage, type Language } from "../../src/settings/languages/languages-contract";
import { useWords } from "../words/use-words";

/** A small select of the languages on offer. A choice takes effect at once. */
export function LanguageChoice({ change }: { change: (language: Language) => Promise<void> }) {
  const t = useWords();
  const { languages } = useRouter().options.context.settings;
  const [failed, setFailed] = useState(false);
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center justify-end gap-x-2">
      <label className="relative inline-flex min-w-0 items-center text-ink-muted hover:text-ink">
        <span className="sr-only">{t("Language")}</span>
        <select
          className="min-h-11 min-w-11 cursor-pointer appearance-none rounded-md bg-transparent ps-2 pe-7 text-sm touch:text-base [&>option]:bg-surface-raised [&>option]:text-ink"
          onChange={(event) => {
            const next = event.target.value;
            if (!isLanguage(next)) return;
            setFailed(false);
            change(next).catch(() => setFailed(true));
          }}
          value={t.language}
        >
          {languages.map((code) => (
            <option key={code} lang={code} value={code}>
              {languageNames[code]}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-2 my-auto"
          size={16}
        />
      </label>
      <span className="text-danger-ink text-sm" role="status">
        {failed && t("The language could not be changed. Please try again.")}
      </span>
    </span>
  );
}
