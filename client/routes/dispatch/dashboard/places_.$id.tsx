import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

/** `/places/new` adds a place, any other name is the id of one. */
export const Route = createFileRoute("/dispatch/dashboard/places_/$id")({
  staticData: { private: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    const zones = loadAsStaff(api.admin.zones.$get());
    const record =
      id === "new"
        ? null
        : (await loadAsStaff(api.admin.places[":id"].$get({ param: { id } }))).place;
    // Without outlines, which only maps need.
    return {
      record,
      zones: (await zones).zones.map(({ id: zoneId, name }) => ({ id: zoneId, name })),
    };
  },
  head: ({ match }) => ({ meta: [{ title: `Place · ${match.context.settings.brand}` }] }),
});
