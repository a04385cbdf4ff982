import { createFileRoute, notFound } from "@tanstack/react-router";
import { ApiError } from "../../../api-error";
import { loadAsStaff } from "../../../dispatch/calls";

/** `/DriverManagement/new` adds a driver, any other name is the id of one. */
export const Route = createFileRoute("/dispatch/dashboard/DriverManagement_/$id")({
  staticData: { private: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    const vehicles = loadAsStaff(api.admin.vehicles.$get({ query: { limit: "100" } }));
    try {
      const record =
        id === "new"
          ? null
          : (await loadAsStaff(api.admin.drivers[":id"].$get({ param: { id } }))).driver;
      return { record, vehicles: (await vehicles).vehicles };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ match }) => ({ meta: [{ title: `Driver · ${match.context.settings.brand}` }] }),
});
