import { createFileRoute } from "@tanstack/react-router";
import { read } from "../../../api";
import { loadAsStaff } from "../../../office/calls";
import { readTab } from "../../../ui/list-search";

/** `/VehicleManagement/new` adds a vehicle, any other name is the id of one; `tab` is a part of its page. */
export const Route = createFileRoute("/dispatch/dashboard/VehicleManagement_/$id")({
  staticData: { private: true },
  gcTime: 0,
  validateSearch: readTab,
  loader: async ({ context: { api }, params: { id } }) => {
    const classes = read(api["vehicle-classes"].$get());
    const record =
      id === "new"
        ? null
        : (await loadAsStaff(api.admin.vehicles[":id"].$get({ param: { id } }))).vehicle;
    return { record, classes: (await classes).vehicleClasses };
  },
  head: ({ match }) => ({ meta: [{ title: `Vehicle · ${match.context.settings.brand}` }] }),
});
