import { createFileRoute, notFound } from "@tanstack/react-router";
import { ApiError } from "../../../api-error";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/reservation_/$id")({
  staticData: { private: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    try {
      const path = api.admin.reservations[":id"];
      const { reservation } = await loadAsStaff(path.$get({ param: { id } }));
      return { reservation, askedAt: Date.now() };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ match, loaderData }) => ({
    meta: [
      {
        title: `Reservation ${loaderData?.reservation.number ?? ""} · ${match.context.settings.brand}`,
      },
    ],
  }),
});
