import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/staff")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api } }) => {
    const { staff, nextCursor, secondFactorRequired } = await loadAsStaff(
      api.admin.staff.$get({ query: {} }),
    );
    return { first: { rows: staff, nextCursor }, secondFactorRequired };
  },
  head: ({ match }) => ({ meta: [{ title: `Staff · ${match.context.settings.brand}` }] }),
});
