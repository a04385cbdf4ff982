import { createFileRoute, notFound } from "@tanstack/react-router";
import { read } from "../../../api";
import { ApiError } from "../../../api-error";
import { loadAsStaff } from "../../../office/calls";
import { readTab } from "../../../ui/list-search";

/** `/VehicleManagement/new` adds a vehicle, any other name is the id of one; `tab` is a part of its page. */
export const Route = createFileRoute("/dispatch/dashboard/VehicleManagement_/$id")({
  staticData: { private: true },
  gcTime: 0,
  validateSearch: readTab,
  loader: async ({ context: { api }, params: { id } }) => {
    const classes = read(api["vehicle-classes"].$get());
    try {
      const record =
        id === "new"
          ? null
          : (await loadAsStaff(api.admin.vehicles[":id"].$get({ param: { id } }))).vehicle;
      return { record, classes: (await classes).vehicleClasses };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ match }) => ({ meta: [{ title: `Vehicle · ${match.context.settings.brand}` }] }),
});
