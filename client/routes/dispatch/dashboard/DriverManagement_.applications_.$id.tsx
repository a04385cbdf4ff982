import { createFileRoute } from "@tanstack/react-router";
import { read } from "../../../api";
import { loadAsStaff } from "../../../office/calls";

/** One application, and the classes for its vehicle. */
export const Route = createFileRoute("/dispatch/dashboard/DriverManagement_/applications_/$id")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api }, params: { id } }) => {
    const [{ application }, { vehicleClasses }] = await Promise.all([
      loadAsStaff(api.admin["driver-applications"][":id"].$get({ param: { id } })),
      read(api["vehicle-classes"].$get()),
    ]);
    return { application, classes: vehicleClasses };
  },
  head: ({ match }) => ({
    meta: [{ title: `Application to drive · ${match.context.settings.brand}` }],
  }),
});
