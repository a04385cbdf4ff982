import { createLazyFileRoute } from "@tanstack/react-router";
import { RiderPage } from "../../../../riders/rider-page";
import { TripScreen } from "../../../../riders/trips/trip-screen";

export const Route = createLazyFileRoute("/_rider/_protected/trips/$id")({ component: Trip });

function Trip() {
  const { api, settings } = Route.useRouteContext();
  const { booked } = Route.useSearch();
  const { reservation, tracking } = Route.useLoaderData();
  return (
    <RiderPage settings={settings} wide>
      <TripScreen
        api={api}
        isJustBooked={booked === true}
        settings={settings}
        tracking={tracking}
        trip={reservation}
      />
    </RiderPage>
  );
}
