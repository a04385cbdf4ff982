import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../office/calls";

export const Route = createFileRoute("/dispatch/dashboard/profile")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context: { api } }) => {
    const [secondFactor, { sessions }, listener] = await Promise.all([
      loadAsStaff(api.admin["second-factor"].$get()),
      loadAsStaff(api.admin.sessions.$get()),
      loadAsStaff(api.admin.notifications.$get()),
    ]);
    return { secondFactor, sessions, listener };
  },
  head: ({ match }) => ({ meta: [{ title: `Profile · ${match.context.settings.brand}` }] }),
});
