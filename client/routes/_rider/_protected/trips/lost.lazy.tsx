import { createLazyFileRoute } from "@tanstack/react-router";
import { RiderPage } from "../../../../riders/rider-page";
import { LostReportList } from "../../../../riders/trips/feedback/lost-report-list";
import { SkeletonRows } from "../../../../ui/skeleton";

export const Route = createLazyFileRoute("/_rider/_protected/trips/lost")({
  component: LostReportsPage,
  pendingComponent: () => <SkeletonRows />,
});

function LostReportsPage() {
  const { api, settings } = Route.useRouteContext();
  const { reports, nextPages } = Route.useLoaderData();
  return (
    <RiderPage settings={settings}>
      <LostReportList
        api={api}
        nextPages={nextPages}
        phone={settings.phone}
        reports={reports}
        timeZone={settings.timeZone}
      />
    </RiderPage>
  );
}
