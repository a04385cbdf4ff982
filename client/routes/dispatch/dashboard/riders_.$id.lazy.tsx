import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../office/page-failure";
import { PagePending } from "../../../office/page-pending";
import { RiderScreen } from "../../../rider-desk/rider-screen";

export const Route = createLazyFileRoute("/dispatch/dashboard/riders_/$id")({
  component: Rider,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Rider() {
  const { rider } = Route.useLoaderData();
  return <RiderScreen first={rider} key={rider.id} />;
}
