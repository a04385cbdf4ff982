import { createLazyFileRoute } from "@tanstack/react-router";
import { BookingPage } from "../../../riders/booking/booking-page";

export const Route = createLazyFileRoute("/_rider/_protected/booking")({ component: Booking });

function Booking() {
  const { api, settings } = Route.useRouteContext();
  return <BookingPage api={api} path="/booking" search={Route.useSearch()} settings={settings} />;
}
