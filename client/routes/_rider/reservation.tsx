import { createFileRoute } from "@tanstack/react-router";
import { readBookingSearch } from "../../booking/search";

/** Booking for everybody: prices first, sign-in at the last step. */
export const Route = createFileRoute("/_rider/reservation")({
  staticData: { words: ["booking"], isListed: true },
  validateSearch: readBookingSearch,
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Book a car")} · ${match.context.settings.brand}` },
      {
        name: "description",
        content: match.context.words.t(
          "One price for the whole trip, agreed before you get in. You see the price before you sign in.",
        ),
      },
    ],
  }),
});
