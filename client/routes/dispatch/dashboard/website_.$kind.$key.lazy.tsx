import { createLazyFileRoute, notFound } from "@tanstack/react-router";
import { ItemForm } from "../../../website/item-form";
import { Translation } from "../../../website/translation-form";
import { isLanguage } from "../../../../src/settings/languages/languages-contract";
import { fieldsOf } from "../../../website/kinds";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/website_/$kind/$key")(
  officePage(WebsiteItem),
);

function WebsiteItem() {
  const { kind, first } = Route.useLoaderData();
  const { tab } = Route.useSearch();
  if (!Object.hasOwn(fieldsOf, kind) || (!first && kind === "page")) throw notFound();
  if (first && tab && isLanguage(tab))
    return (
      <Translation item={first.item} key={`${kind} ${first.item.key} ${tab}`} language={tab} />
    );
  return <ItemForm first={first} key={`${kind} ${first?.item.key ?? ""}`} kind={kind} />;
}
