import type { ContentItem } from "../../src/content/content-desk-contract";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import type { Language } from "../../src/settings/languages/languages-contract";
import { useOffice } from "../office/calls";
import { PageTabs } from "../ui/page-tabs";

/** Shows the site's languages as tabs, the main language first. */
export function LanguageTabs({
  item: { kind, key },
  current,
}: {
  item: Pick<ContentItem, "kind" | "key">;
  /** The open tab; by default the main language. */
  current?: Language;
}) {
  const { language: mainLanguage, languages } = useOffice().settings;
  const all = [mainLanguage, ...languages.filter((code) => code !== mainLanguage)];
  return (
    <PageTabs
      path={`/dispatch/dashboard/website/${kind}/${key}`}
      current={current ?? mainLanguage}
      label="Languages"
      tabs={all.map((code) => ({ id: code, label: languageNames[code] }))}
    />
  );
}
