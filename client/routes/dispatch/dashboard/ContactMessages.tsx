import { createFileRoute } from "@tanstack/react-router";
import { boxQuery, readBoxSearch } from "../../../contact/box-search";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/ContactMessages")({
  staticData: { isPrivate: true },
  validateSearch: readBoxSearch,
  // The open panel doesn't change the list, so it isn't a dependency.
  loaderDeps: ({ search: { open: _open, ...filters } }) => filters,
  gcTime: 0,
  loader: async ({ context, deps }) => {
    const { messages, nextCursor } = await loadAsStaff(
      context.api.admin["contact-messages"].$get({ query: boxQuery(deps) }),
    );
    return { first: { rows: messages, nextCursor } };
  },
  head: ({ match }) => ({
    meta: [{ title: `Contact messages · ${match.context.settings.brand}` }],
  }),
});
