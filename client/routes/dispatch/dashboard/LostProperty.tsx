import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";
import { reportsQuery } from "../../../property/register-queries";
import { readRegisterSearch, reportStates } from "../../../property/register-search";

export const Route = createFileRoute("/dispatch/dashboard/LostProperty")({
  staticData: { isPrivate: true },
  validateSearch: (raw: Record<string, unknown>) => readRegisterSearch(raw, reportStates),
  // The open record doesn't change the list, so it isn't a dependency.
  loaderDeps: ({ search: { open: _open, ...filters } }) => filters,
  gcTime: 0,
  loader: async ({ context, deps }) => {
    const { reports, nextCursor } = await loadAsStaff(
      context.api.admin["lost-reports"].$get({ query: reportsQuery(deps) }),
    );
    return { first: { rows: reports, nextCursor } };
  },
  head: ({ match }) => ({
    meta: [{ title: `Lost property · ${match.context.settings.brand}` }],
  }),
});
