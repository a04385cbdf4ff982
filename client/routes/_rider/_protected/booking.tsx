import { createFileRoute } from "@tanstack/react-router";
import { readBookingSearch } from "../../../booking/search";

/** Booking for a signed-in rider. It continues where a visitor stopped to sign in. */
export const Route = createFileRoute("/_rider/_protected/booking")({
  staticData: { words: ["booking"] },
  validateSearch: readBookingSearch,
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Book a car")} · ${match.context.settings.brand}` }],
  }),
});
