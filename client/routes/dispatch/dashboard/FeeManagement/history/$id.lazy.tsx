import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../../office/page-failure";
import { PagePending } from "../../../../../office/page-pending";
import { VersionPage } from "../../../../../fees/version-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/history/$id")({
  component: Version,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Version() {
  const { version, schedule, before } = Route.useLoaderData();
  return <VersionPage before={before} key={version.id} schedule={schedule} version={version} />;
}
