import { createLazyFileRoute, notFound } from "@tanstack/react-router";
import { PageFailure } from "../../../office/page-failure";
import { PagePending } from "../../../office/page-pending";
import { ItemForm } from "../../../website/item-form";
import { fieldsOf } from "../../../website/kinds";

export const Route = createLazyFileRoute("/dispatch/dashboard/website_/$kind/$key")({
  component: WebsiteItem,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function WebsiteItem() {
  const { kind, first } = Route.useLoaderData();
  if (!Object.hasOwn(fieldsOf, kind) || (!first && kind === "page")) throw notFound();
  return <ItemForm first={first} key={`${kind} ${first?.item.key ?? ""}`} kind={kind} />;
}
