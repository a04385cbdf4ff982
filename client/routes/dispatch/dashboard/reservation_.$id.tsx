import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/reservation_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    const path = api.admin.reservations[":id"];
    const { reservation } = await loadAsStaff(path.$get({ param: { id } }));
    return { reservation, requestedAt: Date.now() };
  },
  head: ({ match, loaderData }) => ({
    meta: [
      {
        title: `Reservation ${loaderData?.reservation.number ?? ""} · ${match.context.settings.brand}`,
      },
    ],
  }),
});
