import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

interface Search {
  state?: "open" | "closed" | undefined;
  /** The id of the incident shown beside the list. */
  open?: string | undefined;
}

export const Route = createFileRoute("/dispatch/dashboard/incidents")({
  staticData: { isPrivate: true },
  validateSearch: ({ state, open }: Record<string, unknown>): Search => ({
    state: state === "open" || state === "closed" ? state : undefined,
    open: typeof open === "string" && open !== "" ? open.slice(0, 64) : undefined,
  }),
  // The open incident doesn't change the list, so it isn't a dependency.
  loaderDeps: ({ search: { state } }) => ({ state }),
  gcTime: 0,
  loader: async ({ context, deps: { state } }) => {
    const { incidents, nextCursor } = await loadAsStaff(
      context.api.admin.incidents.$get({ query: state ? { state } : {} }),
    );
    return { rows: incidents, nextCursor };
  },
  head: ({ match }) => ({ meta: [{ title: `Incidents · ${match.context.settings.brand}` }] }),
});
