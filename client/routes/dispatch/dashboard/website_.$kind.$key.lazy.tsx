import { createLazyFileRoute, notFound } from "@tanstack/react-router";
import { ItemForm } from "../../../website/item-form";
import { fieldsOf } from "../../../website/kinds";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/website_/$kind/$key")(
  officePage(WebsiteItem),
);

function WebsiteItem() {
  const { kind, first } = Route.useLoaderData();
  if (!Object.hasOwn(fieldsOf, kind) || (!first && kind === "page")) throw notFound();
  return <ItemForm first={first} key={`${kind} ${first?.item.key ?? ""}`} kind={kind} />;
}
