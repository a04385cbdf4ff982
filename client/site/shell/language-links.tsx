import { useLocation, useRouter } from "@tanstack/react-router";
import { languageNames } from "../../../src/settings/languages/language-names-contract.gen";
import { addressInLanguage } from "../../../src/site/address-rules";
import { rememberLanguage } from "../../words/remember-language";
import { useWords } from "../../words/use-words";

/**
 * Links to this page in the other languages, each by its own name. If the page has only one language, they lead to the
 * home page.
 */
export function LanguageLinks({ className }: { className: string }) {
  const t = useWords();
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const { settings } = router.options.context;
  const { words } = router.getMatchedRoutes(pathname)[0].at(-1)?.options.staticData ?? {};
  const currentAddress = words ? pathname + searchStr : "/";
  if (settings.languages.length < 2) return null;
  return (
    <nav aria-label={t("Language")}>
      <ul className={className}>
        {settings.languages.map((code) => (
          <li key={code}>
            <a
              aria-current={code === t.language ? "true" : undefined}
              className="inline-flex min-h-11 min-w-11 items-center text-ink-muted underline-offset-4 transition hover:text-ink aria-[current]:text-ink aria-[current]:underline sm:min-h-8"
              href={addressInLanguage(currentAddress, code, settings.language)}
              hrefLang={code}
              lang={code}
              onClick={() => rememberLanguage(code)}
            >
              {languageNames[code]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
