import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/standing-orders_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    const call = api.admin["standing-orders"][":id"].$get({ param: { id } });
    const { standingOrder } = await loadAsStaff(call);
    return { order: standingOrder };
  },
  head: ({ match }) => ({
    meta: [{ title: `Repeating trips · ${match.context.settings.brand}` }],
  }),
});
