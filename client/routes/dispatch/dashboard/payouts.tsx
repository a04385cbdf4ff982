import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";
import { readListSearch } from "../../../ui/list-search";

export const Route = createFileRoute("/dispatch/dashboard/payouts")({
  staticData: { isPrivate: true },
  validateSearch: readListSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  gcTime: 0,
  loader: async ({ context: { api }, deps: { q } }) => {
    const [{ drivers, nextCursor }, profile] = await Promise.all([
      loadAsStaff(api.admin.payouts.$get({ query: { ...(q && { q }) } })),
      loadAsStaff(api.admin.profile.$get()),
    ]);
    return { first: { rows: drivers, nextCursor }, role: profile.role };
  },
  head: ({ match }) => ({ meta: [{ title: `Payouts · ${match.context.settings.brand}` }] }),
});
