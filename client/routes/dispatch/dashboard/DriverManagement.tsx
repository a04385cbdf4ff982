import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../dispatch/calls";
import { readListSearch } from "../../../ui/list-search";

export const Route = createFileRoute("/dispatch/dashboard/DriverManagement")({
  staticData: { private: true },
  validateSearch: readListSearch,
  loaderDeps: ({ search: { q } }) => ({ q }),
  gcTime: 0,
  loader: async ({ context, deps: { q } }) => {
    const [{ drivers, nextCursor }, { waiting }] = await Promise.all([
      loadAsStaff(context.api.admin.drivers.$get({ query: { ...(q && { q }) } })),
      loadAsStaff(
        context.api.admin["driver-applications"].$get({
          query: { status: "submitted", limit: "1" },
        }),
      ),
    ]);
    return { first: { rows: drivers, nextCursor }, waiting, askedAt: Date.now() };
  },
  head: ({ match }) => ({ meta: [{ title: `Drivers · ${match.context.settings.brand}` }] }),
});
