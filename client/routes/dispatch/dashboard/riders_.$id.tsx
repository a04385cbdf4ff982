import { createFileRoute, redirect } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/riders_/$id")({
  staticData: { private: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    const found = await loadAsStaff(api.admin.riders[":id"].$get({ param: { id } }));
    // A merged rider: the link leads to the remaining one.
    if (found.rider.id !== id)
      throw redirect({
        to: "/dispatch/dashboard/riders/$id",
        params: { id: found.rider.id },
        replace: true,
      });
    return found;
  },
  head: ({ match }) => ({ meta: [{ title: `Rider · ${match.context.settings.brand}` }] }),
});
