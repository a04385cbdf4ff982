import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The area where riders can book, and the zones to choose from. */
export const Route = createFileRoute("/dispatch/dashboard/settings/area")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api } }) => {
    const [area, { zones }] = await Promise.all([
      loadAsStaff(api.admin.settings.area.$get()),
      loadAsStaff(api.admin.zones.$get()),
    ]);
    return { area, zones };
  },
  head: ({ match }) => ({ meta: [{ title: `Service area · ${match.context.settings.brand}` }] }),
});
