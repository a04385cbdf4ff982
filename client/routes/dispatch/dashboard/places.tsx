import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";
import { readListSearch } from "../../../ui/list-search";

export const Route = createFileRoute("/dispatch/dashboard/places")({
  staticData: { isPrivate: true },
  validateSearch: readListSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  gcTime: 0,
  loader: async ({ context, deps: { q } }) => {
    const { places, nextCursor } = await loadAsStaff(
      context.api.admin.places.$get({ query: { ...(q && { q }) } }),
    );
    return { first: { rows: places, nextCursor } };
  },
  head: ({ match }) => ({ meta: [{ title: `Places · ${match.context.settings.brand}` }] }),
});
