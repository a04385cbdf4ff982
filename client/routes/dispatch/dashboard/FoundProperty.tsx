import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";
import { itemsQuery } from "../../../property/register-queries";
import { itemStates, readRegisterSearch } from "../../../property/register-search";

export const Route = createFileRoute("/dispatch/dashboard/FoundProperty")({
  staticData: { isPrivate: true },
  validateSearch: (raw: Record<string, unknown>) => readRegisterSearch(raw, itemStates),
  // The open record doesn't change the list, so it isn't a dependency.
  loaderDeps: ({ search: { open: _open, ...filters } }) => filters,
  gcTime: 0,
  loader: async ({ context, deps }) => {
    const { items, nextCursor } = await loadAsStaff(
      context.api.admin["found-items"].$get({ query: itemsQuery(deps) }),
    );
    return { first: { rows: items, nextCursor }, requestedAt: Date.now() };
  },
  head: ({ match }) => ({
    meta: [{ title: `Found property · ${match.context.settings.brand}` }],
  }),
});
