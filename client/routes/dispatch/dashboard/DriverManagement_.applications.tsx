import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

const states = ["submitted", "incomplete", "approved", "rejected"] as const;
type State = (typeof states)[number];

/** The drivers' applications; `state` filters them, `q` searches. */
export const Route = createFileRoute("/dispatch/dashboard/DriverManagement_/applications")({
  staticData: { isPrivate: true },
  gcTime: 0,
  validateSearch: ({ state, q }): { state?: State | undefined; q?: string | undefined } => ({
    state: states.find((each) => each === state),
    q: typeof q === "string" && q !== "" ? q.slice(0, 200) : undefined,
  }),
  loaderDeps: ({ search: { state, q } }) => ({ state, q }),
  loader: async ({ context, deps: { state, q } }) => {
    const query = { ...(state && { status: state }), ...(q && { q }) };
    const { applications, nextCursor, waiting } = await loadAsStaff(
      context.api.admin["driver-applications"].$get({ query }),
    );
    return { first: { rows: applications, nextCursor }, waiting };
  },
  head: ({ match }) => ({
    meta: [{ title: `Applications to drive · ${match.context.settings.brand}` }],
  }),
});
