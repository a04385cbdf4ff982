import { createFileRoute, redirect } from "@tanstack/react-router";
import { loadAsStaff } from "../../office/calls";

/** The page where staff set up the second factor that they need. */
export const Route = createFileRoute("/dispatch/second-factor")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api } }) => {
    const [state, profile] = await Promise.all([
      loadAsStaff(api.admin["second-factor"].$get()),
      loadAsStaff(api.admin.profile.$get()),
    ]);
    if (state.on || !state.required) throw redirect({ to: "/dispatch/dashboard/reservation" });
    return { email: profile.email };
  },
  head: ({ match }) => ({
    meta: [{ title: `Second factor · ${match.context.settings.brand}` }],
  }),
});
