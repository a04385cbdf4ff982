import { createFileRoute } from "@tanstack/react-router";
import { loadMine } from "../../../../riders/session";

/** One trip of the rider; another's is an address that leads nowhere. */
export const Route = createFileRoute("/_rider/_protected/trips/$id")({
  validateSearch: ({ booked }): { booked?: true | undefined } => ({
    booked: booked === true ? booked : undefined,
  }),
  loader: async ({ context: { api }, params }) => {
    const call = api.reservations[":id"].$get({ param: { id: params.id } });
    return (await loadMine(api, call)).reservation;
  },
  head: ({ match }) => ({ meta: [{ title: `Your trip · ${match.context.settings.brand}` }] }),
});
