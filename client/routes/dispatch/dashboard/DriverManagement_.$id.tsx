import { createFileRoute } from "@tanstack/react-router";
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
    const vehiclesRequest = api.admin.vehicles.$get({ query: { limit: "100" } });
    if (id === "new") return { found: null, ...(await loadAsStaff(vehiclesRequest)) };
    const path = api.admin.drivers[":id"];
    const [{ driver }, overview, { vehicles }] = await Promise.all([
      loadAsStaff(path.$get({ param: { id } })),
      loadAsStaff(path.overview.$get({ param: { id } })),
      loadAsStaff(vehiclesRequest),
    ]);
    return { found: { record: driver, overview }, vehicles };
  },
  head: ({ match }) => ({ meta: [{ title: `Driver · ${match.context.settings.brand}` }] }),
});
