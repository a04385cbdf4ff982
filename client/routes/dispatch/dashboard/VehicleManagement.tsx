import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";
import { type VehicleSearch, vehicleQuery } from "../../../fleet/fleet-filters";
import { readFilters, readListSearch } from "../../../ui/list-search";

export const Route = createFileRoute("/dispatch/dashboard/VehicleManagement")({
  staticData: { isPrivate: true },
  validateSearch: (raw: Record<string, unknown>): VehicleSearch => ({
    ...readListSearch(raw),
    ...readFilters(raw, "show", "class", "equipment"),
  }),
  loaderDeps: ({ search: { q, show, class: classId, equipment } }) => ({
    q,
    show,
    class: classId,
    equipment,
  }),
  gcTime: 0,
  loader: async ({ context, deps }) => {
    const { vehicles, nextCursor, counts } = await loadAsStaff(
      context.api.admin.vehicles.$get({ query: vehicleQuery(deps as VehicleSearch) }),
    );
    return { first: { rows: vehicles, nextCursor }, counts, requestedAt: Date.now() };
  },
  head: ({ match }) => ({ meta: [{ title: `Vehicles · ${match.context.settings.brand}` }] }),
});
