import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../dispatch/calls";
import { readListSearch } from "../../../ui/list-search";

export const Route = createFileRoute("/dispatch/dashboard/VehicleManagement")({
  staticData: { private: true },
  validateSearch: readListSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  gcTime: 0,
  loader: async ({ context, deps: { q } }) => {
    const { vehicles, nextCursor } = await loadAsStaff(
      context.api.admin.vehicles.$get({ query: { ...(q && { q }) } }),
    );
    return { first: { rows: vehicles, nextCursor }, askedAt: Date.now() };
  },
  head: ({ match }) => ({ meta: [{ title: `Vehicles · ${match.context.settings.brand}` }] }),
});
