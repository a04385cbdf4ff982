import { createLazyFileRoute } from "@tanstack/react-router";
import { ImportScreen } from "../../../imports/import-screen";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/imports_/$id")(officePage(Page));

function Page() {
  const { first, mappings } = Route.useLoaderData();
  return <ImportScreen first={first} key={first.id} mappings={mappings} />;
}
