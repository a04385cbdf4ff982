import { createFileRoute } from "@tanstack/react-router";
import { markAsJson } from "../../../../../answer-data";
import { loadAsRider } from "../../../../../riders/session";

/** A repeating trip of the rider with its days. Another rider's is not found. */
export const Route = createFileRoute("/_rider/_protected/trips/repeating/$id")({
  staticData: { words: ["trips"] },
  loader: async ({ context: { api }, params: { id } }) => {
    const call = api["standing-orders"][":id"].$get({ param: { id } });
    const { standingOrder } = await loadAsRider(api, call);
    return markAsJson({ order: standingOrder });
  },
  head: ({ match }) => ({
    meta: [
      { title: `${match.context.words.t("Repeating trips")} · ${match.context.settings.brand}` },
    ],
  }),
});
