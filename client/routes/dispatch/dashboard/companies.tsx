import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";
import { readListSearch } from "../../../ui/list-search";

export const Route = createFileRoute("/dispatch/dashboard/companies")({
  staticData: { isPrivate: true },
  validateSearch: readListSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  gcTime: 0,
  loader: async ({ context, deps: { q } }) => {
    const { companies, nextCursor } = await loadAsStaff(
      context.api.admin.companies.$get({ query: { ...(q && { q }) } }),
    );
    return { first: { rows: companies, nextCursor } };
  },
  head: ({ match }) => ({ meta: [{ title: `Companies · ${match.context.settings.brand}` }] }),
});
