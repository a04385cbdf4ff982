import { createFileRoute } from "@tanstack/react-router";
import { markAsJson } from "../../../../../answer-data";
import { loadAsRider } from "../../../../../riders/session";

/** Repeating trips of the rider with their days; another's is an address that leads nowhere. */
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
