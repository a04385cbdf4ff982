import { createFileRoute } from "@tanstack/react-router";
import { readBookingSearch } from "../../riders/booking/search";

/** Booking for everybody: prices first, sign-in at the last step. */
export const Route = createFileRoute("/_rider/reservation")({
  staticData: { words: ["booking"] },
  validateSearch: readBookingSearch,
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Book a car")} · ${match.context.settings.brand}` }],
  }),
});
