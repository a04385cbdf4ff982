import { createLazyFileRoute } from "@tanstack/react-router";
import { StandingOrderList } from "../../../../../riders/trips/standing-order-list";
import { RiderPage } from "../../../../../riders/rider-page";
import { SkeletonRows } from "../../../../../ui/skeleton";

export const Route = createLazyFileRoute("/_rider/_protected/trips/repeating/")({
  component: RepeatingTrips,
  pendingComponent: () => <SkeletonRows />,
});

function RepeatingTrips() {
  const { settings } = Route.useRouteContext();
  const { orders } = Route.useLoaderData();
  return (
    <RiderPage settings={settings}>
      <StandingOrderList orders={orders} timeZone={settings.timeZone} />
    </RiderPage>
  );
}
