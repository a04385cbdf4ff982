import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";
import { readListSearch } from "../../../ui/list-search";

export const Route = createFileRoute("/dispatch/dashboard/affiliates")({
  staticData: { isPrivate: true },
  validateSearch: readListSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  gcTime: 0,
  loader: async ({ context, deps: { q } }) => {
    const { affiliates, nextCursor } = await loadAsStaff(
      context.api.admin.affiliates.$get({ query: { ...(q && { q }) } }),
    );
    return { first: { rows: affiliates, nextCursor } };
  },
  head: ({ match }) => ({ meta: [{ title: `Affiliates · ${match.context.settings.brand}` }] }),
});
