import { createFileRoute } from "@tanstack/react-router";
import { loadAllPages } from "../../../office/lists/all-pages";
import { loadAsStaff } from "../../../office/calls";
import { readTab } from "../../../ui/list-search";

/**
 * The page of one driver. `/DriverManagement/new` adds a driver, any other name is a driver's id; `tab` is a part of
 * the page.
 */
export const Route = createFileRoute("/dispatch/dashboard/DriverManagement_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  validateSearch: readTab,
  loader: async ({ context: { api }, params: { id } }) => {
    const vehiclesRequest = loadAllPages((query) =>
      loadAsStaff(api.admin.vehicles.$get({ query })),
    );
    const toVehicles = (pages: Awaited<typeof vehiclesRequest>) =>
      pages.flatMap(({ vehicles }) => vehicles);
    if (id === "new") return { found: null, vehicles: toVehicles(await vehiclesRequest) };
    const path = api.admin.drivers[":id"];
    const [{ driver }, overview, pages] = await Promise.all([
      loadAsStaff(path.$get({ param: { id } })),
      loadAsStaff(path.overview.$get({ param: { id } })),
      vehiclesRequest,
    ]);
    return { found: { record: driver, overview }, vehicles: toVehicles(pages) };
  },
  head: ({ match }) => ({ meta: [{ title: `Driver · ${match.context.settings.brand}` }] }),
});
