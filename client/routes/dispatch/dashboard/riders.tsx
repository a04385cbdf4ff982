import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";
import { readListSearch } from "../../../ui/list-search";

export const Route = createFileRoute("/dispatch/dashboard/riders")({
  staticData: { isPrivate: true },
  validateSearch: readListSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  gcTime: 0,
  loader: async ({ context, deps: { q } }) => {
    const { riders, nextCursor } = await loadAsStaff(
      context.api.admin.riders.$get({ query: { ...(q && { q }) } }),
    );
    return { first: { rows: riders, nextCursor } };
  },
  head: ({ match }) => ({ meta: [{ title: `Riders · ${match.context.settings.brand}` }] }),
});
