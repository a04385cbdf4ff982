import { createLazyFileRoute, notFound, useLocation } from "@tanstack/react-router";
import { ContentItemForm } from "../../../website/content-item-form";
import { TranslationEditor } from "../../../website/translation-form";
import { isLanguage } from "../../../../src/settings/languages/languages-contract";
import { fieldsOf } from "../../../website/kinds";
import { TranslatableNames } from "../../../website/translatable-names";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/website_/$kind/$key")(
  officePage(WebsiteItem),
);

function WebsiteItem() {
  const { kind, first } = Route.useLoaderData();
  // A tab is a language other than the site's main one.
  const { tab } = useLocation().search as { tab?: unknown };
  if (!Object.hasOwn(fieldsOf, kind) || (!first && (kind === "page" || kind === "names")))
    throw notFound();
  if (first && typeof tab === "string" && isLanguage(tab))
    return (
      <TranslationEditor
        item={first.item}
        key={`${kind} ${first.item.key} ${tab}`}
        language={tab}
      />
    );
  if (first && kind === "names") return <TranslatableNames item={first.item} />;
  return <ContentItemForm first={first} key={`${kind} ${first?.item.key ?? ""}`} kind={kind} />;
}
