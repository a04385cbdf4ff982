import { createLazyFileRoute, useLoaderData } from "@tanstack/react-router";
import { PageFailure } from "../../../office/page-failure";
import { PagePending } from "../../../office/office-page";
import { ReservationPage } from "../../../trip-desk/reservation-page";
import { RelatedIncidents } from "./-incidents";
import { ButtonLink } from "../../../ui/button-link";
import { EmptyState } from "../../../ui/empty-state";

export const Route = createLazyFileRoute("/dispatch/dashboard/reservation_/$id")({
  component: ReservationRoute,
  errorComponent: PageFailure,
  notFoundComponent: ReservationNotFound,
  pendingComponent: PagePending,
});

function ReservationRoute() {
  const { reservation, requestedAt } = Route.useLoaderData();
  const { role } = useLoaderData({ from: "/dispatch/dashboard" }).profile;
  return (
    <ReservationPage
      requestedAt={requestedAt}
      loadedReservation={reservation}
      incidents={RelatedIncidents}
      key={reservation.id}
      role={role}
    />
  );
}

function ReservationNotFound() {
  return (
    <EmptyState
      action={
        <ButtonLink size="small" to="/dispatch/dashboard/reservation" variant="secondary">
          Go to reservations
        </ButtonLink>
      }
      title="This reservation does not exist"
    >
      Check the address of this page for typing errors.
    </EmptyState>
  );
}
