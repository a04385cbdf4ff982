import { createFileRoute } from "@tanstack/react-router";
import { readBookingSearch } from "../../riders/booking/search";

/** Booking for everybody: prices first, sign-in at the last step. */
export const Route = createFileRoute("/_rider/reservation")({
  validateSearch: readBookingSearch,
  head: ({ match }) => ({ meta: [{ title: `Book a car · ${match.context.settings.brand}` }] }),
});
