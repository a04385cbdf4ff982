import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

/** The page of one place. `/places/new` adds a place, any other name is a place's id. */
export const Route = createFileRoute("/dispatch/dashboard/places_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    const [placeAnswer, { zones }] = await Promise.all([
      id === "new" ? null : loadAsStaff(api.admin.places[":id"].$get({ param: { id } })),
      loadAsStaff(api.admin.zones.$get()),
    ]);
    // Leaves out outlines, which only maps need.
    return {
      record: placeAnswer?.place ?? null,
      zones: zones.map(({ id: zoneId, name }) => ({ id: zoneId, name })),
    };
  },
  head: ({ match }) => ({ meta: [{ title: `Place · ${match.context.settings.brand}` }] }),
});
