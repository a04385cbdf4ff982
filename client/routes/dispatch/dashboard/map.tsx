import { createFileRoute } from "@tanstack/react-router";
import { markAsJson } from "../../../answer-data";
import { read } from "../../../api";
import { loadAsStaff } from "../../../office/calls";
import { readFleetSearch } from "../../../live-map/fleet-search";
import { fetchFleet } from "../../../live-map/fleet-data";

/** The map of drivers on shift, and the operator's town for an empty map. */
export const Route = createFileRoute("/dispatch/dashboard/map")({
  staticData: { isPrivate: true },
  validateSearch: readFleetSearch,
  gcTime: 0,
  // The event stream keeps the map current, and selecting a driver loads nothing.
  shouldReload: ({ cause }) => cause !== "stay",
  loader: async ({ context: { api, settings } }) => {
    const [fleet, { places }] = await Promise.all([
      fetchFleet(api, loadAsStaff, settings.timeZone),
      read(api.places.$get({ query: { q: settings.town } })),
    ]);
    const [town] = places;
    return markAsJson({
      fleet,
      home: town ? { latitude: town.latitude, longitude: town.longitude } : null,
    });
  },
  head: ({ match }) => ({ meta: [{ title: `Map · ${match.context.settings.brand}` }] }),
});
