import { createLazyFileRoute } from "@tanstack/react-router";
import { lazy } from "../../../lazy";
import { officePage, PagePending } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/imports_/$id")(
  officePage(ImportPage),
);

const ImportScreen = lazy(
  async () => (await import("../../../imports/import-screen")).ImportScreen,
  { pending: PagePending },
);

function ImportPage() {
  const { first, mappings } = Route.useLoaderData();
  return <ImportScreen initialImport={first} key={first.id} mappings={mappings} />;
}
