import { createLazyFileRoute } from "@tanstack/react-router";
import { RiderPage } from "../../../../riders/rider-page";
import { TripsScreen } from "../../../../riders/trips/trips-screen";
import { SkeletonRows } from "../../../../ui/skeleton";

export const Route = createLazyFileRoute("/_rider/_protected/trips/")({
  component: Trips,
  pendingComponent: () => <SkeletonRows />,
});

function Trips() {
  const { settings } = Route.useRouteContext();
  const { trips, more } = Route.useLoaderData();
  return (
    <RiderPage settings={settings}>
      <TripsScreen
        more={more}
        search={Route.useSearch()}
        timeZone={settings.timeZone}
        trips={trips}
      />
    </RiderPage>
  );
}
