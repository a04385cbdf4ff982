import { createFileRoute } from "@tanstack/react-router";
import { markAnswer } from "../../../../answer-data";
import { loadMine } from "../../../../riders/session";

/** One trip of the rider; another's is an address that leads nowhere. */
export const Route = createFileRoute("/_rider/_protected/trips/$id")({
  staticData: { words: ["trips"] },
  validateSearch: ({ booked }): { booked?: true | undefined } => ({
    booked: booked === true ? booked : undefined,
  }),
  loader: async ({ context: { api }, params }) => {
    const call = api.reservations[":id"];
    const param = { id: params.id };
    const [{ reservation }, tracking] = await Promise.all([
      loadMine(api, call.$get({ param })),
      loadMine(api, call.tracking.$get({ param })),
    ]);
    return markAnswer({ reservation, tracking });
  },
  head: ({ match }) => ({ meta: [{ title: `Your trip · ${match.context.settings.brand}` }] }),
});
