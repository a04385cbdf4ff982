import { createFileRoute } from "@tanstack/react-router";
import { toQuery, readAuditSearch } from "../../../audit/audit-search";
import { loadAsStaff } from "../../../office/calls";

/** The audit log, with its filters in the address. */
export const Route = createFileRoute("/dispatch/dashboard/audit")({
  staticData: { isPrivate: true },
  validateSearch: readAuditSearch,
  loaderDeps: ({ search }) => search,
  gcTime: 0,
  loader: async ({ context: { api }, deps }) => {
    const [{ entries, nextCursor }, state] = await Promise.all([
      loadAsStaff(api.admin.audit.$get({ query: toQuery(deps) })),
      loadAsStaff(api.admin.audit.state.$get()),
    ]);
    return { first: { rows: entries, nextCursor }, state };
  },
  head: ({ match }) => ({ meta: [{ title: `Audit log · ${match.context.settings.brand}` }] }),
});
