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
  const { api, settings } = Route.useRouteContext();
  const { version, schedule, before } = Route.useLoaderData();
  return (
    <VersionPage
      api={api}
      before={before}
      key={version.id}
      schedule={schedule}
      timeZone={settings.timeZone}
      version={version}
    />
  );
}
