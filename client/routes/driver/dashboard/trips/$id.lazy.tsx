import { createLazyFileRoute } from "@tanstack/react-router";
import { TripScreen } from "../../../../driving/trip/trip-screen";

export const Route = createLazyFileRoute("/driver/dashboard/trips/$id")({ component: Trip });

function Trip() {
  const trip = Route.useLoaderData();
  const { settings } = Route.useRouteContext();
  return <TripScreen distanceUnit={settings.distanceUnit} key={trip.id} loaded={trip} />;
}
