import { createFileRoute } from "@tanstack/react-router";
import { read } from "../../../api";
import { markAsJson } from "../../../answer-data";
import { loadAsStaff } from "../../../office/calls";

/** The zones, and the operator's town for an empty map. */
export const Route = createFileRoute("/dispatch/dashboard/FeeManagement_/zones")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api, settings } }) => {
    const [{ zones }, { places }] = await Promise.all([
      loadAsStaff(api.admin.zones.$get()),
      read(api.places.$get({ query: { q: settings.town } })),
    ]);
    const [town] = places;
    return markAsJson({
      zones,
      home: town ? { latitude: town.latitude, longitude: town.longitude } : null,
    });
  },
  head: ({ match }) => ({ meta: [{ title: `Zones · ${match.context.settings.brand}` }] }),
});
