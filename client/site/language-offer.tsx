import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type Language, languages } from "../../src/settings/languages/languages-contract";
import { addressInLanguage } from "../../src/site/address-rules";
import { buttonStyle } from "../ui/button-style";
import { rememberLanguage } from "../words/remember-language";
import { createWords, fetchDictionary, type Say } from "../words/words";

/**
 * Offers this page in the language of the visitor's browser, in that language. It overlays the bottom of the window, so
 * nothing moves and nobody is redirected.
 */
export function LanguageOffer({
  language,
  onDismiss,
}: {
  language: Language;
  onDismiss: () => void;
}) {
  const { settings, words } = useRouter().options.context;
  const { pathname, searchStr } = useLocation();
  const [t, setTranslate] = useState<Say>();
  useEffect(() => {
    const other = createWords(language, fetchDictionary(words.version));
    void other.load(["site"]).then(() => setTranslate(() => other.t));
  }, [language, words]);
  if (!t || !settings.languages.includes(language)) return null;
  return (
    <aside
      className="fixed inset-x-4 bottom-4 z-30 flex flex-wrap items-center justify-center gap-2 rounded-lg border border-line bg-surface-raised p-3 text-sm shadow-lg sm:inset-x-auto sm:end-6"
      dir={languages[language].dir}
      lang={language}
    >
      <a
        className={buttonStyle("primary", "small")}
        href={addressInLanguage(pathname + searchStr, language, settings.language)}
        hrefLang={language}
        onClick={() => rememberLanguage(language)}
      >
        {t.in("an offer to who reads it", "Read this page in English")}
      </a>
      <button className={buttonStyle("quiet", "small")} onClick={onDismiss} type="button">
        {t("No, thanks")}
      </button>
    </aside>
  );
}
