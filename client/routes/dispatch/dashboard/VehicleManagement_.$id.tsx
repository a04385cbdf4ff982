import { createFileRoute } from "@tanstack/react-router";
import { read } from "../../../api";
import { loadAsStaff } from "../../../office/calls";
import { readTab } from "../../../ui/list-search";

/**
 * The page of one vehicle. `/VehicleManagement/new` adds a vehicle, any other name is a vehicle's id; `tab` is a part
 * of the page.
 */
export const Route = createFileRoute("/dispatch/dashboard/VehicleManagement_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  validateSearch: readTab,
  loader: async ({ context: { api }, params: { id } }) => {
    const [vehicleAnswer, { vehicleClasses }] = await Promise.all([
      id === "new" ? null : loadAsStaff(api.admin.vehicles[":id"].$get({ param: { id } })),
      read(api["vehicle-classes"].$get()),
    ]);
    return { record: vehicleAnswer?.vehicle ?? null, classes: vehicleClasses };
  },
  head: ({ match }) => ({ meta: [{ title: `Vehicle · ${match.context.settings.brand}` }] }),
});
