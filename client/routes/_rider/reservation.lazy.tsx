import { createLazyFileRoute } from "@tanstack/react-router";
import { BookingPage } from "../../riders/booking/booking-page";

export const Route = createLazyFileRoute("/_rider/reservation")({ component: VisitorBooking });

function VisitorBooking() {
  const { api, settings } = Route.useRouteContext();
  return (
    <BookingPage api={api} path="/reservation" search={Route.useSearch()} settings={settings} />
  );
}
