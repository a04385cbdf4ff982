import { Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import { useOffice } from "../office/calls";
import { useQuery } from "../office/use-query";
import { Card } from "../ui/card";

/** Lists the texts without a translation by language, with links to translate them. */
export function UntranslatedList() {
  const { api, call } = useOffice();
  const ask = useCallback(() => call(api.admin["content-untranslated"].$get()), [api, call]);
  const { answer } = useQuery(ask);
  const incompleteLanguages = answer?.languages.filter(({ texts }) => texts > 0) ?? [];
  if (incompleteLanguages.length === 0) return null;
  return (
    <section aria-labelledby="untranslated" className="mt-8">
      <h2 className="mb-2 font-semibold text-base" id="untranslated">
        Not translated yet
      </h2>
      <Card flush>
        <div className="divide-y divide-line">
          {incompleteLanguages.map(({ language, texts, items }) => (
            <details className="px-4 py-2" key={language}>
              <summary className="min-h-9 cursor-pointer py-2 pointer-coarse:min-h-11">
                <bdi lang={language}>{languageNames[language]}</bdi>
                {`: ${texts} ${texts === 1 ? "text is" : "texts are"} shown in the main language`}
              </summary>
              <ul className="grid gap-x-6 sm:grid-cols-2">
                {items.map(({ kind, key, title }) => (
                  <li key={`${kind} ${key}`}>
                    <Link
                      className="inline-flex min-h-9 max-w-full items-center break-words text-accent-text underline-offset-4 hover:underline pointer-coarse:min-h-11"
                      params={{ kind, key }}
                      search={{ tab: language } as never}
                      to="/dispatch/dashboard/website/$kind/$key"
                    >
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </div>
      </Card>
    </section>
  );
}
