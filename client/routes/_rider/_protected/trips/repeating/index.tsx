import { createFileRoute } from "@tanstack/react-router";
import { markAsJson } from "../../../../../answer-data";
import { loadAsRider } from "../../../../../riders/session";

/** The rider's repeating trips. There are few, so the list has no pages; dispatch's list has. */
export const Route = createFileRoute("/_rider/_protected/trips/repeating/")({
  staticData: { words: ["trips"] },
  loader: async ({ context: { api } }) => {
    const query = { limit: "100" };
    const { standingOrders } = await loadAsRider(api, api["standing-orders"].$get({ query }));
    return markAsJson({ orders: standingOrders });
  },
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Repeating trips")} · ${match.context.settings.brand}` },
    ],
  }),
});
