import { createLazyFileRoute } from "@tanstack/react-router";
import { VersionPage } from "../../../../../fees/version-page";
import { officePage } from "../../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/history/$id")(
  officePage(PriceListVersionPage),
);

function PriceListVersionPage() {
  const { version, schedule, before } = Route.useLoaderData();
  return <VersionPage before={before} key={version.id} schedule={schedule} version={version} />;
}
