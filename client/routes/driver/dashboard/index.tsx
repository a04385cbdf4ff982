import { createFileRoute } from "@tanstack/react-router";
import { currentTrip, openOffers, withoutDuplicates } from "../../../driving/agenda";
import { DriverErrorPage } from "../../../driving/driver-error-page";
import { DriverPending } from "../../../driving/driver-pending";
import { loadOwnIncidents, loadRides, loadOwnTrip } from "../../../driving/loaders";

export const Route = createFileRoute("/driver/dashboard/")({
  loader: async ({ context: { api } }) => {
    const [past, today, future, incidents] = await Promise.all([
      loadRides(api, "past"),
      loadRides(api, "today"),
      loadRides(api, "future"),
      loadOwnIncidents(api),
    ]);
    const rows = withoutDuplicates([...today.reservations, ...future.reservations]);
    const current = currentTrip([...past.reservations, ...rows], Date.now());
    // Offers withdrawn after the list was loaded are left out.
    const [trip, ...offers] = await Promise.all([
      current && loadOwnTrip(api, current.id),
      ...openOffers(rows).map(({ id }) => loadOwnTrip(api, id)),
    ]);
    return {
      today,
      future,
      trip,
      incidents,
      offers: offers.filter((offer) => offer !== null).filter(({ state }) => state === "offered"),
    };
  },
  errorComponent: DriverErrorPage,
  pendingComponent: DriverPending,
});
