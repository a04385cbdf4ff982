import { createFileRoute, redirect } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

/** The page of one rider. `/riders/new` adds a rider, any other name is a rider's id. */
export const Route = createFileRoute("/dispatch/dashboard/riders_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    if (id === "new") return { rider: null };
    const riderAnswer = await loadAsStaff(api.admin.riders[":id"].$get({ param: { id } }));
    // A merged rider's address leads to the remaining rider.
    if (riderAnswer.rider.id !== id)
      throw redirect({
        to: "/dispatch/dashboard/riders/$id",
        params: { id: riderAnswer.rider.id },
        replace: true,
      });
    return riderAnswer;
  },
  head: ({ match }) => ({ meta: [{ title: `Rider · ${match.context.settings.brand}` }] }),
});
