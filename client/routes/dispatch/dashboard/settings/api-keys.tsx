import { createFileRoute } from "@tanstack/react-router";
import { loadAsStaff } from "../../../../office/calls";

/** The keys with which other programs book and read trips. */
export const Route = createFileRoute("/dispatch/dashboard/settings/api-keys")({
  staticData: { private: true },
  gcTime: 0,
  loader: ({ context }) => loadAsStaff(context.api.admin["api-keys"].$get()),
  head: ({ match }) => ({ meta: [{ title: `API keys · ${match.context.settings.brand}` }] }),
});
