import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../dispatch/calls";

export const Route = createFileRoute("/dispatch/dashboard/profile")({
  staticData: { private: true },
  gcTime: 0,
  loader: async ({ context: { api } }) => ({
    secondFactor: await loadAsStaff(api.admin["second-factor"].$get()),
  }),
  head: ({ match }) => ({ meta: [{ title: `Profile · ${match.context.settings.brand}` }] }),
});
