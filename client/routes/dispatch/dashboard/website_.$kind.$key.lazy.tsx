import { createLazyFileRoute, notFound, useLocation } from "@tanstack/react-router";
import { ItemForm } from "../../../website/item-form";
import { Translation } from "../../../website/translation-form";
import { isLanguage } from "../../../../src/settings/languages/languages-contract";
import { fieldsOf } from "../../../website/kinds";
import { NamesList } from "../../../website/names-list";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/website_/$kind/$key")(
  officePage(WebsiteItem),
);

function WebsiteItem() {
  const { kind, first } = Route.useLoaderData();
  // A language other than the site's main one.
  const { tab } = useLocation().search as { tab?: unknown };
  if (!Object.hasOwn(fieldsOf, kind) || (!first && (kind === "page" || kind === "names")))
    throw notFound();
  if (first && typeof tab === "string" && isLanguage(tab))
    return (
      <Translation item={first.item} key={`${kind} ${first.item.key} ${tab}`} language={tab} />
    );
  if (first && kind === "names") return <NamesList item={first.item} />;
  return <ItemForm first={first} key={`${kind} ${first?.item.key ?? ""}`} kind={kind} />;
}
